// Goes through a tree: `cairn-floor walk|read FOLDER THREADS`. It is small on purpose, and a program
// of its own, so that starting it costs next to nothing.

let words = CommandLine.arguments + ["", "", ""]
Floor.run(words[2], reads: words[1] == "read", threads: Int(words[3]) ?? 1)
