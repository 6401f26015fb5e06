/// The English names of days and months.
package enum CalendarNames {
  /// The days of the week, Monday first.
  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  /// The months, January first.
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension CalendarDate {
  /// The name of the month.
  package var monthName: String { CalendarNames.months[month - 1] }

  /// The day with the name of the month: `21 November 2026`.
  package var long: String { "\(day) \(monthName) \(year.padded(4))" }

  /// The name of the day of the week.
  package var weekdayName: String { CalendarNames.weekdays[weekday - 1] }
}
