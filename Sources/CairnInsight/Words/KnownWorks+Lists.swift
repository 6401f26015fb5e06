/// The lists of titles, one for each collection. Titles are in lower case, without a leading
/// article, accents or punctuation, and are separated by `;` and line breaks. A title can be in
/// several lists.
extension KnownWorks {
  /// Titles of books.
  static let books: StaticString = """
    1984; 1q84; 2666; adam bede; alias grace; alice in wonderland; all fours
    all quiet on the western front; amber spyglass; american gods; americanah
    and then there were none; angels and demons; animal farm; anna karenina; anne of green gables
    assassins apprentice; atomic habits; atonement; austerlitz; babel
    beautiful world where are you; becoming; bee sting; bell jar; beloved
    between the world and me; bewilderment; bfg; big sleep; birnam wood; bleak house
    blind assassin; blood meridian; bone clocks; book thief; born a crime; braiding sweetgrass
    brave new world; brideshead revisited; brief history of time; bring up the bodies; brooklyn
    brothers karamazov; buddenbrooks; buried giant; butter; candide; carrie; catch 22
    catcher in the rye; cats eye; charlottes web; christmas carol; cien anos de soledad; circe
    cloud atlas; color purple; convenience store woman; conversations with friends; coraline
    corrections; count of monte cristo; crime and punishment; da vinci code; daisy jones the six
    david copperfield; dead souls; death in venice; deep work; demon copperhead; der process
    diary of a young girl; disgrace; dispossessed; doctor zhivago; don quixote; dracula; dubliners
    dune; east of eden; educated; eleanor oliphant is completely fine; emma; empire of pain
    enduring love; english patient; entangled life; eye of the world; far from the madding crowd
    farewell to arms; fathers and sons; fellowship of the ring; ficciones; finnegans wake
    for whom the bell tolls; foster; foucaults pendulum; foundation; four thousand weeks
    fourth wing; frankenstein; freedom; fun home; game of thrones; gentleman in moscow; germinal
    gilead; girl on the train; girl with the dragon tattoo; girl woman other; god of small things
    goldfinch; gone girl; good omens; grapes of wrath; great expectations; great gatsby; gruffalo
    guards guards; guns germs and steel; h is for hawk; half of a yellow sun; hamnet
    handmaids tale; hard times; heart of darkness; heidi; hitchhikers guide to the galaxy; hobbit
    homage to catalonia; homegoing; hound of the baskervilles; house of the spirits; housekeeping
    howards end; huckleberry finn; hunger games; hyperion; i capture the castle; idiot
    if on a winters night a traveller; in cold blood; in search of lost time; infinite jest
    intermezzo; invisible cities; invisible man; invisible women; it ends with us; james
    jane eyre; jonathan strange mr norrell; jude the obscure; kafka on the shore; kite runner
    klara and the sun; kokoro; le petit prince; left hand of darkness; leopard; les miserables
    lessons in chemistry; letranger; life of pi; lincoln in the bardo; little dorrit; little life
    little prince; little women; lolita; long island; lord jim; lord of the flies
    lord of the rings; love in the time of cholera; madame bovary; magic mountain; maltese falcon
    mans search for meaning; mansfield park; marriage portrait; martian; master and margarita
    matilda; maus; meditations; metamorphosis; middlemarch; midnight library; midnights children
    milkman; ministry of time; mirror and the light; misery; mistborn; moby dick; momo; mort
    mrs dalloway; murder on the orient express; my brilliant friend; name of the rose
    name of the wind; neuromancer; never let me go; neverending story; neverwhere; night circus
    nineteen eighty four; no country for old men; normal people; northanger abbey; northern lights
    norwegian wood; notes from underground; of mice and men; old man and the sea; olive kitteridge
    oliver twist; on beauty; on the road; once and future king; one hundred years of solitude
    orbital; orlando; oryx and crake; outline; overstory; pachinko; pale fire; passage to india
    persepolis; persuasion; pet sematary; peter pan; picture of dorian gray; piranesi; plague
    poisonwood bible; portrait of a lady; possession; pride and prejudice; project hail mary
    prophet song; quiet; rebecca; remains of the day; revolutionary road; rings of saturn; road
    room of ones own; salt path; sandman; sapiens; satanic verses; saturday; savage detectives
    say nothing; scarlet letter; sea of tranquility; secret garden; secret history; selfish gene
    sellout; sense and sensibility; seven husbands of evelyn hugo; shining; shuggie bain
    siddhartha; silas marner; silmarillion; slaughterhouse five; small gods
    small things like these; snow country; snow crash; song of achilles; song of solomon
    spy who came in from the cold; stand; station eleven; steppenwolf; stoner; stranger
    suitable boy; summer book; sun also rises; swanns way; tale of two cities; talented mr ripley
    tenant of wildfell hall; tender is the night; tess of the durbervilles; testaments
    things fall apart; thinking fast and slow; thousand splendid suns; three body problem
    three musketeers; thursday murder club; tin drum; tinker tailor soldier spy
    to kill a mockingbird; to the lighthouse; tomorrow and tomorrow and tomorrow; treasure island
    trial; trust; turn of the screw; twilight; ulysses; unbearable lightness of being; underland
    vanity fair; vegetarian; villette; war and peace; watchmen; watership down; waves
    way of kings; when breath becomes air; where the crawdads sing; white teeth; white tiger
    wild swans; wind in the willows; wind up bird chronicle; winnie the pooh; wizard of earthsea
    wolf hall; wuthering heights; yellowface
    """

  /// Titles of films.
  static let movies: StaticString = """
    1917; 2001 a space odyssey; 28 days later; 400 blows; adaptation; aftersun; akira; aladdin
    alien; aliens; all of us strangers; amelie; american fiction; anatomy of a fall; andrei rublev
    annihilation; anora; another round; apartment; apocalypse now; apollo 13; arrival; artist
    asteroid city; avatar; avengers; avengers endgame; babadook; baby driver; babylon
    back to the future; banshees of inisherin; barbie; barry lyndon; batman; batman begins
    beauty and the beast; being john malkovich; bicycle thieves; big lebowski; billy elliot
    birdman; birds; black panther; blade runner; blade runner 2049; blue velvet; bohemian rhapsody
    boogie nights; boy and the heron; breakfast at tiffanys; breakfast club; breathless
    bridget joness diary; brief encounter; brutalist; burning; cailin ciuin; call me by your name
    casablanca; casino; casino royale; cast away; cats; challengers; chicken run; children of men
    chinatown; chungking express; cinema paradiso; citizen kane; civil war; clockwork orange
    close encounters of the third kind; coco; cold war; collateral; come and see; complete unknown
    conclave; conversation; crouching tiger hidden dragon; dances with wolves; dark knight
    das boot; das leben der anderen; dead poets society; deadpool; decision to leave; deer hunter
    departed; die hard; dirty dancing; django unchained; doctor strangelove; donnie darko
    dr strangelove; drive; drive my car; dune; dune part two; dunkirk; e t; elephant man
    empire strikes back; encanto; eternal sunshine of the spotless mind
    everything everywhere all at once; ex machina; eyes wide shut; fabelmans; fanny and alexander
    fantastic mr fox; fargo; favourite; ferris buellers day off; festen; fight club; finding nemo
    first man; flow; forrest gump; four weddings and a funeral; frances ha; french dispatch
    frozen; full metal jacket; full monty; furiosa; get out; ghost in the shell; ghostbusters
    gladiator; gladiator ii; glass onion; godfather; godzilla minus one; gone girl
    gone with the wind; good bye lenin; good the bad and the ugly; good will hunting; goodfellas
    grand budapest hotel; gravity; grease; great beauty; greatest showman; green book; green mile
    guardians of the galaxy; handmaiden; heat; her; hereditary; holdovers; hot fuzz
    how to train your dragon; howls moving castle; hunt; ida; if beale street could talk; ikiru
    in bruges; in the mood for love; inception; incredibles; inglourious basterds
    inside llewyn davis; inside out; inside out 2; interstellar; intouchables; irishman; iron man
    it follows; its a wonderful life; jackie brown; jaws; john wick; jojo rabbit; joker
    jules et jim; jurassic park; kikis delivery service; kill bill; killers of the flower moon
    kinds of kindness; kingdom of heaven; kings speech; knives out; l a confidential
    la dolce vita; la grande bellezza; la haine; la la land; la vita e bella; lady bird
    lawrence of arabia; le fabuleux destin damelie poulain; lego movie; let the right one in
    licorice pizza; life is beautiful; life of brian; lighthouse; lincoln; lion king; little women
    lives of others; lobster; logan; longlegs; lost daughter; lost in translation; love actually
    mad max fury road; madame web; magnolia; mamma mia; marie antoinette; marriage story; martian
    mary poppins; master; matrix; may december; memento; memories of murder; menu; metropolis
    midsommar; minari; mirror; mission impossible; moana; monty python and the holy grail
    moonlight; moonrise kingdom; mulholland drive; my neighbor totoro; my neighbour totoro
    napoleon; nightmare alley; no country for old men; no time to die; nomadland; nope
    north by northwest; northman; nosferatu; notting hill; o brother where art thou; oldboy
    once upon a time in hollywood; once upon a time in the west; oppenheimer; paddington
    paddington 2; pans labyrinth; parasite; paris texas; past lives; perfect days; phantom thread
    ponyo; poor things; portrait of a lady on fire; power of the dog; prestige; princess bride
    princess mononoke; priscilla; prisoners; promising young woman; psycho; pulp fiction
    punch drunk love; quiet girl; quiet place; raging bull; raiders of the lost ark; rashomon
    ratatouille; raw; rear window; reservoir dogs; revenant; rocketman; rogue one; roma
    royal tenenbaums; rushmore; saltburn; saving private ryan; schindlers list; se7en; seven
    seven samurai; seventh seal; shape of water; shaun of the dead; shawshank redemption; shining
    shoplifters; shrek; shutter island; sicario; silence of the lambs; singin in the rain; skyfall
    slumdog millionaire; social network; solaris; some like it hot; soul; sound of metal
    sound of music; spider man into the spider verse; spirited away; stalker; star wars; substance
    sunset boulevard; talk to me; tar; taxi driver; tenet; terminator; terminator 2; thelma louise
    there will be blood; third man; three billboards outside ebbing missouri; three colours blue
    titane; titanic; tokyo story; toni erdmann; top gun; top gun maverick; toy story
    trainspotting; triangle of sadness; true grit; unforgiven; up; us; usual suspects; vertigo
    virgin suicides; wall e; west side story; whale; when harry met sally; whiplash; wicked
    wild robot; wings of desire; witch; withnail and i; wizard of oz; wolf of wall street
    worst person in the world; your name; zodiac; zone of interest
    """

  /// Titles of television series.
  static let shows: StaticString = """
    24; 3 body problem; 30 rock; 4 blocks; abbott elementary; adolescence; adventure time
    americans; andor; arcane; arrested development; atlanta; attack on titan
    avatar the last airbender; baby reindeer; babylon berlin; bad education; bad sisters; bake off
    band of brothers; barry; battlestar galactica; bear; beef; better call saul; big bang theory
    big little lies; billions; black books; black mirror; black sails; blackadder; blue lights
    blue planet; bluey; boardwalk empire; bobs burgers; bodyguard; bojack horseman; borgen; boys
    breaking bad; bridge; bridgerton; broadchurch; brooklyn nine nine; buffy
    buffy the vampire slayer; call my agent; call the midwife; cheers; chernobyl; columbo
    community; cowboy bebop; crown; curb your enthusiasm; dark; das boot; deadwood
    death in paradise; death note; deep space nine; demon slayer; der tatort; derry girls
    desperate housewives; detectorists; deutschland 83; dexter; dickinson; diplomat; dix pour cent
    doctor who; dogs of berlin; downton abbey; dropout; elite; emily in paris; endeavour; er
    euphoria; expanse; extras; fallout; family guy; fargo; father ted; fauda; fawlty towers
    firefly; fleabag; for all mankind; forbrydelsen; foundation; frasier; friday night dinner
    friends; frieren; fullmetal alchemist; futurama; game of thrones; gavin stacey; gentlemen
    ghosts; gilmore girls; girls; gogglebox; gomorrah; good fight; good omens; good place
    good wife; grand designs; great british bake off; greys anatomy; hacks; halt and catch fire
    handmaids tale; hannibal; happy valley; have i got news for you; heartstopper; heroes
    his dark materials; homeland; house; house of cards; house of the dragon
    how i met your mother; how to sell drugs online fast; i claudius; i may destroy you
    inbetweeners; industry; inside no 9; inspector montalbano; inspector morse; it crowd
    its always sunny in philadelphia; jujutsu kaisen; justified; killing; killing eve; kleo
    la casa de papel; last kingdom; last of us; law order; leftovers; line of duty; loki; lost
    love island; lovecraft country; ludwig; lupin; luther; mad men; mandalorian; mare of easttown
    mastermind; merli; midsomer murders; mindhunter; modern family; money heist; monk
    morning show; motherland; mr bates vs the post office; mr robot; murder she wrote
    my brilliant friend; narcos; naruto; neon genesis evangelion; new girl; night manager
    normal people; office; one day; one piece; only fools and horses; only murders in the building
    orange is the new black; outlander; ozark; pachinko; pacific; parks and recreation; paw patrol
    peaky blinders; peep show; penguin; peppa pig; person of interest; picard; pitt; planet earth
    pointless; poker face; poldark; prison break; qi; queens gambit; race across the world
    repair shop; reservation dogs; responder; rick and morty; rings of power; ripley; rivals; rome
    russian doll; sandman; say nothing; schitts creek; scrubs; seinfeld; sesame street; severance
    sex and the city; sex education; sharp objects; sherlock; sherwood; shetland; shogun
    show me a hero; shrinking; shtisel; silent witness; silo; simpsons; six feet under
    slow horses; sons of anarchy; sopranos; south park; spaced; squid game; star trek
    star trek the next generation; station eleven; steven universe; strange new worlds
    stranger things; strictly; strictly come dancing; succession; suits; taskmaster; tatort
    ted lasso; thick of it; this country; time; torchwood; traitors; treme; true detective
    twin peaks; unforgotten; university challenge; unorthodox; veep; vera; vigil; vikings
    wandavision; watchmen; wednesday; weissensee; west wing; westworld; what we do in the shadows
    white lotus; wire; witcher; wolf hall; would i lie to you; x files; yellowjackets; yellowstone
    yes minister; young sheldon
    """

  /// Titles of games.
  static let games: StaticString = """
    2048; abzu; age of empires; age of empires ii; age of empires iv; alan wake; alan wake 2
    among us; angry birds; animal crossing; animal crossing new horizons; animal well
    apex legends; ark; assassins creed; assassins creed shadows; assassins creed valhalla
    astro bot; baba is you; balatro; baldurs gate; baldurs gate 3; bastion; battlefield
    binding of isaac; bioshock; bioshock infinite; black myth wukong; bloodborne; blue prince
    braid; breath of the wild; call of duty; candy crush; carcassonne; case of the golden idol
    catan; celeste; chained echoes; chrono trigger; cities skylines; citizen sleeper; civ 6; civ v
    civ vi; civilization; civilization vi; clair obscur; clair obscur expedition 33; cocoon
    coffee talk; connections; control; counter strike; crusader kings; crusader kings iii; cuphead
    cyberpunk 2077; dark souls; dave the diver; day of the tentacle; dead cells; death stranding
    deaths door; deep rock galactic; deltarune; demons souls; destiny 2; deus ex; diablo; diablo 4
    diablo ii; diablo iv; disco elysium; dishonored; divinity original sin
    divinity original sin 2; donkey kong; dont starve; doom; doom eternal; dorfromantik; dota 2
    dragon age; dragon age inquisition; dragon quest xi; dredge; dwarf fortress
    dyson sphere program; ea fc; earthbound; eastward; elden ring; enter the gungeon
    euro truck simulator 2; europa universalis iv; expedition 33; factorio; fall guys; fallout
    fallout 3; fallout 4; fallout new vegas; far cry; farming simulator; fifa; fifa 23
    final fantasy; final fantasy vii; final fantasy vii rebirth; final fantasy xiv
    final fantasy xvi; fire emblem; firewatch; flower; football manager; fortnite; forza horizon
    forza horizon 5; ftl; gears of war; ghost of tsushima; gloomhaven; goat simulator; god of war
    god of war ragnarok; gone home; gran turismo; gran turismo 7; grand theft auto; grim fandango
    gris; gta 5; gta v; hades; hades 2; hades ii; half life; half life 2; half life alyx; halo
    halo infinite; hearts of iron iv; helldivers 2; hitman; hogwarts legacy; hollow knight
    hollow knight silksong; horizon forbidden west; horizon zero dawn
    indiana jones and the great circle; inscryption; inside; into the breach; it takes two
    journey; kentucky route zero; kerbal space program; kirby; l a noire; last of us
    last of us part ii; league of legends; left 4 dead; legend of zelda; lethal company; lies of p
    like a dragon; limbo; littlebigplanet; luigis mansion; majoras mask; mario kart; mario kart 8
    mario party; marvels spider man; mass effect; mass effect 2; max payne; metal gear solid
    metal gear solid v; metaphor refantazio; metroid dread; metroid prime
    microsoft flight simulator; minecraft; mini metro; mini motorways; modern warfare
    monkey island; monsters expedition; monument valley; morrowind; mortal kombat; myst
    nier automata; night in the woods; no mans sky; oblivion; obra dinn; ocarina of time
    ori and the blind forest; ori and the will of the wisps; outer wilds; outer worlds; overcooked
    overcooked 2; overwatch; oxenfree; oxygen not included; pac man; palworld; papers please
    path of exile; persona 4 golden; persona 5; phasmophobia; pikmin; pikmin 4
    pillars of eternity; planescape torment; planet coaster; pokemon; pokemon go
    pokemon legends arceus; pokemon scarlet; portal; portal 2; powerwash simulator; prey; pyre
    quake; ratchet clank; red dead redemption; red dead redemption 2; resident evil
    resident evil 4; resident evil village; return of the obra dinn; return to monkey island
    returnal; rimworld; risk of rain; rocket league; rollercoaster tycoon; rust; sackboy
    satisfactory; sea of stars; sekiro; short hike; silent hill; silent hill 2; silksong; simcity
    sims; sims 4; skyrim; slay the spire; smash bros; sonic; space invaders; spelunky; spelunky 2
    spiritfarer; splatoon; splatoon 3; split fiction; starcraft; starcraft ii; stardew valley
    starfield; stellaris; stephens sausage roll; stray; street fighter; street fighter 6
    subnautica; super mario bros; super mario galaxy; super mario odyssey; super mario wonder
    super mario world; super metroid; superliminal; system shock; tacoma; talos principle
    talos principle 2; team fortress 2; tears of the kingdom; tekken; terraria; tetris
    tetris effect; thief; threes; ticket to ride; titanfall 2; tomb raider; total war; townscaper
    transistor; tunic; two point hospital; uncharted; uncharted 4; undertale; unpacking
    untitled goose game; valheim; valorant; vampire survivors; viewfinder; warcraft iii; way out
    what remains of edith finch; wingspan; witcher 3; witcher 3 wild hunt; witness; wolfenstein
    wordle; world of warcraft; xcom; xcom 2; xenoblade chronicles; yakuza
    zelda breath of the wild; zelda tears of the kingdom
    """

  /// Titles of albums and other music.
  static let music: StaticString = """
    19; 1989; 21; 25; 30; 808s heartbreak; abbey road; achtung baby; aerial; after the gold rush
    ag tis byrjun; agaetis byrjun; aja; all things must pass; am; american idiot; amnesiac
    animals; another green world; ants from up there; appetite for destruction; aquemini
    are you experienced; arrival; astral weeks; autobahn; automatic for the people; avalon
    back in black; back to black; bad; band on the run; bat out of hell; be the cowboy; bends
    bitches brew; black saint and the sinner lady; blackstar; blonde; blonde on blonde
    blood on the tracks; blue; blue lines; blue notebooks; blue train; blur; boatmans call
    bon iver; bookends; born in the u s a; born to die; born to run; boxer; boygenius; brat
    bridge over troubled water; bringing it all back home; brothers in arms; bryter layter
    buena vista social club; car; carmen; carrie lowell; catch a fire; channel orange; chronic
    closer; college dropout; come on die young; contra; court and spark; cowboy carter; crushing
    ctrl; currents; damn; dark side of the moon; darkness on the edge of town; daydream nation
    debi tirar mas fotos; debut; definitely maybe; die zauberflote; different class; discovery
    disintegration; dogrel; don giovanni; dookie; doolittle; dummy; el mal querer
    electric ladyland; ella and louis; emails i cant send; endtroducing; enigma variations
    enter the wu tang; eroica; evermore; exile on main st; exodus; favourite worst nightmare
    fear of music; first two pages of frankenstein; five leaves left; fleet foxes; folklore
    for emma forever ago; for the first time; forever changes; four seasons; funeral
    future nostalgia; getz gilberto; ghosteen; giant steps; gnx; goldberg variations
    good kid m a a d city; grace; graceland; guts; hail to the thief; hamilton; happier than ever
    harvest; harvest moon; head hunters; hejira; helplessness blues; here come the warm jets
    heros death; high violet; highway 61 revisited; hit me hard and soft; homework; homogenic
    horses; hounds of love; how im feeling now; hunky dory; hybrid theory; igor; illinois
    illmatic; im your man; imagine; in a silent way; in rainbows; in utero; innervisions
    is this it; javelin; joshua tree; kick inside; kid a; kind of blue; koln concert; la boheme
    la traviata; lady soul; lateralus; laughing stock; laurel hell; led zeppelin iv; legend
    lemonade; let it be; let it bleed; liege lief; life of a showgirl
    lift your skinny fists like antennas to heaven; london calling; lonerism; lost in the dream
    love supreme; loveless; lover; low; low end theory; magic flute; maiden voyage; mamas gun
    man machine; marquee moon; marriage of figaro; master of puppets; maxinquaye; melodrama
    merriweather post pavilion; messiah; mezzanine; midnights; mingus ah um
    miseducation of lauryn hill; modern vampires of the city; moon music; moon safari
    moon shaped pool; moondance; motomami; mr morale the big steppers; murmur
    music for 18 musicians; music for airports; music for the masses
    music has the right to children; my beautiful dark twisted fantasy; nebraska; neon bible; neu
    nevermind; norman fucking rockwell; odessey and oracle; off the wall; ok computer; otis blue
    oxygene; parachutes; paranoid; parklife; pearl; pet sounds; peter gabriel; physical graffiti
    pink moon; planets; pop 2; post; power corruption lies; pretzel logic; promises; puberty 2
    punisher; pure heroine; purple rain; quadrophenia; queen is dead; radical optimism; rain dogs
    ram; ramones; random access memories; ready to die; record; red; reign in blood
    remain in light; renaissance; revolver; rhapsody in blue; rite of spring; romance; rubber soul
    rumours; rush of blood to the head; saint cloud; seat at the table; selected ambient works
    sgt pepper; short n sweet; sign o the times; since i left you; skeleton tree; skinty fia
    sleep; sleep well beast; so; solar power; solid air; songs from the wood
    songs in the key of life; songs of leonard cohen; sos; sour; souvlaki; spiderland
    spirit of eden; st matthew passion; stankonia; station to station; sticky fingers
    stop making sense; stranger in the alps; substance; suburbs; superfly; surfer rosa
    surrealistic pillow; swordfishtrombones; tago mago; talking book; tapestry
    tea for the tillerman; ten; theres a riot goin on; thriller; time out; to pimp a butterfly
    tommy; tortured poets department; tosca; toxicity; trans europe express; transformer
    tristan und isolde; tubular bells; turn on the bright lights; tusk; ultraviolence
    un verano sin ti; unknown pleasures; urban hymns; veckatimest; velvet underground nico
    vespertine; village green preservation society; violator; virgin; voodoo; wall
    waltz for debby; war; well tempered clavier; wet leg; whatever people say i am; whats going on
    whats the story morning glory; when we all fall asleep where do we go
    whenever you need somebody; white album; white pony; whos next; wild god; winterreise
    wish you were here; x y; you want it darker; ziggy stardust
    """
}
