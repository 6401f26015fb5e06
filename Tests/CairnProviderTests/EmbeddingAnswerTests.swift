import Testing

@testable import CairnProvider

/// What is accepted as the answer of an embedding server.
@Suite struct EmbeddingAnswerTests {
  /// An answer to two texts, and the vectors or a part of the reason why it is refused.
  @Test(
    arguments: [
      (#"{"data":[{"embedding":[1,0.5]},{"embedding":[-2e-1,3]}]}"#, [[1, 0.5], [-0.2, 3]], ""),
      (
        #"{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":[3,4]}],"model":"x"}"#,
        [[3, 4], [1, 2]], ""
      ),
      ("", nil, "not valid JSON"), (#"{"data":[{"embedding":[NaN,1]}]}"#, nil, "not valid JSON"),
      ("[]", nil, "field `data` is missing"), (#"{"data":{}}"#, nil, "field `data` is an object"),
      (#"{"data":[]}"#, nil, "field `data` has 0 elements, expected 2"),
      (#"{"data":[{},{}]}"#, nil, "field `data[0].embedding` is missing"),
      (
        #"{"data":[{"embedding":[1,"2"]},{"embedding":[1,2]}]}"#, nil,
        "field `data[0].embedding[1]` is `\"2\"`, expected a number"
      ),
      (
        #"{"data":[{"embedding":[1,null]},{"embedding":[1,2]}]}"#, nil,
        "field `data[0].embedding[1]` is `null`, expected a number"
      ),
      (#"{"data":[{"embedding":[1,1e999]},{"embedding":[1,2]}]}"#, nil, "expected a number"),
      (#"{"data":[{"embedding":[1,1e300]},{"embedding":[1,2]}]}"#, nil, "expected a number"),
      (#"{"data":[{"embedding":[0,0]},{"embedding":[1,2]}]}"#, nil, "contains only zeros"),
      (
        #"{"data":[{"embedding":[1]},{"embedding":[1,2]}]}"#, nil,
        "field `data[0].embedding` has 1 numbers, expected 2 to 8192"
      ),
      (
        #"{"data":[{"embedding":[1,2,3]},{"embedding":[1,2]}]}"#, nil,
        "different numbers of dimensions: 2 and 3"
      ),
      (
        #"{"data":[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]}"#, nil,
        "field `data[1].index` is 0, which is repeated or out of range"
      ),
      (
        #"{"data":[{"index":2,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]}"#, nil,
        "field `data[0].index` is 2"
      ),
    ] as [(String, [[Float]]?, String)])
  func answers(_ answer: String, _ vectors: [[Float]]?, _ reason: String) throws {
    let response = try #require(HTTPResponse(Array("HTTP/1.1 200 OK\r\n\r\n\(answer)".utf8)))
    do throws(ProviderFailure) {
      let found = try EmbeddingServer.vectors(in: response, count: 2)
      #expect(found == vectors)
    } catch {
      #expect(vectors == nil, "\(error)")
      #expect(error.kind == .output && error.reason.contains(reason), "\(error.reason)")
    }
  }
}
