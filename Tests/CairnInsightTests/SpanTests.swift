import Testing

@testable import CairnInsight

/// Persons and times as they stand in a text.
@Suite struct SpanTests {
  @Test(
    arguments: [
      ("call Sarah by Friday", "by Friday"),
      ("dentist Thursday 3pm", "Thursday 3pm"),
      ("train at 17:30 tomorrow", "17:30 tomorrow"),
      ("rent due the 1st", "the 1st"),
      ("pay before the 3rd of May", "before the 3rd of May"),
      ("book it next Tuesday morning", "next Tuesday morning"),
      ("water the ferns every other Monday", "every other Monday"),
      ("flip the mattress every first Monday", "every first Monday"),
      ("renew in 3 weeks", "in 3 weeks"),
      ("report at the end of the month", "the end of the month"),
      ("ring the surgery first thing Monday", "first thing Monday"),
      ("vote, 2 May", "2 May"),
      ("vote May 2nd 2027", "May 2nd 2027"),
      ("send it 2026-12-01", "2026-12-01"),
      ("send it 1/12", "1/12"),
      ("petrol b4 Saturday", "b4 Saturday"),
      ("dentist thurs 8.40am", "thurs 8.40am"),
      ("collect Oma, lands 18:25 on the 30th", "18:25 on the 30th"),
      ("back before 4", "before 4"),
      ("lift dahlias after Easter", "after Easter"),
      ("pay rent monthly", "monthly"),
      ("Water the fern daily at 9", "daily at 9"),
      ("file the numbers quarterly, by post", "quarterly"),
      ("renew it yearly", "yearly"),
      ("bins out fortnightly", "fortnightly"),
      ("put the bins out on Mondays and Thursdays", "Mondays and Thursdays"),
      ("pay rent every 15th", "every 15th"),
      ("pay rent on the 5th of every month", "the 5th of every month"),
      ("pay rent the 15th of every month", "the 15th of every month"),
      ("pay rent monthly on the 5th", "monthly on the 5th"),
      ("water the fern every Monday and Thursday", "every Monday and Thursday"),
      ("water the fern every day at 9", "every day at 9"),
      ("water the fern every 3 days", "every 3 days"),
      ("meet Tom every month on Zoom", "every month"),
      ("buy the daily paper", nil),
      ("write the weekly report", nil),
      ("renew the yearly subscription", nil),
      ("order the monthly", nil),
      ("thank every 15th customer", nil),
      ("take the pills twice daily", nil),
      ("meet every month on the fifth Monday", nil),
      ("decorate every year on Easter", nil),
      ("decorate every year at Easter", nil),
      ("water the fern every day until June", nil),
      ("water the fern every week for 3 weeks", nil),
      ("call Bob yesterday 3pm", nil),
      ("Call Bob last night at 9pm", nil),
      ("Call Bob at 9pm last night", nil),
      ("last week at 3pm: call Bob", nil),
      ("ring Bob, last night around 9pm he was out", nil),
      ("ring Bob by 9pm, last night he was out", "by 9pm"),
      ("finish last night's book at 9pm", "9pm"),
      ("email Ann two days ago at 9am", nil),
      ("pay the bill last Friday 5pm", nil),
      ("call Bob back by 5pm, he rang yesterday at 3", "by 5pm"),
      ("pay it on the 3rd of next month", "the 3rd of next month"),
      ("pay it on the 30th of next month", "the 30th of next month"),
      ("he may call", nil),
      ("march to the shop", nil),
      ("buy the sun hat", nil),
      ("paint 12 chairs", nil),
      ("call 07700 900123", nil),
      ("transfer the money on payday", nil),
      ("pay two days before payday", nil),
      ("move it to the week after half term", nil),
      ("kids to Nana over half term", nil),
      ("print the slides before Monday's lecture", "Monday"),
      ("iron a shirt before tomorrow's interview", "tomorrow"),
      ("audit Q2 -> Bo, due 9 June", "9 June"),
      ("write up the Q2 figures", nil),
      ("shift the fitting from 3 to 5 May", nil),
      ("feed the hens from the 18th until the 23rd", "the 18th"),
      ("tell Mo that dinner on the 8th is cancelled", nil),
      ("insurance expires 23/04, renew it", "23/04"),
      ("card expires 08/27, order a new one", nil),
    ] as [(String, String?)])
  func dueOfActions(text: String, due: String?) {
    #expect(TimeMentions(text).due(of: .action) == due)
  }

  @Test(
    arguments: [
      ("passport expires March 2031", CaptureKind.fact, "March 2031"),
      ("Lena retires in December", .person, "December"),
      ("Kat told me about it on Sunday", .person, nil),
      ("we moved in on 3 June 1968", .fact, nil),
      ("a film about tomorrow", .idea, nil),
      ("the ladder is back from Wilf, lent in 2022", .fact, nil),
      ("got the silver card until 2027", .fact, "until 2027"),
      ("lunchtime supervisor Val retires at the end of term", .person, nil),
      ("the ban ends on the second Monday of May", .fact, "the second Monday of May"),
      ("Gwen's scan is on the 3rd of May", .person, "the 3rd of May"),
      ("Lev's exam is in July", .person, "July"),
      ("leeks stand until April", .fact, nil),
      ("Olga can't come Friday", .person, "Friday"),
      ("Olga was at the lido in July", .person, nil),
      ("Alma moved out at the end of October", .person, nil),
      ("my student teacher finishes on 11 December", .person, "11 December"),
      ("nursery fees 63 a day from September", .fact, nil),
      ("wholesaler opens 6.30 mon to fri, 7 on sat", .fact, nil),
      ("bin day is Thursday", .fact, nil),
      ("milk keeps till Friday", .fact, nil),
      ("the vet is booked for Friday", .fact, "Friday"),
      ("Gwen runs a stall in the summer", .person, nil),
      ("the road tax on the van runs out 22 April", .fact, "22 April"),
      ("syringe driver 4 serviced 18/11, sticker's on the back", .fact, nil),
      ("the ladder is back on 18/12, Wilf has it", .fact, "18/12"),
      ("the permit is valid until 10.12", .fact, "until 10.12"),
      ("the essay is due 10.12", .fact, "10.12."),
    ] as [(String, CaptureKind, String?)])
  func dueOfOthers(text: String, kind: CaptureKind, due: String?) {
    #expect(TimeMentions(text).due(of: kind) == due)
  }

  @Test(
    arguments: [
      ("call Sarah by Friday", CaptureKind.action, "Sarah"),
      ("email my landlord the photos", .action, "landlord"),
      ("let the boiler engineer in", .action, "boiler engineer"),
      ("send Dr Patel the form", .action, "Dr Patel"),
      ("return Sheila’s ladder", .action, "Sheila"),
      ("upload the essay to Canvas", .action, nil),
      ("buy a suitcase for Lisbon", .action, nil),
      ("buy milk", .action, nil),
      ("Priya: size 38", .person, "Priya"),
      ("boss's wife is called Margit", .person, "Margit"),
      ("my sister just got a puppy", .person, "sister"),
      ("the window cleaner comes on Fridays", .person, "window cleaner"),
      ("Zoë pronounces it ZOH-ee", .person, "Zoë"),
      ("Ольга is from Odesa", .person, "Ольга"),
      ("the postman is Dev", .person, "Dev"),
      ("Sheila's hip was done in March", .person, "Sheila"),
      ("Sarah's old recipe needs salt", .fact, nil),
      ("ring uncle bob", .action, "uncle bob"),
      ("ring uncle about the boat", .action, "uncle"),
      ("see Dr. May tomorrow", .action, "Dr. May"),
      ("ring Mum and Raj tonight", .action, "Mum"),
      ("ask @Zed", .action, "Zed"),
      ("ask @zed about the tent", .action, "zed"),
      ("mail me@example.org the plan", .action, nil),
      ("my sister in law is vegan", .person, "sister in law"),
      ("Bday of Anjali is 9 Feb", .person, "Anjali"),
      ("Apply for carers leave", .action, nil),
      ("order drinks at the Crown", .action, nil),
      ("walk along the Tamar", .action, nil),
      ("Quite sure Ivan moved to Graz", .person, "Ivan"),
      ("Honestly Karen never replies", .person, "Karen"),
      ("Talked to Priya today", .action, "Priya"),
      ("thank the Okafors for the ladder", .action, "Okafors"),
      ("book a trip to the Alps", .action, nil),
      ("Lovely weather in Lisbon", .person, nil),
      ("Childcare swap, two evenings each", .person, nil),
      ("kayden hates olives", .person, "kayden"),
      ("send the postcard to Benedikt", .action, "Benedikt"),
      ("return the hinges to Screwfix", .action, nil),
      ("find Jago a solicitor", .action, "Jago"),
      ("find Zenodo", .action, nil),
      ("Carmel = Dan's mum", .person, "Carmel"),
      ("the guy who fixed our roof: Stelian", .person, "Stelian"),
      ("Priyanka's partner: Joel (not Joe!!)", .person, "Joel"),
      ("our bard moved to Leeds", .person, nil),
      ("Spotted Lena's brother in Lidl", .person, "Lena's brother"),
      ("Meet at Victoria", .action, nil),
      ("Book an Airbnb in Florence", .action, nil),
      ("Dinner at Victoria's", .action, "Victoria"),
      ("Will pay rent tomorrow", .action, nil),
      ("Chase invoice", .action, nil),
      ("Mark the essays", .action, nil),
      ("Mark the plumber moved to Derby", .person, "Mark"),
      ("the Khans moved out", .person, "Khans"),
      ("The Smiths are in Spain", .person, "Smiths"),
      ("learn \"Solveig\" by heart", .action, nil),
      ("DANIELLE MOVED TO CREWE", .person, "DANIELLE"),
      ("email professor Adekunle the draft", .action, "professor Adekunle"),
      ("captain Maria sails at nine", .person, "Maria"),
      ("write to Councillor Oduya", .action, "Councillor Oduya"),
      ("book a table at Luigi's for Friday", .action, nil),
      ("wrap Ottilie's birthday present", .action, "Ottilie"),
      ("call Vodafone about the bill", .action, nil),
      ("get the Henry hoover serviced", .action, nil),
      ("call the plumber", .action, "plumber"),
      ("call dad", .action, "dad"),
      ("write to our MP", .action, "MP"),
      ("my neighbour Walter was a navigator", .person, "Walter"),
      ("the babysitter (Imogen) can do Fridays", .person, "Imogen"),
      ("Dr Hussain's receptionist is called Pauline", .person, "Pauline"),
      ("Uncle Geoff is allergic to shellfish", .person, "Uncle Geoff"),
      ("call the collie pup Brendan", .action, nil),
      ("hygienist the 17th at 3.50pm, tell work", .action, nil),
      ("pick up pie from Mabel's Diner", .action, nil),
      ("Prepone dentist to Monday 11 am", .action, nil),
      ("Ring Tadhg, see will he take two heifers to Athenry on Saturday", .action, "Tadhg"),
      ("hip surgeon is a Mr Vandersteen, clinic 4", .person, "Mr Vandersteen"),
      ("kindly collect the receipt from Sunita aunty", .action, "Sunita aunty"),
      ("parents eve thurs 5.40", .action, nil),
      ("parents' eve on Thursday", .action, nil),
      ("book a table for Christmas Eve", .action, nil),
      ("buy fireworks for New Year's Eve", .action, nil),
      ("drinks fri eve", .action, nil),
      ("call Eve tomorrow", .action, "Eve"),
      ("call eve about the tent", .action, "eve"),
      ("Eve is vegan", .person, "Eve"),
      ("Dr appt tomorrow 9am", .action, nil),
      ("dr appt", .action, nil),
      ("Prof review on Monday", .action, nil),
      ("write to Mr", .action, nil),
      ("call the dr about the results", .action, "dr"),
      ("ring Dr Okafor", .action, "Dr Okafor"),
      ("ring Mrs Bevan", .action, "Mrs Bevan"),
      ("Ring Noor", .action, "Noor"),
      ("take the vase to Ward 7", .action, nil),
      ("pay Harris & Sons for the slates", .action, nil),
      ("give the key to Ana when she is back from Sintra", .action, "Ana"),
      ("cousin Ike's exam is in July", .person, "cousin Ike"),
      ("the woman from the kiosk sells stamps", .person, "woman from the kiosk"),
      ("wife of the baker does alterations", .person, "wife of the baker"),
      ("Dr Lal likes to be called Jo", .person, "Dr Lal"),
      ("call cousin Dayo", .action, "cousin Dayo"),
      ("call the wife of Andrei", .action, "wife of Andrei"),
      ("write to Kuba's teacher", .action, "Kuba's teacher"),
      ("call Mr Whitcombe's son back", .action, "Mr Whitcombe's son"),
      ("Stefan's brother does plastering", .person, "Stefan's brother"),
      ("Halina's wife works nights", .person, "Halina's wife"),
      ("Halina's kids are Ada and Tim", .person, "Halina"),
      ("Halina's partner: Joel", .person, "Joel"),
      ("call mamá about Sunday", .action, "mamá"),
      ("May's new number is 0412 555 018", .person, "May"),
      ("May's knee is better", .person, "May"),
      ("the Dutch lad in the office plays chess", .person, "Dutch lad in the office"),
      ("Rev. Hope Tindall has two dogs", .person, "Rev. Hope Tindall"),
      ("ring Alhaji Bello about the lorry", .action, "Alhaji Bello"),
      ("write to Señora Iturbe", .action, "Señora Iturbe"),
      ("Hand the key to the registrar", .action, "registrar"),
      ("give the plate to my neighbour Halina", .action, "Halina"),
      ("Ring Okonjo about the fence", .action, "Okonjo"),
      ("Ring Hollybank", .action, nil),
      ("call Specsavers", .action, nil),
      ("Email Dr. van der Berg re: biopsy", .action, "Dr. van der Berg"),
      ("Email Prof. von Neumann", .action, "Prof. von Neumann"),
      ("Ring Mr. St. John", .action, "Mr. St. John"),
      ("Call Anneke van der Berg", .action, "Anneke van der Berg"),
      ("Call Siobhan Mac Giolla", .action, "Siobhan Mac Giolla"),
      ("Ring Maria dos Santos tomorrow", .action, "Maria dos Santos"),
      ("Email Mrs de la Cruz", .action, "Mrs de la Cruz"),
      ("Ask Anneke van Friday", .action, "Anneke"),
      ("Ask Dr. Van about the boiler", .action, "Dr. Van"),
      ("ask Mohan sir about the badge", .action, "Mohan sir"),
      ("Meera akka's shop is next to the school", .person, "Meera akka"),
      ("Canon Tolliver takes two sugars", .person, "Canon Tolliver"),
      ("ring Deacon Paul about the flowers", .action, "Deacon Paul"),
      ("Collect the quilt from Mrs Dorothy Haines", .action, "Mrs Dorothy Haines"),
      ("call Imogen Hale about the gate", .action, "Imogen Hale"),
      ("my cousin Bashir lands on Friday", .person, "Bashir"),
      ("text the scaffolder about the boards", .action, "scaffolder"),
      ("give Petra's toaster back", .action, "Petra"),
      ("post the parcel to Canada", .action, nil),
      ("book a coach to Leeds", .action, nil),
      ("ring the Leeds plumber about the tap", .action, "Leeds plumber"),
      ("run a bath", .action, nil),
      ("post the letter and read the number off the boiler", .action, nil),
      ("buy sweets before Pongal", .action, nil),
      ("book the flights for Tet", .action, nil),
      ("reserve two seats at Pavel's", .action, nil),
    ] as [(String, CaptureKind, String?)])
  func persons(text: String, kind: CaptureKind, person: String?) {
    let tokens = Tokens.read(text, Lexicon.shared)
    #expect(PersonMentions(tokens, text).person(of: kind) == person)
  }

  /// If the type is doubtful, so is the person.
  @Test func personOfDoubtfulType() {
    let text = "Farida likes jazz"
    let persons = PersonMentions(Tokens.read(text, Lexicon.shared), text)
    #expect(persons.person(of: .person, confidence: 0.9) == "Farida")
    #expect(persons.person(of: .person, confidence: 0.3) == nil)
  }

  @Test(
    arguments: [
      ("Priya", "Priya: birthday 3 May, likes gardening", "05-03"),
      ("Priya", "Priya's birthday is 3 May 1984", "1984-05-03"),
      ("Priya", "Priya bday May 3rd", "05-03"),
      ("Anjali", "Bday of Anjali is 9 Feb", "02-09"),
      ("Priya", "Priya, size 38, her birthday: 3 May", "05-03"),
      ("Priya", "Priya was born on 3 May 1984", "1984-05-03"),
      ("uncle bob", "uncle bob: birthday 12 Feb", "02-12"),
      ("Priya", "Priya: birthday party 3 May", nil),
      ("Priya", "Priya: Tom's birthday 3 May", nil),
      ("Priya", "Priya's mum's birthday is 3 May", nil),
      ("mum", "Priya's mum's birthday is 3 May", nil),
      ("Priya", "Priya, Tom and their mum, birthday 3 May", nil),
      ("Priya", "Priya: birthday maybe 3 May", nil),
      ("Priya", "Priya: birthday 3 May?", nil),
      ("Priya", "Priya: birthday in May", nil),
      ("Priya", "Priya: birthday 3/5", nil),
      ("Priya", "Priya: birthday soon, back on 3 May", nil),
      ("Priya", "Sam forgot Tom's birthday on 3 May, Priya", nil),
    ] as [(String, String, String?)])
  func birthdays(name: String, text: String, birthday: String?) {
    #expect(YearlyDay(birthdayOf: name, in: text)?.written == birthday)
  }

  /// Names that are also verbs are names unless the verb has an object.
  @Test(
    arguments: [
      ("Rob off sick until Monday", true), ("Sue up in Leeds", true),
      ("Max our cousin moved", true), ("Mark up the floor", false), ("Max out the card", false),
      ("Mark the essays", false),
    ])
  func names(text: String, isName: Bool) {
    let candidates = PersonCandidates(in: text, of: .action).all
    #expect(candidates.contains { $0.tokens == 0..<1 } == isName)
  }

  /// What may be the name on a card.
  @Test(
    arguments: [
      (
        "call sarah jones tomorrow", "sarah",
        "sarah jones tomorrow|sarah jones|sarah"
      ),
      ("ring uncle bob", "uncle bob", "uncle bob|uncle|bob"),
      ("ask zed about rope", nil, "zed about rope|zed about|zed|rope"),
      ("email the form to zed", nil, "zed"),
      ("ask Zed's mother", "Zed", "Zed"), ("rope", nil, ""), ("", "Zed", ""),
    ] as [(String, String?, String)])
  func calledNames(text: String, person: String?, names: String) {
    #expect(CalledNames.all(in: text, person: person).joined(separator: "|") == names)
  }

  /// Titles of captures about persons, and whether they may be names.
  @Test(
    arguments: [
      ("Sarah Jones", true), ("sarah", true), ("mum", true), ("Dr. Ada Lovelace", true),
      ("Jean-Luc de la Tour", true), ("María José", true), ("Ludwig van Beethoven", true),
      ("Xiomara Quist", true), ("王小明", true), ("Aunt May", true), ("Will Young", true),
      ("Pays on Fridays", false), ("Prefers email", false), ("Sarah is allergic to nuts", false),
      ("Mum's birthday is 3 March", false), ("likes tea", false), ("met Tom at the gym", false),
      ("Sarah, Tom", false), ("", false),
    ])
  func cardNames(text: String, isName: Bool) {
    #expect(CalledNames.isName(text) == isName)
  }
}
