// Prints a line and ends: what any program costs that has what the argument parser needs inside.

import FoundationEssentials

/// Something of the library, so that it is linked.
let folder = FileManager.default.currentDirectoryPath
print("Hello from \(folder)")
