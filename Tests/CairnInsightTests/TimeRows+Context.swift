/// Texts whose other words decide what a number or a day means, and what their times mean on
/// Saturday, 21 November 2026, 10:04:05 in Berlin; `-` if nothing is due.
extension TimeRows {
  static let inContext: [(String, String)] = [
    amounts, dottedDates, slashes, pastDays, hoursBefore, shortForms, headings, lists, evenings,
    statements, moves, lookalikes,
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

  /// Numbers with a full stop, which are dates or times of day.
  static let dottedDates: [(String, String)] = [
    ("pay by 10.12", "2026-12-10"),
    ("pay by 14.12.", "2026-12-14"),
    ("submit until 3.12.", "2026-12-03"),
    ("ZUS and VAT, pay by 10.12", "2026-12-10"),
    ("pay by 14.12. Tell Ana", "2026-12-14"),
    ("pay before 3.12 or they charge", "2026-12-02"),
    ("renew no later than 7.01", "2027-01-07"),
    ("offer valid until 10.12, order", "2026-12-10"),
    ("rent due 10.12", "2026-12-10"),
    ("essay, deadline: 10.12", "2026-12-10"),
    ("essay deadline is 10.12", "2026-12-10"),
    ("dentist on 3.12", "2026-12-03"),
    ("dentist on 9.10. Bring the card", "2027-10-09"),
    ("dentist on 3.12 at 5pm", "2026-12-03 17:00"),
    ("pay VAT by 9.10.", "2027-10-09"),
    ("be there by 9.10", "2026-11-22 09:10"),
    ("be there by 9.10. Then call Ana", "2026-11-22 09:10"),
    ("be there by 10.30", "2026-11-21 10:30"),
    ("leave by 7.42", "2026-11-22 07:42"),
    ("finish by 12.12pm", "2026-11-21 12:12"),
    ("finish by 10.12 am", "2026-11-21 10:12"),
    ("finish by 10.12 in the morning", "2026-11-21 10:12"),
    ("send it by 10.12 friday", "2026-11-27 10:12"),
    ("send it by 10.12 tomorrow", "2026-11-22 10:12"),
    ("send it by 10.12 on friday", "2026-11-27 10:12"),
    ("book annual leave from 14.12", "2026-12-14"),
    ("by 15.12 file the tax return", "2026-12-15"),
    ("meet ben at 10.12", "2026-11-21 10:12"),
    ("send it friday by 10.12", "2026-11-27 10:12"),
    ("tomorrow by 10.12", "2026-11-22 10:12"),
    ("pay Sam £20 by 10.12", "2026-12-10"),
    ("pay Sam £2.10 by 3.12", "2026-12-03"),
    ("gig on 9.12 8pm", "2026-12-09 20:00"),
    ("cut a plank 2.10 by 3.12", "-"),
    ("order more than 10.12", "-"),
    ("catch the 10.12 to Leeds", "-"),
    ("train 10.12", "-"),
  ]

  /// Numbers with a slash before another word, which are dates or fractions.
  static let slashes: [(String, String)] = [
    ("safeguarding refresher 3/12 online, log in early", "2026-12-03"),
    ("dentist 18/12 bring forms", "2026-12-18"),
    ("pay on 3/4 online", "2027-04-03"),
    ("milk expires 3/12", "2026-12-03"),
    ("vet 7/12 w/ Rex", "2026-12-07"),
    ("buy 3/4 inch plywood", "-"),
    ("get 5/8 bolts", "-"),
    ("porridge 1/2 cup oats", "-"),
    ("socket 7/16 chrome", "-"),
    ("rate the film 7/10 overall", "-"),
    ("course 3/12 chapters", "-"),
    ("episode 3/12 now", "-"),
    ("watch the 9/11 documentary", "-"),
    ("slow the fan to 1/2 speed", "-"),
  ]

  /// Days from which something dates or begins.
  static let pastDays: [(String, String)] = [
    ("write to Magda that test data from Friday is broken", "-"),
    ("fix the data from friday", "-"),
    ("check the readings from tuesday", "-"),
    ("upload the photos from saturday", "-"),
    ("fix the engine from friday", "-"),
    ("fix prices from friday", "2026-11-27"),
    ("leave from friday", "2026-11-27"),
    ("book the cottage from friday", "2026-11-27"),
    ("open from 9 monday", "2026-11-23"),
    ("cover Ana's shift from Tuesday", "2026-11-24"),
  ]

  /// Days before or after an amount of hours or days.
  static let hoursBefore: [(String, String)] = [
    ("patch test Kayleigh 48 hrs before the 5th", "2026-12-03"),
    ("ring the salon 24 hours before the 12th", "2026-12-11"),
    ("stop aspirin 72h b4 the 12th", "2026-12-09"),
    ("ring them 24 hrs before friday 3pm", "2026-11-26 15:00"),
    ("ring them 12 hours before friday", "-"),
    ("2 weeks before 3 Dec pay gas", "-"),
    ("call mum the day before her birthday", "-"),
  ]

  /// `tn` for `tonight`, and tasks after `so`.
  static let shortForms: [(String, String)] = [
    ("revise chem tn", "2026-11-21 21:00"),
    ("gym tn?", "2026-11-21 21:00"),
    ("gym tn w/ Ana", "2026-11-21 21:00"),
    ("gym tn at 7", "2026-11-21 19:00"),
    ("order 5 tn", "-"),
    ("drive to Nashville TN", "-"),
    ("look at visit.tn.gov", "-"),
    ("mocks start mon so ACTUALLY revise bonding tn", "2026-11-21 21:00"),
    ("trip is on friday so pack the bags thursday", "2026-11-26"),
    ("the deadline is mon so finish it tn", "2026-11-21 21:00"),
    ("ring Ana monday so she can book friday", "2026-11-23"),
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
