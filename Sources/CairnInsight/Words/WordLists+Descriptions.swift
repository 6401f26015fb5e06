/// Lists of words that describe things and people, and lists of verbs for what they do.
extension WordLists {
  /// Words for household things and vehicles.
  static let things: StaticString = """
    car bike bicycle van scooter moped trailer boat ferry tram taxi lorry printer laptop computer
    phone tablet screen monitor keyboard charger cable radio telly tv speaker headphones camera
    projector boiler oven hob cooker kettle toaster dishwasher washing-machine dryer tumble-dryer
    microwave fan heater radiator thermostat pump fuse bulb bulbs lamp light lights switch socket
    plug tap taps sink toilet shower bath drain pipe pipes gutter gutters chimney hinge handle latch
    bolt padlock filter hose ladder drill saw hammer mower strimmer wheelbarrow spade fork tent sofa
    couch chair chairs table bed mattress cot pram pushchair stool bench mirror clock carpet rug
    curtain curtains blind blinds duvet pillow sheets towel coat jacket suit dress shirt shoes boots
    gloves scarf hat glasses umbrella suitcase bag rucksack helmet lock wheel wheels tyre tyres
    brake brakes battery chain saddle piano guitar violin cello flute drum racket skates skis toy
    basket bowl plate knife scissors iron blender mixer pan teapot vase candle fence hedge gate
    greenhouse compost tank pool aerial alarm bell vacuum hoover broom mop bin bins marquee urn
    """

  /// Words for papers, accounts and payments.
  static let papers: StaticString = """
    form forms contract lease insurance letter invoice invoices receipt permit ticket tickets
    certificate prescription statement bill bills fine fee fees rent mortgage loan deposit
    refund quote estimate tax vat return payslip wages salary pension cheque parcel parcels
    package card cards visa warranty guarantee renewal reminder notice timesheet expenses budget
    minutes agenda slides report draft proposal application registration survey questionnaire
    newsletter poster posters invitation invites rota timetable spreadsheet document documents
    paperwork manual handout booking subscription domain
    """

  /// Adjectives for the qualities of things.
  static let qualities: StaticString = """
    old new good bad best better worse worst small big large little short cheap free slow fast
    quick quiet loud hot cold warm wet dry soft hard heavy light full clean dirty fresh spare
    wrong right early fine nice great lovely strange odd funny sad honest useful useless simple
    perfect ugly beautiful bright dark sharp blunt thin narrow round flat double single half
    whole second last next other different same real fake true false best-ever longer shorter
    faster slower bigger smaller louder cheaper fewer
    """

  /// Names of colours.
  static let colours: StaticString = """
    red blue green yellow white black grey gray brown pink purple violet orange cream navy
    turquoise silver gold beige tan magenta maroon teal indigo scarlet
    """

  /// Number words, and words for amounts.
  static let counts: StaticString = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    eighteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen couple
    pair first third fourth fifth sixth seventh eighth ninth tenth twice several few many
    """

  /// Words for parts of the body, ailments and other medical terms.
  static let bodies: StaticString = """
    knee hip eye eyes ear ears shoulder back neck foot feet toe toes hand hands wrist elbow finger
    thumb tooth teeth gum skin heart blood lung liver kidney stomach head throat nose chest hair
    waist collar leg legs arm arms ankle heel nail rash fever cough cold headache migraine asthma
    eczema hayfever blister bruise sprain fracture stitches pulse pressure cholesterol glucose
    weight height temperature allergy allergies stroke cancer dementia arthritis
    """

  /// Words for personality traits, affiliations and pastimes.
  static let traits: StaticString = """
    shy kind deaf blind tall left-handed right-handed polite rude generous mean clever bossy chatty
    quiet lonely widowed single divorced sober bald bearded blond blonde ginger freckled
    colour-blind dyslexic teetotal teetotaller vegan vegetarian pescatarian catholic jewish muslim
    hindu christian buddhist atheist polish german french italian spanish irish scottish welsh
    english american canadian australian indian nigerian ghanaian kenyan chinese japanese korean
    turkish greek russian ukrainian dutch danish swedish norwegian finnish portuguese brazilian
    mexican hungarian czech romanian tennis chess bridge golf football rugby cricket netball sailing
    fishing hiking cycling running swimming knitting gardening dancing opera jazz
    """

  /// Verbs in the past tense.
  static let past: StaticString = """
    paid came made told gave ran took went met saw heard wrote spoke drove flew grew read
    learned learnt realised realized noticed bought sold sent built cut put set hit let taught
    thought brought caught spent slept felt ate drank swam won weighed measured counted cost
    changed replaced repaired fixed serviced renewed booked ordered returned cancelled painted
    planted washed cleaned moved installed updated tested switched tried visited called rang
    asked answered mentioned promised
    """

  /// Verbs for what people, animals and things do, in their base form.
  static let verbs: StaticString = """
    absorb accept ache act admire admit advise agree allow appear apply argue arrive attract avoid
    bake bark beat become begin behave believe belong bend bite bleed bloom boil boot borrow break
    breathe breed brew build burn buy care carry chair charge chew claim climb close coach collect
    come complain compose conquer contain cook cost cough count cover crack crash cry dance deliver
    depart depend deserve die disappear discover dissolve divorce doubt draw dream dress drink drip
    drive drop dry earn eat edit emigrate enjoy envy exclude exist expect expire explode fade fall
    fear feel fight finish fish fit flicker flower fly forget forgive found freeze graduate grieve
    grow hand hang happen hatch hate help hibernate hide hold hope hum hunt hurt ignore include
    insist interpret invent itch jam judge keep knit know last laugh lay lead leak lean leave lend
    lie like limp live load look lose love manage marry match matter mean melt mentor migrate mind
    miss need notice offer open orbit owe own paint pass peck pick play pray preach prefer press
    pretend promise publish pull push qualify race rattle read recommend referee reflect refuse
    regret reign remain rent repel require resent resign resist respect retire reveal review ride
    ripen rise rot rule run rust save scratch seem sell serve sew shave shed shout show shrink shut
    sing sit sleep smell smile smoke snap sneeze snore sound speak spend squeak stammer stand start
    stay stick sting stink stream stretch study suggest suit support swallow swear swell sync taste
    teach tear think train translate trust turn umpire understand volunteer vomit vote wake want
    wash wear weigh whisper whistle win work worry write
    """
}
