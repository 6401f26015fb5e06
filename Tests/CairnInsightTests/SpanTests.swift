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
      ("he may call", nil),
      ("march to the shop", nil),
      ("buy the sun hat", nil),
      ("paint 12 chairs", nil),
      ("call 07700 900123", nil),
    ] as [(String, String?)])
  func dueOfActions(text: String, due: String?) {
    let tokens = Tokens.read(text, Lexicon.shared)
    #expect(TimeExpressions(tokens, text).due(of: .action) == due)
  }

  @Test(
    arguments: [
      ("passport expires March 2031", CaptureKind.fact, "March 2031"),
      ("Lena retires in December", .person, "December"),
      ("Kat told me about it on Sunday", .person, nil),
      ("we moved in on 3 June 1968", .fact, nil),
      ("a film about tomorrow", .idea, nil),
    ] as [(String, CaptureKind, String?)])
  func dueOfOthers(text: String, kind: CaptureKind, due: String?) {
    let tokens = Tokens.read(text, Lexicon.shared)
    #expect(TimeExpressions(tokens, text).due(of: kind) == due)
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
    ] as [(String, CaptureKind, String?)])
  func persons(text: String, kind: CaptureKind, person: String?) {
    let tokens = Tokens.read(text, Lexicon.shared)
    #expect(PersonMentions(tokens, text).person(of: kind) == person)
  }
}
