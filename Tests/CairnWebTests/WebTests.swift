import Testing

/// All tests with servers. They run one after the other, because each server has threads of its
/// own.
@Suite("The server", .serialized) struct WebTests {}
