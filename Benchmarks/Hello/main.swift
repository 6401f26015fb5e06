// Prints one line. It links FoundationEssentials, as the argument parser does, so that its time is the
// least that starting such a program costs.

import FoundationEssentials

// A call into the library, or the linker would leave it out.
let folder = FileManager.default.currentDirectoryPath
print("Hello from \(folder)")
