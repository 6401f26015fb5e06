/// A number in Chinese characters (`十二`), in Korean words (`열두`), or in the wide digits of East
/// Asian keyboards (`１２`), as a part of a date or a time of day.
struct Numeral {
  let value: Int
  /// The number of characters.
  let count: Int

  /// Reads the numeral that begins at a character. Returns nil if none begins there, or if the
  /// characters around it do not show that it counts hours, minutes, days or weeks.
  ///
  /// - Parameters:
  ///   - characters: The characters of the text, without white space.
  ///   - isJoined: Whether no white space precedes the numeral.
  init?(in characters: [String], at index: Int, isJoined: Bool) {
    let before = index > 0 ? characters[index - 1] : ""
    let rest = characters[index...]
    if let wide = Self.value(rest.prefix { Self.wide[$0] != nil }.compactMap { Self.wide[$0] }) {
      self = wide
      return
    }
    let isStart = !isJoined || Self.beforeKorean.contains(before)
    if isStart, let (words, value) = Self.korean.first(where: { rest.starts(with: $0.words) }),
      rest.dropFirst(words.count).first == "시"
    {
      (self.value, count) = (value, words.count)
      return
    }
    let digits = rest.prefix { Self.digits[$0] != nil }
    let next = rest.dropFirst(digits.count).prefix(2).joined()
    guard let value = Self.value(ofDigits: digits.compactMap { Self.digits[$0] }),
      Self.isCounted(value, before: next, behind: before, isStart: isStart)
    else { return nil }
    (self.value, count) = (value, digits.count)
  }

  private init(value: Int, count: Int) { (self.value, self.count) = (value, count) }

  private static func value(_ digits: [Int]) -> Numeral? {
    guard (1...4).contains(digits.count) else { return nil }
    return Numeral(value: digits.reduce(0) { $0 * 10 + $1 }, count: digits.count)
  }

  /// Returns the value of a number below 100 whose digits are the values of its characters, 10 for
  /// `十`; nil for any other number.
  private static func value(ofDigits digits: [Int]) -> Int? {
    let parts = digits.split(separator: 10, omittingEmptySubsequences: false)
    guard !digits.isEmpty, parts.count <= 2, parts.allSatisfy({ $0.count < 2 }) else { return nil }
    let ones = parts.last?.first ?? 0
    return parts.count == 1 ? ones : 10 * (parts[0].first ?? 1) + ones
  }

  /// Returns whether `next`, the two characters after a numeral, and the character before it show
  /// that the numeral is a part of a time.
  private static func isCounted(
    _ value: Int, before next: String, behind before: String, isStart: Bool
  ) -> Bool {
    guard let unit = next.first else { return false }
    let isClear = isStart || beforeHours.contains(before)
    switch unit {
    // `一点` usually means *a little*, and `一時` *for a while*.
    case "点", "點", "时", "時":
      return value == 1 ? halves.contains(before) : isClear || next.hasSuffix("間")
    case "分": return hours.contains(before) || ["分钟", "分後"].contains(next)
    case "분": return before == "시" || isStart
    case "月": return next.last.map { digits[String($0)] != nil } ?? false
    case "号", "號": return before == "月" || before.isEmpty
    case "日": return before == "月" || ["日後", "日后"].contains(next)
    default: return amounts.contains(next) && before != "下"
    }
  }

  private static let hours: Set<String> = ["点", "點", "时", "時"]
  /// The last characters of words such as `下午` (*afternoon*).
  private static let halves: Set<String> = ["午", "上", "夜", "晨", "後", "前", "晚"]
  /// The last characters of words before an hour, such as `明天`.
  private static let beforeHours = halves.union([
    "天", "日", "の", "、", "，", "在", "于", "到", "约", "从", "今", "明", "早", "一", "二", "三",
    "四", "五", "六", "末", "朝", "方", "曜", "に", "月", "号",
  ])
  private static let amounts: Set<String> = [
    "天后", "天後", "周后", "週間", "小时", "个月", "个星", "か月", "ヶ月", "時間",
  ]
  private static let beforeKorean: Set<String> = ["후", "전", "녁", "밤", "침", "벽", "일"]

  private static let wide: [String: Int] = [
    "０": 0, "１": 1, "２": 2, "３": 3, "４": 4, "５": 5, "６": 6, "７": 7, "８": 8, "９": 9,
  ]
  private static let digits: [String: Int] = [
    "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7,
    "八": 8, "九": 9, "十": 10, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7,
    "팔": 8, "구": 9, "십": 10,
  ]
  /// The Korean words for hours, the longest first.
  private static let korean: [(words: [String], value: Int)] = [
    (["다", "섯"], 5), (["여", "섯"], 6), (["일", "곱"], 7), (["여", "덟"], 8), (["아", "홉"], 9),
    (["열", "한"], 11), (["열", "두"], 12), (["열"], 10), (["한"], 1), (["두"], 2), (["세"], 3),
    (["네"], 4),
  ]
}
