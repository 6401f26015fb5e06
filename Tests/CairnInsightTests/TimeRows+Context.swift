/// Texts whose other words decide what a number or a day means, and what their times mean on
/// Saturday, 21 November 2026, 10:04:05 in Berlin; `-` if nothing is due.
extension TimeRows {
  static let inContext: [(String, String)] = [
    amounts, headings, lists, evenings, statements, moves, lookalikes,
  ].flatMap(\.self)

  /// Prices, measures and numbers of things, and times that look similar.
  static let amounts: [(String, String)] = [
    ("pay Sam back £12.50 fri", "2026-11-27"),
    ("pay Sam back $9.30", "-"),
    ("pay Sam back €7.15 tomorrow", "2026-11-22"),
    ("send Mo 7.15 EUR by fri", "2026-11-27"),
    ("send Mo 7.15€ by fri", "2026-11-27"),
    ("tickets 12.50 quid sat", "2026-11-21"),
    ("transfer CHF 12.50 tomorrow", "2026-11-22"),
    ("transfer £13.10 to Bo monday", "2026-11-23"),
    ("collect the £31.12 refund", "-"),
    ("collect 12.50kg of sand fri", "2026-11-27"),
    ("run 4.30 miles tomorrow", "2026-11-22"),
    ("ask about the 3.15% rate mon", "2026-11-23"),
    ("update the app to v2.30 fri", "2026-11-27"),
    ("upgrade python to 3.12 friday", "2026-11-27"),
    ("read section 4.30 by fri", "2026-11-27"),
    ("finish exercise 4.10 tomorrow", "2026-11-22"),
    ("pay Sam 12.50 fri", "2026-11-27"),
    ("pay Sam 12.50", "-"),
    ("order lunch, 9.30 pp, mon", "2026-11-23"),
    ("pay Sam at 5.30", "2026-11-21 17:30"),
    ("pay Sam by 5.30pm", "2026-11-21 17:30"),
    ("pay Sam £20 at 5.30", "2026-11-21 17:30"),
    ("pay rent 31.12.2026", "2026-12-31"),
    ("drinks 7.30 tomorrow, £5 entry", "2026-11-22 19:30"),
    ("quiz 7.30 £5 tomorrow", "2026-11-22"),
    ("vet 12.30 mon", "2026-11-23 12:30"),
    ("collect 20 quid 5.30 tomorrow", "2026-11-22 17:30"),
    ("haircut 4.30 mon with Em", "2026-11-23 16:30"),
    ("meet Jo 5.30 in the pub tomorrow", "2026-11-22"),
    ("ring the bank, card expires 08/27", "-"),
    ("ring the bank 08/12", "2026-12-08"),
  ]

  /// A day that begins the text, and a time of day after it.
  static let headings: [(String, String)] = [
    ("Tomorrow call the dentist at 9", "2026-11-22 09:00"),
    ("On Monday collect the cake by 4pm", "2026-11-23 16:00"),
    ("tomorrow is fine, the shop opens at 9", "2026-11-22"),
    ("Monday: 40 may be too many, ring at 4", "2026-11-23 16:00"),
    ("Fri: drinks 7ish", "2026-11-27 19:00"),
    ("Fri 7pm: drinks", "2026-11-27 19:00"),
    ("Fri - drinks 7pm", "2026-11-27 19:00"),
    ("25/12: lunch at mum's", "2026-12-25"),
    ("25/12: lunch at mum's 1pm", "2026-12-25 13:00"),
    ("4 Dec: concert 6pm", "2026-12-04 18:00"),
    ("4 Dec: concert at 8", "2026-12-04 20:00"),
    ("Mon: essay in by 5pm", "2026-11-23 17:00"),
    ("Mon: feed the cat", "2026-11-23"),
    ("tomorrow: 9am standup, 2pm dentist", "2026-11-22 09:00"),
    ("Fri 7pm: drinks, home by 11pm", "2026-11-27 19:00"),
    ("20 Nov: met the framer 6pm", "-"),
    ("1/2: cup of flour", "2027-02-01"),
    ("1/2 cup of flour", "-"),
    ("next thurs 1230", "2026-11-26 12:30"),
    ("dentist next thurs 6", "2026-11-26 18:00"),
    ("dentist tmrw 1230", "2026-11-22 12:30"),
    ("write tomorrow 1200 words", "2026-11-22"),
    ("next thurs 6 eggs", "2026-11-26"),
  ]

  /// Several weekdays.
  static let lists: [(String, String)] = [
    (
      "gym mon wed fri 7am",
      "every monday and wednesday and friday: 2026-11-23 07:00"
    ),
    ("mon wed fri 7am gym", "every monday and wednesday and friday: 2026-11-23 07:00"),
    ("yoga tues & thurs at 6", "every tuesday and thursday: 2026-11-24 18:00"),
    ("yoga tue/thu 18:30", "every tuesday and thursday: 2026-11-24 18:30"),
    ("gym mon, wed, fri 7am", "every monday and wednesday and friday: 2026-11-23 07:00"),
    ("gym mon wed fri", "-"),
    ("yoga tue or thu 6pm", "-"),
    ("swim mon 7am and wed 8am", "2026-11-23 07:00"),
    ("book one of the mon and wed 7am slots", "-"),
    ("gym mon wed 7am until June", "-"),
    ("open mon-fri 9am", "-"),
    ("move the dentist from mon to fri 9am", "-"),
    ("gym mon wed 6 eggs", "-"),
    ("Fridays are bad", "-"),
    ("put the bins out on Fridays", "every friday: 2026-11-27"),
  ]

  /// Things that take place in the evening.
  static let evenings: [(String, String)] = [
    ("dinner at 8", "2026-11-21 20:00"),
    ("dinner at 8am", "2026-11-22 08:00"),
    ("dinner at 08:30", "2026-11-22 08:30"),
    ("party saturday at 9", "2026-11-21 21:00"),
    ("dinner with Sam and Ola at 8", "2026-11-21 20:00"),
    ("drinks w/ Idris thurs 8.30", "2026-11-26 20:30"),
    ("book dinner for two at 8 tomorrow", "2026-11-22 20:00"),
    ("pub quiz every tuesday at 8", "every tuesday: 2026-11-24 20:00"),
    ("gig at 10:30 tomorrow", "2026-11-22 22:30"),
    ("tomorrow at 9 party at Bo's", "2026-11-22 21:00"),
    ("buy drinks at 9", "2026-11-22 09:00"),
    ("collect the party food at 9", "2026-11-22 09:00"),
    ("call the dinner lady at 9", "2026-11-22 09:00"),
    ("kids party saturday at 11", "2026-11-21 11:00"),
    ("brunch at 10, then drinks", "2026-11-22 10:00"),
    ("standup at 9. party after", "2026-11-22 09:00"),
  ]

  /// Statements and titles, which are not due.
  static let statements: [(String, String)] = [
    ("cancel before it renews on the 28th", "2026-11-28"),
    ("cancel before the 28th", "2026-11-27"),
    ("note to self: 8am calls are bad", "-"),
    ("note to self … 8am calls are bad", "-"),
    ("3pm call is with Bo", "2026-11-21 15:00"),
    ("5pm is too late for coffee", "-"),
    ("note to self: call Bo at 8am tomorrow", "2026-11-22 08:00"),
    ("8am call with Bo", "2026-11-22 08:00"),
    ("read Friday by Tournier", "-"),
    ("read Saturday by Ian McEwan", "-"),
    ("watch Wednesday", "-"),
    ("watch Wednesday on Netflix", "-"),
    ("watch the match Friday", "2026-11-27"),
    ("watch Solaris on Friday", "2026-11-27"),
    ("read the report by Friday", "2026-11-27"),
    ("finish the report Friday", "2026-11-27"),
    ("watch Friday 8pm", "2026-11-27 20:00"),
    ("send it Friday by noon", "2026-11-27 12:00"),
  ]

  /// Things that are moved to another day, and ends of ranges.
  static let moves: [(String, String)] = [
    ("the meeting on monday moved to wed", "2026-11-25"),
    ("dentist was moved to friday 3pm", "2026-11-27 15:00"),
    ("choir rescheduled to the 9th", "2026-12-09"),
    ("the tuesday class is postponed to 4 dec", "2026-12-04"),
    ("piano changed to weds 5pm", "2026-11-25 17:00"),
    ("the plants moved to sun loungers", "-"),
    ("drive Mo to training 6 til 7.30", "-"),
  ]

  /// Words and numbers that only look like a day or a time of day.
  static let lookalikes: [(String, String)] = [
    ("the shop is open 24/7, get milk", "-"),
    ("practise the piece in 4/4", "-"),
    ("pay the bill on 4/4", "2027-04-04"),
    ("sat down with Bo, send him notes", "-"),
    ("sit in the sun", "-"),
    ("ring Bo on sat", "2026-11-21"),
    ("pick up midnight blue paint", "-"),
    ("hand it in by midnight", "2026-11-22 00:00"),
    ("get black friday deals on tyres", "-"),
    ("pancakes on shrove tuesday", "-"),
    ("ring Ash friday", "2026-11-27"),
    ("pay council tax by 24/7", "2027-07-24"),
    ("catch the ten o'clock news", "-"),
    ("write the talk on Delft in the 1840s", "-"),
    ("call the bank about the 35 dollar fee from oct 30", "-"),
    ("book leave from dec 30", "2026-12-30"),
    ("write up the fall properly, happened sunday", "-"),
    ("bin the open tahini, opened 12/10", "-"),
    ("ring the vet, booked friday", "2026-11-27"),
    ("pay the property tax second half by january 31", "2027-01-31"),
    ("book the hall in the second half of 2027", "2027-07-01"),
    ("collect Sol at ten o'clock", "2026-11-22 10:00"),
    ("check if the 12 dec trip is still on", "-"),
    ("pack for the trip on 12 dec", "2026-12-12"),
    ("pay Ana the 3rd of May cash", "2027-05-03"),
    ("write new year's resolutions", "-"),
    ("write cards before new year", "2026-12-31"),
    ("order sparklers for new year", "2027-01-01"),
    ("order sparklers for new year eve", "2026-12-31"),
    ("order lanterns for lunar new year 2027", "-"),
    ("take the 2nd left after the church", "-"),
    ("book table for 8 at 7.30 fri", "2026-11-27 19:30"),
    ("sand the table at 8 tomorrow", "2026-11-22 08:00"),
    ("picnic table at 9 tomorrow", "2026-11-22 09:00"),
  ]
}
