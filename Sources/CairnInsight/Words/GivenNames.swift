import CWeights
import CairnText

/// The given names that the classifier knows.
///
/// ``list`` has names that are common in countries where English is written, and in neighbouring
/// countries. ``contains(_:)`` also knows rarer names, from many languages. Other names are
/// recognized only by their capital letter.
package enum GivenNames {
  /// The number of bits of the filter; a power of two.
  package static let bits = 1 << 18

  /// Returns whether a word is a given name that is not in ``list``. The word must be in lower case.
  /// Accents do not matter.
  /// About 2 in 1,000 of all other words seem to be names too.
  static func contains(_ word: some StringProtocol) -> Bool {
    WordFilter(cairn_names(), count: cairn_names_count(), bits: bits)?
      .contains(String(word).folded) ?? false
  }

  /// Returns the bytes of the filter for these names, which must be in lower case. Leaves out the
  /// names in ``list``, ordinary words and words in the lists of ``Lexicon``.
  package static func bytes(for names: Set<String>) -> [UInt8] {
    let rare = Set(names.map(\.folded)).filter { name in
      name.count > 1 && !CommonWords.contains(name)
        && Lexicon.shared.classes(of: name, isCapitalised: true).isEmpty
    }
    return WordFilter.bytes(for: rare, bits: bits)
  }

  /// The names as a set, for training.
  static let all = Set("\(list)".split(whereSeparator: \.isWhitespace).map(String.init))

  /// The names in lower case, separated by spaces and line breaks.
  static let list: StaticString = """
    aaliyah aaron abby abdul abdullah abel abigail abraham ada adaeze adam adebayo adela adele
    adeola adil aditi aditya adnan adrian adriana adrienne agata agatha agnes agnieszka ahmad ahmed
    aida aidan aiko aileen aimee aisha aisling akash akiko akira alan alana alasdair alastair albert
    alberto aled alejandra alejandro aleksandra alena alessandra alessandro alessia alex alexa
    alexander alexandra alexei alexis alfie alfonso alfred alfredo ali alice alicia alina alisha
    alison alistair allan allison alma alok althea alvaro alwyn alyssa amadou amal amanda amar amara
    amber ambrose amelia amelie amina amir amira amit amita amos amrit amy ana anand ananya
    anastasia anatol anaïs anders andre andrea andreas andreea andrei andrew andré andy aneta angela
    angelica angelina angelo angharad angus anil anita anja anjali anka ann anna annabel anne anneke
    anneliese annette annie annika anoushka ansel anthea anthony antoine anton antonia antonio
    antony anuradha anvi anwar anya aoife april arabella aram archie aria ariadne arjun arlo armando
    arnold arthur arturo arun arya asha ashley ashok asif asma astrid athena aubrey audrey august
    augusta aurora austin ava avery axel ayaan ayesha aylin ayo ayumi azra babak barbara barney
    barry bart bartek basil bea beata beatrice beatriz becca beck becky belinda bella ben benedict
    benjamin benji bernadette bernard bernd bernie bert bertha beryl bess beth bethan bethany betty
    bev beverley bhavna bianca bilal bill billy birgit björn blake blanca blessing bo bob bobby
    bogdan bonnie boris brad bradley brandon branwen brenda brendan brett brian bridget brigid
    britta brody bronwen bronwyn brooke bruce bruno bryan bryn bríd byron caitlin caleb callum calum
    calvin cameron camila camilla camille candice cara carina carl carla carlo carlos carlotta
    carmel carmen carol carole carolina caroline carolyn carrie carter carys casey caspar cassandra
    cassie catalina cath catherine cathy catriona cecilia cecily cedric celeste celestine celia
    celine cerys chad chan chandra chantal charis charity charlene charles charlie charlotte chelsea
    chen cheng cherie cheryl chiara chidi chike chinedu chioma chloe chris christa christian
    christiane christina christine christoph christopher christy chuck cian ciara ciaran cillian
    cindy claire clara clare clarence clarissa claude claudette claudia clemence clementine cleo
    cliff clifford clint clive clyde colette colin colleen colm conall connie connor conor conrad
    constance cora coral cordelia corin corinne cormac cornelia cornelius cory courtney craig
    cristina crystal curtis cynthia cyril daisuke daisy dale dalia damian damien dan dana dani
    daniel daniela daniella danielle danilo danny daphne dara darcy daria dario darius darragh
    darren dave davey david davide davina davo dawn dean deb debbie deborah debra declan dee deepa
    deepak deirdre delia delphine demi denis denise dennis derek dermot des desmond dev devi devon
    dewi diana diane diarmuid dick diego dieter dietmar dilip dimitri dimitris dina dinesh dion dirk
    divya djamila dmitri dmitry dolores dom dominic dominik dominique don donal donald donna dora
    doreen doris dorothea dorothy dot doug dougal douglas duc duncan dusan dustin dwayne dylan eamon
    earl ebony ed eddie edgar edie edith edmund edna eduardo edward edwin effie efua eibhlin eileen
    eilidh eimear einar ekaterina elaine eleanor elena eleni eli elias elif elijah elin elinor elisa
    elisabeth elise eliza elizabeth ella elle ellen ellie elliot elliott elodie eloise elsa elsie
    elspeth elvira emanuel emeka emil emile emilia emiliano emilio emily emlyn emma emmanuel emre
    emrys ende enid eniola enrico enrique enzo eric erica erik erika erin ernest ernie errol esme
    esmeralda esperanza esra esteban estelle esther ethan ethel etienne eugene eunice eva evan
    evangeline eve evelyn ewa ewan ezra fabian fabienne fabio fabrice faisal faith fanny farah farid
    farida fatima fatou fatoumata faye federica federico felicity felipe felix femi femke feng
    fergal fergus fern fernanda fernando finbar finlay finn fintan fiona fleur flora florence
    florian folake fran frances francesca francesco francis francisco franck frank frankie franz
    fraser fred freda freddie frederick freya frida frieda friedrich fritz fumiko funmi gabe gabriel
    gabriela gabriele gabriella gail galina gareth garth gary gaurav gavin gayle gemma gene
    genevieve geoff geoffrey george georgia georgie georgina gerald geraldine gerard gerhard
    germaine gerry gert gertrude gethin ghassan gianni gideon gil gilbert giles gill gillian gina
    ginny giorgi giorgio giovanna giovanni gisela gita giulia giuseppe gladys glen glenda glenn
    gloria glyn godfrey gordon gosia grace gracie graeme graham grainne grant greg gregor gregory
    greta gretchen griff guido guillaume guillermo gunnar gunther gurpreet gus gustav guy gwen
    gwendolyn gwil gwyn gwyneth habib hadiya hadley hakan haley halima hamid hamish hamza hana hanh
    hanna hannah hanneke hannes hans harald hari harold harpreet harriet harris harrison harry
    haruka haruki harvey hasan hashim hassan hattie hayley hazel heather hector hedda heidi heike
    heinz helen helena helene helga helmut hema hendrik henk henri henrietta henrik henry herbert
    herman hilary hilda hilde hiro hiroshi hitomi holger holly honor hope horace horst howard hua
    huda hugh hugo humphrey huw hyun ian ibrahim ida idris idwal ieuan ifan ifeoma ifor ignacio igor
    ike ilaria ilona ilse imani imelda immy imogen imran indira ines inga inge ingeborg ingrid inigo
    inés ioan iolo iona ira irene irina iris irma isaac isabel isabella isabelle isadora isaiah
    ishaan isla ismail ivan ivana ivor ivy iwan izzy jack jackie jackson jacob jacqueline jacques
    jada jade jaime jake jakob jakub jamal james jamie jan jana jane janet janice janine jared jarek
    jarrah jasmin jasmine jason jasper javed javier jay jaya jayden jayne jaz jean jeanette jeanne
    jed jeff jefferson jeffrey jelena jemima jen jenna jennifer jenny jens jerome jerry jess jesse
    jessica jessie jesus jia jill jim jimmy jin jing jitka jo joachim joan joanna joanne joao
    joaquin jocelyn jochen jodie joe joel joelle johan johann johanna johannes john johnny jojo
    jolanta jon jonah jonas jonathan jonno jonny jonty jordan jordi jorge jorgen jose josef joseph
    josephine josh joshua josie joss josé joy joyce juan juana juanita judith judy jules julia
    julian juliana julie julien juliet julio julius jun june jung junko justin justine justyna
    jürgen kaan kacper kai kaitlyn kamal kamala kamil kamila kanye kara karan kareem karel karen
    kari karim karin karina karl karla karolina karthik kasia kat katarina katarzyna kate katerina
    katharina katherine kathleen kathryn kathy katia katie katja katrin katrina katy kavita kavya
    kay kayla kaylee kazuo kehinde keiko keir keith kelechi kelly kelsey kemal ken kendra keng kenji
    kenneth kenny kerry kerstin kev kevin khadija khaled khalid kiana kiara kieran kiki kim kimberly
    kiran kirsten kirsty kit kitty klara klaus kobe kofi kojo konrad konstantin kris krishna kristen
    kristian kristin kristina kristof krystyna kumar kunal kurt kwabena kwaku kwame kyle kylie kyra
    lachlan laila lakshmi lana lance lara larry lars latisha latoya laura lauren laurence laurent
    laurie lavinia lawrence layla lea leah leandro lee leela leif leigh leila lele len lena lennart
    lenny leo leon leona leonard leonardo leonie leonora leopold leroy leslie lester leticia lewis
    lex lexi li lia liam lian lidia liesl lila lilian lillian lily lin lina linda lindsay lindsey
    ling linh linnea linus lionel lisa lisbeth liv liz liza lizzie ljubica llinos lloyd llyr lois
    lola lorcan lorenz lorenzo loretta lorna lorraine lotte lottie lou louis louisa louise luc luca
    lucas lucia lucian luciana lucie lucille lucinda lucy lucía ludmila ludo ludwig luigi luis luisa
    luka lukas lukasz luke luna lupita luz lydia lyle lynda lyndon lynn lynne lyra mabel maciej
    maddie madeleine madison mae maeve magda magdalena maggie magnus mahmoud mai mairead maisie maja
    maksim malachy malcolm malik malika mandeep mandy manfred mani manny manoj manon manuel manuela
    mar mara marc marcel marcela marcella marcello marcia marcin marco marcos marcus marek margaret
    margarita margit margot marguerite maria mariam marian mariana marianne marie mariella marigold
    marijke marika marilyn marina mario marion marisa marissa marit marius marjorie mark marko
    markus marlene marley marlon marnie marsha marta martha martin martina martyn marvin mary maryam
    mason massimo mateo mateusz mathias mathilda mathilde matilda matt matteo matthew matthias
    mattias maud maureen maurice mauricio mavis max maxim maxime maximilian maxine maya mayumi meena
    meera megan mehdi mehmet mei mel melanie melinda melissa melvin mercedes meredith merle mervyn
    mia mica micah michael michaela michal michel michele michelle mick mickey midori miguel mika
    mike mikhail mikko mila milan mildred milena miles millie milly milo mimi mina minh minjun mira
    miranda miri miriam miroslav misha mitch mitchell miyuki mo mohamed mohammad mohammed mohan
    mohit moira molly mona monica monika monique morag morgan moritz morris mort moses moshe mossie
    mostafa moussa muhammad muriel murray mustafa mya myfanwy myles myra myrtle nadia nadine nadir
    nadja nahid naima naina nan nancy naoko naomi narelle nasir nasreen nasrin nat natalia natalie
    natasha nate nathan nathaniel naveen neal ned neema neeraj neil nell nellie nelson nerys nesta
    neville ngozi nguyen nia niall niamh nic nicholas nick nicky nico nicola nicolai nicolas nicole
    niels nigel nigella nikhil nikita nikki nikola nikolai nikos nils nina nirmala nisha nitin noah
    noel noelle noemi nola nora noreen norma norman nuala nuno nura nuria obinna octavia odette
    odile ola olaf olga olive oliver olivia ollie olu olumide oluwaseun olwen omar ona oona oonagh
    ophelia orla orlaith orlando orson osama oscar oskar osman oswald otis ottavia otto ottoline
    owain owen pablo paddy padma padraig paige palesa paloma pam pamela paola paolo parisa parker
    pascal pat patience patrice patricia patricio patrick patrik patsy patti patty paul paula
    paulina pauline paulo pavel pawel pearl pedro peggy pemba penelope penny percy perla perry
    persephone pete peter petra petros petrus phil philip philippa philippe philomena phoebe phuong
    phyllis pia pierre piet pieter pilar piotr pippa plum polly poppy prakash pranav prashant pratik
    precious preethi priscilla priti priya priyanka prudence quentin quinn rachael rachel rachid
    radek radha rafael raffi rafi raghav rahim rahul rainer raj raja rajesh rajiv rakesh ralf ralph
    ram rama raman ramesh ramon ramona ramón rana randall randy rania ranjit ranulf raphael raquel
    rashid rasmus raul ravi ray raymond raúl reb rebecca reece reg reggie regina reginald reiko
    reinhard renata renate rene renee reuben rex reza rhea rhian rhiannon rhoda rhodri rhona rhys
    ria riaz ricardo riccardo rich richard rick ricky rikki rita riya roald rob robbie robert
    roberta roberto robin rocco rochelle rod roddy roderick rodney rodrigo roger rohan rohit roisin
    roland rolf roman romy ron ronald ronan ronnie rory ros rosa rosalie rosalind rosamund rosanna
    rose roseanne rosemary rosie rosina ross rowan rowena roxanne roy ruairi ruben ruby ruchi rudi
    rudolf rudy rufus rupert russ russell ruth ryan ryo sabine sabrina sadia sadie saeed safiya
    saira sakura sal salim sally salma salman salvador sam samantha samir samira samuel sana sandeep
    sandi sandra sandy sanjay sanjeev sanne santiago saoirse sara sarah sasha saskia satoshi saul
    savannah scott sean seb sebastian seema selam selena selim selina selma seo serena serge sergei
    sergio seth shabana shahid shalini shane shania shannon sharon shaun shauna shazza sheena sheila
    shelley shelly sheng sherry shilpa shinji shireen shirley shiv shivani shona shreya shruti sian
    sibyl sid siddharth sidney sienna sigrid silas silke silvia silvie simon simona simone simran
    sina sindre sinead siobhan siobhán siân sofia sofie sol solange solomon solveig sonia sonja
    sonny sonya sophia sophie soren sota stacey stan stanislav stanley stefan stefania stefano
    steffi stella stellan steph stephan stephanie stephen sterling steve steven stewart stuart su
    sue sukhi suki sultan suman sunil sunita suraj suresh susan susana susanna susanne susie suzanne
    suze sven svenja svetlana swati sybil sydney sylvia sylvie tabitha tadeusz tahlia taiwo takashi
    tala talia tamar tamara tamika tamsin tania tanisha tanja tanner tanvi tanya tara tariq tarun
    tasha tatiana taylor ted teddy tegan temi terence teresa teri terri terry tess tessa thabo
    thandi thanh thea thelma theo theodora theodore theresa therese thiago thibault thomas thorsten
    tia tibor tiffany tilda tilly tim timo timothy tina tino tobi tobias tobin toby todd tom tomas
    tomasz tomek tommaso tommy tomoko toni tonia tony tonya tor torsten tracey tracy travis trevor
    tricia trina trish tristan trixie trudy tuan tunde tuva tyler tyrone uche udo ulla ulrich ulrike
    uma umar umberto una unai ursula uschi usha usman uwe val valentin valentina valeria valerie
    vanessa vania vasile vaughan veda venkat vera verity verna vernon veronica veronika vi vic vicki
    vicky victor victoria vidya vijay vikas vikram viktor vimal vince vincent vincenzo viola violet
    virginia vishal vitor viv vivek vivian vivien vivienne vlad vladimir volker wade wafa wale walid
    wallace wally walter wanda wang ward warren wayne wei wendell wendy werner wes wesley wilbur
    wilf wilfred wilhelm will willem william willow wilma winifred winnie winston wojciech wojtek
    wolfgang wren xander xavier xin xiu yael yahya yan yana yannick yara yash yasir yasmin yasmine
    yasuo yemi yiannis yichen ying yoko yolanda yosef youssef yuki yuko yun yuri yusuf yvette yvonne
    zac zach zachary zack zadie zahra zain zainab zak zara zayn zelda zeynep zhang zhen zoe zofia
    zoltan zoltán zora zoya zsofia zuzana
    """
}
