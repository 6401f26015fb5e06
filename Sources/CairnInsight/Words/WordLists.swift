/// The lists of words whose class the classifier knows without training. The words are too rare in
/// the training lines to be learned. They are in lower case, separated by spaces and line breaks.
enum WordLists {
  /// Names of the days of the week, including abbreviations and plurals.
  static let weekdays: StaticString = """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur
    thurs fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays
    """

  /// Names of months, including abbreviations.
  static let months: StaticString = """
    january february march april may june july august september october november december jan
    feb mar apr jun jul aug sep sept oct nov dec
    """

  /// Words for times and for special days.
  static let times: StaticString = """
    today tomorrow tonight tmrw tmr tomoz 2moro 2day yesterday morning afternoon evening night
    noon midday midnight lunch lunchtime week weekend month year fortnight weekly daily
    monthly yearly annually hourly am pm o'clock asap soon later now eod eow eom spring summer
    autumn fall winter easter christmas xmas halloween thanksgiving diwali eid ramadan lent
    advent new-year halfterm half-term quarter q1 q2 q3 q4 deadline birthday anniversary arvo
    dawn dusk sunset sunrise daybreak
    """

  /// Titles that precede a name.
  static let titles: StaticString = """
    mr mrs ms miss dr prof professor sir lady lord rev fr father sister uncle auntie aunt aunty
    coach captain mme mlle herr frau señor señora don mister nurse chef pastor sgt sergeant judge
    """

  /// Words for relatives.
  static let relatives: StaticString = """
    mum mom mam mama mummy mommy ma mother dad daddy papa pa da father granny gran grandma
    grandmother grandpa grandad granddad grandfather nan nana nanna nonna nonno oma opa amma
    appa auntie aunty aunt uncle cousin sister brother sis bro niece nephew son daughter
    stepson stepdaughter stepmum stepdad stepfather stepmother husband wife hubby partner
    boyfriend girlfriend fiance fiancé fiancée ex sister-in-law brother-in-law mother-in-law
    father-in-law son-in-law daughter-in-law twins twin godson goddaughter godmother godfather
    bhaiya chachi grandson granddaughter grandkids parents inlaws in-laws spouse missus abuela
    abuelo abuelita abuelito babcia dziadek babushka dedushka deda tata baba paati thatha dadi
    mausi yiayia pappou bubbe zayde mormor farmor morfar farfar halmoni ouma oupa mémé pépé avó
    avô vovó vovô tía tío nain taid mamgu tadcu sibling siblings mil fil widow widower grandparents
    grandchild grandchildren godchild triplets ammi abbu dida dadu nani mamu chacha bua bhabhi mashi
    kaki aaji aai ajji ammamma periyamma akka thambi nagyi omi mutti mamie papy mamá papá zia zio
    ciocia wujek lolo nanay tatay kuya eomma obaachan yeye nainai waipo teta jiddo khala mammy
    periappa periyappa periamma chithappa chithi athai maama maami bf gf
    """

  /// Words for people by relationship or occupation.
  static let roles: StaticString = """
    plumber electrician landlord landlady boss manager supervisor colleague coworker co-worker
    neighbour neighbor flatmate roommate housemate doctor gp nurse dentist optician physio
    physiotherapist chiropodist osteopath pharmacist chemist vet midwife surgeon consultant
    therapist counsellor psychologist teacher tutor professor prof headteacher head principal
    lecturer lawyer solicitor barrister notary accountant bookkeeper tax adviser advisor banker
    broker agent builder roofer plasterer painter decorator carpenter joiner gardener cleaner
    caretaker janitor porter concierge receptionist secretary assistant pa intern trainee apprentice
    director ceo cfo cto chief chairman chair chairwoman treasurer president mayor councillor mp
    minister vicar priest pastor rabbi imam curate bishop nun postman postwoman postie courier
    driver milkman butcher baker fishmonger grocer florist barber hairdresser stylist beautician
    barista waiter waitress chef cook bartender mechanic engineer developer designer architect
    surveyor estimator foreman sweep window-cleaner nanny babysitter sitter childminder au-pair
    coach trainer instructor referee ref umpire captain keeper conductor organist pianist drummer
    singer guitarist luthier tuner editor publisher translator illustrator photographer journalist
    author writer poet librarian curator archivist researcher technician scientist student classmate
    schoolmate guide host hostess client customer buyer supplier rep salesman contractor
    subcontractor handyman locksmith tailor seamstress cobbler jeweller farmer farrier breeder
    shepherd beekeeper groundsman watchman guard policeman policewoman officer detective warden
    inspector social-worker carer health-visitor paramedic ot locum hygienist dietitian realtor
    estate-agent letting tenant lodger guest recruiter hr payroll it admin ops guy bloke chap lad
    lass girl boy woman man lady gentleman kid kids baby toddler neighbour's friend mate pal bestie
    ex-colleague ex-wife ex-husband bridesmaid best-man usher groom bride witness maid dhobi
    uncle-ji sir ma'am hausmeister super doorman bouncer sponsor mentor mentee patient reviewer
    examiner interviewer applicant candidate volunteer fella principal registrar chaplain bursar
    matron gaffer commis postmistress stationmaster harbourmaster quizmaster choirmaster headmaster
    headmistress deckhand bosun cabbie paralegal attorney sexton deputy chancellor provost goalie
    verger churchwarden groomer blacksmith bricklayer stonemason glazier tiler upholsterer
    interpreter celebrant undertaker anaesthetist cardiologist paediatrician pediatrician
    psychiatrist orthodontist podiatrist violinist cellist soprano tenor roadie stagehand clerk
    teller auditor bailiff magistrate conveyancer housekeeper steward skipper ranger gamekeeper
    auctioneer proofreader presenter lifeguard masseuse chiropractor dietician nutritionist catechist
    custodian caterer artist cashier fellow gal dressmaker optometrist dermatologist gynaecologist
    radiographer exterminator chauffeur arborist trustee usher superintendent organiser mailman
    """

  /// Words that express uncertainty.
  static let hedges: StaticString = """
    maybe perhaps possibly might could would should wonder wondering suppose supposing imagine
    what-if probably seems guess think thinking believe feel theory hypothesis hunch mabye
    maybee why how whether idea instead rather than never always most mostly just only every
    everything nothing nobody really actually isn't aren't ought
    """

  /// Units of measure.
  static let units: StaticString = """
    mm cm m km inch inches in ft feet foot yard yards mile miles ml l litre litres liter liters cl
    pint pints gallon gallons g kg gram grams kilo kilos lb lbs oz stone st ton tonne tonnes degrees
    degree c f watts w kw kwh v volt volts amp amps ah mah hz khz bpm mb gb tb kb ms psi bar percent
    pct % ° £ € $ ¥ quid euro euros pounds dollars cents pence p mph kph sq tsp tbsp cup cups
    teaspoon teaspoons tablespoon tablespoons wide long high deep tall thick diameter size sizes
    ratio pages page words calories kcal doses dose tablets mg mcg hydration
    """

  /// Words that are typical of household records: codes, accounts, readings.
  static let records: StaticString = """
    code password passwd pw pwd pin wifi wi-fi ssid login username user key keys combination combo
    serial number no no. nr ref reference account acct iban sort-code policy reg registration
    licence license vin mac ip port address postcode zip eircode id passport model version sku isbn
    barcode phone tel mobile cell extension ext meter reading router admin token membership alarm
    """

  /// Names of animals.
  static let animals: StaticString = """
    dog cat puppy kitten pup rabbit bunny hamster parrot budgie hen hens chicken chickens
    goldfish fish tortoise horse pony donkey goat sheep ferret snail bees hive snake gecko
    labrador whippet beagle poodle terrier collie spaniel retriever tabby cat's dog's lurcher
    greyhound husky schnauzer bichon westie dachshund bulldog frenchie mastiff rottweiler alsatian
    dalmatian pug chihuahua corgi vizsla weimaraner malamute samoyed akita cockapoo labradoodle
    cavapoo staffie staffy pomeranian yorkie bloodhound wolfhound sheepdog heeler kelpie siamese
    ragdoll moggy tomcat mare gelding stallion foal filly colt heifer ewe piglet goose geese
    cockerel rooster cockatiel parakeet canary macaw gerbil chinchilla iguana lizard alpaca llama
    """

  /// Words that are typical of shopping lists.
  static let groceries: StaticString = """
    milk eggs bread butter cheese yoghurt yogurt flour sugar salt rice pasta oats cereal coffee tea
    wine beer juice water onions onion garlic potatoes carrots tomatoes lettuce spinach apples
    bananas lemons limes oranges berries grapes chicken mince bacon sausages ham fish salmon tuna
    tofu beans lentils chickpeas nuts crisps chocolate biscuits cake honey jam oil vinegar mustard
    ketchup mayo stock spices cumin paprika coriander parsley basil ginger loo toilet kitchen roll
    rolls paper towels tissues soap shampoo conditioner toothpaste toothbrush deodorant razors
    nappies wipes bleach detergent sponges bin bags foil cling film batteries bulbs candles matches
    lightbulbs stamps envelopes tape glue screws nails plasters paracetamol ibuprofen vitamins dog
    cat food litter treats cards wrapping ribbon
    """

  /// Words for the state of things that need repair, renewal or an answer.
  static let faults: StaticString = """
    broken broke leaking leaks leak dripping drips drip stuck sticks jammed jams blocked
    clogged cracked torn ripped split squeaks squeaking creaks creaky loose wobbly wobbles
    rattles rattling flickers flickering dead flat low empty expired expires expiring overdue
    late unpaid unsigned unanswered missing lost faulty dodgy kaput bust busted burnt blown
    gone leaky rusty mouldy damp smoking chirping beeping beeps hums tripping trips off out
    outstanding pending due needs need needed wants won't doesn't refuses fails failing failed
    snapped chipped fell running rotten worn perished
    """

  /// Verbs and other words that say what somebody is, has, does or did.
  static let states: StaticString = """
    is are was were isn't isnt 's has hasn't have had likes loves hates prefers wants needs
    lives works runs owns plays sings speaks drinks eats wears knows thinks says said keeps
    collects teaches studies studied trained comes goes moves moved married divorced engaged
    pregnant retired retires quit left died passed joined started starts finished turned turns
    got gets became becomes can can't cannot cant won't doesn't doesnt don't didn't allergic
    vegan vegetarian coeliac celiac diabetic called named born grew used supports drives
    swears sells charges makes lost found fell broke bought sold recommended recommends
    offered agreed expecting due away back afraid scared into
    """

  /// Words for appointments and other events.
  static let events: StaticString = """
    appointment appt apt dentist doctor gp haircut interview meeting call standup exam exams
    test class lesson rehearsal training match game gig concert party wedding funeral service
    mot checkup check-up scan jab vaccination vaccine booster physio lunch dinner breakfast
    coffee flight train pickup delivery visit inspection parents viewing reservation booking
    checkin session seminar lecture workshop webinar conference agm drinks barbecue bbq
    """

  /// Words for the subjects of ideas: works, places and things to make.
  static let works: StaticString = """
    app podcast novel story stories book books zine blog newsletter website site film movie
    documentary play musical opera song songs album playlist poem poems poetry essay memoir
    screenplay script sequel chapter character narrator villain hero plot scene title slogan logo
    brand tagline theme concept metaphor principle lesson insight theory hypothesis hunch thesis
    experiment prototype startup business shop cafe café bakery restaurant stall bar pub market
    festival exhibition museum gallery library club circle workshop course class school academy game
    puzzle quiz toy gadget device tool widget plugin extension sensor machine robot bot service
    subscription membership scheme programme program campaign fund scholarship network platform
    community co-op cooperative choir band orchestra garden park bench bridge street neighbourhood
    mural sculpture installation map atlas dictionary almanac diary journal calendar cookbook series
    channel show comic cartoon magazine column lottery auction party dinner supper parade picnic
    tradition ritual habit rule challenge design feature button dashboard font colour collective
    swap kiosk pop-up hotel hostel guesthouse retreat residency
    """

  /// Words for the subjects of sayings and general insights, such as `love` and `patience`.
  static let abstractions: StaticString = """
    love fear hope grief guilt shame joy anger envy pride courage kindness honesty trust patience
    curiosity boredom loneliness silence memory attention time happiness sadness sorrow freedom
    success failure luck ambition wisdom truth beauty meaning purpose identity nostalgia creativity
    inspiration motivation discipline procrastination perfectionism confidence anxiety stress energy
    rest sleep health friendship marriage home work play talent taste money wealth poverty power
    culture history language thought thinking ideas idea knowledge learning habit habits routine
    routines clarity simplicity complexity change progress growth life death nature art music craft
    design choice choices decision decisions people nobody everybody everyone someone anybody human
    humans kids children adults strangers friends society world mind mood feelings feeling emotion
    respect forgiveness gratitude faith doubt risk regret comfort conversation listening mistakes
    mistake questions problem problems laziness busy busyness
    """

  /// Words for the locations of things, including prepositions.
  static let places: StaticString = """
    drawer shelf cupboard cabinet garage shed attic loft cellar basement kitchen bathroom
    bedroom hall hallway office desk fridge freezer wardrobe pantry porch garden yard drive
    gate door window wall floor ceiling roof stairs landing box crate tin jar folder binder
    safe locker bag pocket glovebox boot trunk hook nail pot bucket corner back front left
    right top bottom behind under above below beside inside outside next upstairs downstairs
    row level station stop platform bus shop supermarket chemist library school surgery clinic
    hospital bank church pub café hotel street road lane avenue flat apartment house
    """

  /// Verbs that begin a task.
  static let chores: StaticString = """
    call ring phone telephone text txt message email mail e-mail write reply respond answer ask tell
    remind inform notify chase ping contact dm whatsapp facetime skype buy get order reorder pick
    collect fetch grab bring take drop return give send post ship deliver forward pay transfer venmo
    refund claim invoice bank deposit withdraw cash book reserve schedule reschedule arrange rebook
    confirm reconfirm cancel renew extend register enrol enroll apply sign submit file hand turn
    fill complete finish print scan copy photocopy photograph upload download install update upgrade
    backup back restore delete remove clear clean wash wipe hoover vacuum mop dust sweep scrub
    polish rinse tidy sort declutter organise organize label pack unpack fold iron dry hang sew hem
    mend repair fix patch glue replace change swap top refill recharge charge empty drain unblock
    bleed descale defrost oil grease lube tighten sharpen paint repaint sand varnish plaster drill
    screw nail mount assemble build measure cut trim prune mow weed water feed worm groom walk bath
    plant sow repot harvest rake dig mulch net lift cook bake make prep prepare marinate soak thaw
    roast check recheck verify look find search research investigate google see read review
    proofread revise study practise practice rehearse learn memorise memorize draft edit rewrite
    translate transcribe present attend visit meet join go drive cycle run swim stretch exercise
    weigh test try inspect service tax insure mot recycle donate sell list advertise decide choose
    plan compare calculate budget audit reconcile approve authorise authorize delegate assign hire
    interview onboard train invite rsvp host thank apologise apologize congratulate wish say let
    move rearrange set start stop switch put lock unlock close open shut finalise finalize wrap bin
    dump throw chuck shred burn store stash deploy merge rebase rotate migrate debug refactor squash
    push pull commit bump lint reproduce revoke rename resubmit calibrate autoclave log record note
    remember don't dont do query dispute complain report appeal contest lend borrow loan owe share
    show have add follow keep watch track monitor top-up sub tune restring reset reboot retry pickup
    dropoff lay warm heat chill freeze bottle jar
    """

  /// Verbs that may begin a proposal as well as a task.
  static let proposals: StaticString = """
    imagine suppose picture invent design create develop launch build start found open teach turn
    make let use treat call name rename rethink reframe combine pair merge mix swap replace trade
    invite offer host run hold organise organize publish print record film shoot write compose draw
    map paint carve knit sell rent share borrow lend gamify crowdsource automate pitch sketch
    prototype test try what-if twin convert repurpose reuse recycle reverse flip abolish ban drop
    scrap kill cut split ditch give put hang send train breed grow plant stage tour sample keep
    measure reward celebrate bring wear eat travel visit follow set
    """

  /// Grammatical words. For each of these words, ``GrammarTags`` uses the word itself as the tag.
  static let grammar: StaticString = """
    a about after again all already also always am an and another any are aren't as at be because
    been before being between both but by can can't cannot could did didn't do does doesn't don't
    down during each either ever every everybody for from had has hasn't have haven't he he's her
    here hers him his how i i'd i'll i'm i've if in into is isn't it it's its just least less let
    let's like may me might mine more most must my neither never no nobody nor not of off on once
    one only onto or other our out over people per please same shall she she's should since so some
    still such than that that's the their them then there there's these they they're this those
    through till to too two under until up us very was wasn't we we're were what what's when where
    whether which while who who's why will with without won't would yes yet you you're your
    """
}

extension String {
  /// Returns the words of a list, which are separated by white space.
  func words<Word: LosslessStringConvertible>() -> Set<Word> {
    Set(split(whereSeparator: \.isWhitespace).compactMap { Word(String($0)) })
  }
}
