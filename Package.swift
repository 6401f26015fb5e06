// swift-tools-version: 6.2
import Glibc
import PackageDescription

// Cairn runs only on Linux with glibc, because it calls functions of both directly.

/// The settings of every Swift target: the Swift 6 language mode, `any` written out, imports that
/// are internal by default, and members visible only in files that import their module.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimizes a module in debug builds, and keeps the checks of debug builds. It is for modules in
/// which tests spend much time: without it, all tests together take about a third longer.
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

/// The settings of modules in which commands spend much time.
let fast: [SwiftSetting] = strict + optimized

/// The settings of modules in which commands spend little time: releases optimize them for size
/// instead of speed.
let small: [SwiftSetting] =
  strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The version of C in which `#embed` is standard.
let embedding: [CSetting] = [.unsafeFlags(["-std=c23"])]

/// How the program is linked: functions with the same code become one, and no symbols are exported.
/// The release has no tables for unwinding the stack, because nothing in it throws C++ exceptions
/// and Swift's errors do not unwind. The functions that short commands execute (`make start-order`)
/// are next to each other, so that these commands read fewer pages of the program. Relocations are
/// packed if the C library of this machine can read them. The program contains the part of the C++
/// library that Swift's runtime calls, because mapping and relocating the whole library would take
/// one millisecond of each command. In the added folder, the linker finds an archive under the
/// library's name.
let compact: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld", "-Xlinker", "--icf=safe", "-Xlinker", "--no-export-dynamic"]),
  .unsafeFlags(
    [
      "-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "-T", "-Xlinker",
      "\(Context.packageDirectory)/Sources/cairn/no-unwinding.ld", "-Xlinker",
      "--symbol-ordering-file=\(Context.packageDirectory)/Sources/cairn/start-order.txt",
      "-Xlinker", "--no-warn-symbol-ordering",
    ] + (isPackingUnderstood ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])
      + (hasStaticCXX ? ["-L", "\(Context.packageDirectory)/Sources/cairn/static"] : []),
    .when(configuration: .release)),
]

/// Whether GCC's C++ library is installed as an archive.
var hasStaticCXX: Bool {
  var found = glob_t()
  defer { globfree(&found) }
  return glob("/usr/lib/gcc/*/*/libstdc++.a", 0, nil, &found) == 0
}

/// Whether the C library is glibc 2.36 or later.
var isPackingUnderstood: Bool {
  let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
    confstr(Int32(_CS_GNU_LIBC_VERSION), buffer.baseAddress, buffer.count) > 0
      ? String(cString: Array(buffer)) : ""
  }
  let version = name.split { !$0.isNumber }.compactMap { Int($0) }
  return !version.lexicographicallyPrecedes([2, 36])
}

/// Returns a library target of this package.
///
/// A module can import only the modules and products named here, so the list of targets below is
/// the architecture of Cairn. `Sources/README.md` says what each module owns and what it must not
/// know.
func module(
  _ name: String, _ modules: [String] = [], _ products: [Target.Dependency] = [],
  exclude: [String] = [], swift: [SwiftSetting] = fast, linker: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: modules.map { .target(name: $0) } + products, exclude: exclude,
    swiftSettings: swift, linkerSettings: linker)
}

/// Returns a test target for one module, or for several modules that work together.
func tests(
  _ name: String, _ modules: [String], _ products: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: modules.map { .target(name: $0) } + products, exclude: exclude,
    swiftSettings: strict)
}

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
/// The products that the server uses. Hummingbird handles connections and HTTP; Cairn has its own
/// table of routes.
let hummingbird: [Target.Dependency] = [
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
]

let package = Package(
  name: "cairn",
  products: [
    .executable(name: "cairn", targets: ["cairn"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(
      url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    // Without traits, full Foundation and its 40 MB of Unicode data stay out of the server.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CCMarkGFM",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CLibMD", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CXXHash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

    // Files that are embedded in the program.
    .target(name: "CTemplates", cSettings: embedding),
    .target(name: "CWeb", cSettings: embedding),
    .target(
      name: "CWeights",
      exclude: [
        "common.bin", "foreign.bin", "lines.txt", "persons.bin", "step.txt", "weights.txt",
        "words.txt",
      ], cSettings: embedding),

    module("CairnText", ["CLibMD", "CXXHash"], linker: [.linkedLibrary(":libmd.a")]),
    module("CairnFiles", ["CLinux", "CairnText"], [system]),
    module("CairnGit", ["CairnFiles"], [subprocess, system], swift: small),
    module(
      "CairnDocument", ["CYAML", "CairnText"],
      linker: [.linkedLibrary(":libyaml.a")]),
    module(
      "CairnMarkup", ["CCMarkGFM", "CairnText"],
      linker: [
        .linkedLibrary(":libcmark-gfm-extensions.a"),
        .linkedLibrary(":libcmark-gfm.a"),
        // CommonMark.swift says why.
        .unsafeFlags(["-Xlinker", "--wrap=cmark_inlines_remove_special_character"]),
      ]),
    module("CairnCapture", ["CairnText", "CairnDocument", "CairnMarkup"]),
    module(
      "CairnInsight", ["CWeights", "CairnText"], exclude: ["NOTICE"], swift: small + optimized),
    module(
      "CairnIndex",
      [
        "CXXHash", "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnInsight",
      ]),
    module(
      "CairnQuery",
      [
        "CPCRE2", "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnInsight",
        "CairnIndex",
      ],
      linker: [.linkedLibrary(":libpcre2-8.a")]),
    module(
      "CairnNotebook",
      [
        "CLinux", "CairnText", "CairnFiles", "CairnDocument", "CairnMarkup", "CairnCapture",
        "CairnInsight",
        "CairnIndex", "CairnQuery",
      ], [system], swift: small + optimized),
    module("CairnJSON", ["CairnText"], swift: small),
    module(
      "CairnArchive", ["CZlib", "CairnText"], swift: small, linker: [.linkedLibrary(":libz.a")]),
    module(
      "CairnImport", ["CairnText", "CairnDocument", "CairnMarkup", "CairnJSON"], swift: small),
    module("CairnTerminal", ["CairnText", "CairnMarkup"], swift: small),
    module("CairnShell", ["CairnText", "CairnJSON"], swift: small),
    module("CairnArguments", ["CairnText"], [arguments], swift: small),
    module("CairnConsole", ["CairnText", "CairnFiles"], [subprocess, system], swift: small),
    module("CairnCharts", ["CairnText", "CairnCapture"], swift: small),
    module(
      "CairnTemplates",
      ["CTemplates", "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture"],
      swift: small),
    module(
      "CairnDigest",
      [
        "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnInsight", "CairnIndex",
        "CairnQuery", "CairnJSON", "CairnCharts", "CairnTemplates",
      ], swift: small),
    module(
      "CairnSite",
      [
        "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnIndex", "CairnQuery",
        "CairnJSON", "CairnCharts", "CairnTemplates", "CairnDigest",
      ], swift: small),
    module(
      "CairnExport",
      [
        "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnInsight", "CairnJSON",
        "CairnDigest", "CairnArchive",
      ], swift: small),
    module(
      "CairnProvider", ["CairnText", "CairnFiles", "CairnInsight", "CairnJSON"],
      [subprocess, system], swift: small),
    module(
      "CairnWork",
      [
        "CairnText", "CairnFiles", "CairnGit", "CairnDocument", "CairnMarkup", "CairnCapture",
        "CairnIndex", "CairnQuery", "CairnInsight", "CairnNotebook", "CairnCharts",
        "CairnTemplates", "CairnDigest", "CairnSite", "CairnProvider", "CairnArchive",
        "CairnImport", "CairnExport",
      ], [system], swift: small),
    module(
      "CairnWire",
      [
        "CairnText", "CairnFiles", "CairnGit", "CairnDocument", "CairnCapture", "CairnIndex",
        "CairnQuery", "CairnInsight", "CairnNotebook", "CairnJSON", "CairnCharts", "CairnTemplates",
        "CairnDigest", "CairnSite", "CairnProvider", "CairnExport", "CairnWork",
      ], [system], swift: small),
    module(
      "CairnScreens",
      [
        "CairnText", "CairnFiles", "CairnGit", "CairnDocument", "CairnMarkup", "CairnCapture",
        "CairnIndex", "CairnQuery", "CairnInsight", "CairnNotebook", "CairnTerminal",
        "CairnConsole", "CairnCharts", "CairnTemplates", "CairnDigest", "CairnProvider",
        "CairnWork", "CairnWire",
      ], [system], swift: small),
    module("CairnDaemon", ["CLinux", "CairnText", "CairnConsole"], swift: small),
    module("CairnHost", ["CairnNotebook", "CairnWork"], swift: small),
    module("CairnRPC", ["CairnText", "CairnJSON"], swift: small),
    module(
      "CairnLSP",
      [
        "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnNotebook", "CairnJSON",
        "CairnWork", "CairnWire", "CairnHost", "CairnRPC", "CairnFiles",
      ], [system], swift: small),
    module(
      "CairnMCP",
      [
        "CairnText", "CairnFiles", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnQuery",
        "CairnNotebook", "CairnJSON", "CairnWork", "CairnWire", "CairnHost", "CairnRPC",
      ], [system], swift: small),
    module(
      "CairnWeb",
      [
        "CWeb", "CairnText", "CairnFiles", "CairnDocument", "CairnMarkup", "CairnCapture",
        "CairnIndex", "CairnQuery", "CairnInsight", "CairnNotebook", "CairnJSON", "CairnTemplates",
        "CairnDigest", "CairnProvider", "CairnExport", "CairnWork", "CairnWire", "CairnHost",
        "CairnRPC", "CairnMCP",
      ], hummingbird + [system], swift: small),
    module(
      "CairnSession",
      [
        "CairnText", "CairnFiles", "CairnMarkup", "CairnCapture", "CairnIndex", "CairnQuery",
        "CairnInsight", "CairnNotebook", "CairnTerminal", "CairnConsole", "CairnProvider",
        "CairnWork", "CairnWire", "CairnScreens", "CairnHost", "CairnDaemon",
      ], [system], swift: small),
    module(
      "CairnCLI",
      [
        "CairnText", "CairnFiles", "CairnGit", "CairnDocument", "CairnMarkup", "CairnCapture",
        "CairnIndex", "CairnQuery", "CairnInsight", "CairnNotebook", "CairnArguments",
        "CairnTerminal", "CairnShell", "CairnConsole", "CairnCharts", "CairnTemplates",
        "CairnDigest", "CairnProvider", "CairnExport", "CairnWork", "CairnWire", "CairnScreens",
        "CairnHost", "CairnDaemon", "CairnSession", "CairnRPC", "CairnLSP", "CairnMCP", "CairnWeb",
      ], [arguments, system], swift: small),
    .executableTarget(
      name: "cairn", dependencies: ["CairnCLI"],
      exclude: ["no-unwinding.ld", "start-order.txt", "static"],
      swiftSettings: strict, linkerSettings: compact),

    tests("CairnTextTests", ["CairnText", "CairnFixtures"]),
    tests("CairnFilesTests", ["CLinux", "CairnText", "CairnFiles"], [system]),
    tests(
      "CairnGitTests", ["CairnText", "CairnDocument", "CairnCapture", "CairnGit"],
      [subprocess, system]),
    tests("CairnDocumentTests", ["CairnText", "CairnDocument", "CairnFixtures"], [yams]),
    tests(
      "CairnMarkupTests", ["CCMarkGFM", "CairnText", "CairnMarkup", "CairnFixtures"],
      exclude: ["filter-evasion.txt"]),
    tests(
      "CairnCaptureTests", ["CairnText", "CairnDocument", "CairnMarkup", "CairnCapture"]),
    tests(
      "CairnQueryTests",
      [
        "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnInsight", "CairnQuery",
      ]),
    tests("CairnInsightTests", ["CairnText", "CairnInsight"], exclude: ["answers.tsv"]),
    tests(
      "CairnNotebookTests",
      [
        "CairnText", "CairnFiles", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnInsight",
        "CairnIndex", "CairnQuery", "CairnNotebook",
      ], [system]),
    .target(
      name: "CairnFixtures", dependencies: ["CairnText", "CairnDocument", "CairnCapture"],
      path: "Tests/CairnFixtures", swiftSettings: strict),
    tests("CairnJSONTests", ["CairnJSON"]),
    tests("CairnArchiveTests", ["CairnText", "CairnArchive"]),
    tests(
      "CairnImportTests", ["CairnDocument", "CairnFixtures", "CairnImport"], exclude: ["Fixtures"]),
    tests(
      "CairnExportTests",
      [
        "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnJSON", "CairnArchive",
        "CairnExport",
      ]),
    tests(
      "CairnTerminalTests", ["CairnText", "CairnMarkup", "CairnTerminal", "CairnFixtures"]),
    tests("CairnShellTests", ["CairnShell"]),
    tests("CairnArgumentsTests", ["CairnArguments"]),
    tests("CairnConsoleTests", ["CairnConsole"]),
    tests("CairnChartsTests", ["CairnText", "CairnCapture", "CairnCharts", "CairnFixtures"]),
    tests(
      "CairnTemplatesTests", ["CairnText", "CairnCapture", "CairnTemplates", "CairnFixtures"],
      [system]),
    tests(
      "CairnDigestTests",
      [
        "CairnText", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnQuery", "CairnJSON",
        "CairnTemplates", "CairnDigest", "CairnFixtures",
      ]),
    tests(
      "CairnSiteTests",
      [
        "CairnText", "CairnMarkup", "CairnCapture", "CairnJSON", "CairnDigest", "CairnSite",
        "CairnFixtures",
      ]),
    tests(
      "CairnProviderTests",
      ["CairnText", "CairnInsight", "CairnJSON", "CairnProvider", "CairnFixtures"], [system]),
    // A client of a notebook, which several tests of use cases share.
    .target(
      name: "CairnDesk",
      dependencies: [
        "CairnFiles", "CairnGit", "CairnText", "CairnJSON", "CairnWork", "CairnRPC", system,
      ],
      path: "Tests/CairnDesk", swiftSettings: strict),
    tests(
      "CairnWorkTests",
      [
        "CairnText", "CairnFiles", "CairnGit", "CairnDocument", "CairnCapture", "CairnQuery",
        "CairnNotebook", "CairnArchive", "CairnExport", "CairnWork", "CairnDesk",
      ], [system]),
    tests(
      "CairnHostTests",
      [
        "CairnText", "CairnFiles", "CairnIndex", "CairnQuery", "CairnNotebook", "CairnWork",
        "CairnHost", "CairnDesk",
      ], [system]),
    tests(
      "CairnWireTests",
      [
        "CairnText", "CairnDocument", "CairnCapture", "CairnQuery", "CairnNotebook", "CairnJSON",
        "CairnDigest", "CairnWork", "CairnWire", "CairnDesk", "CairnFixtures",
      ]),
    tests("CairnRPCTests", ["CairnText", "CairnJSON", "CairnRPC", "CairnDesk"]),
    tests(
      "CairnLSPTests",
      [
        "CairnText", "CairnFiles", "CairnNotebook", "CairnJSON", "CairnWork", "CairnHost",
        "CairnRPC", "CairnLSP", "CairnDesk",
      ], [system]),
    tests(
      "CairnMCPTests",
      [
        "CairnText", "CairnFiles", "CairnCapture", "CairnJSON", "CairnNotebook", "CairnWork",
        "CairnRPC", "CairnMCP", "CairnDesk",
      ]),
    tests(
      "CairnWebTests",
      [
        "CairnText", "CairnFiles", "CairnNotebook", "CairnJSON", "CairnExport", "CairnWork",
        "CairnHost", "CairnWeb",
      ], [subprocess, system]),
    tests(
      "CairnCLITests",
      [
        "CairnText", "CairnArguments", "CairnTerminal", "CairnShell", "CairnConsole", "CairnWork",
        "CairnHost", "CairnDaemon", "CairnSession", "CairnCLI", "CairnFixtures",
      ],
      [subprocess, system], exclude: ["Transcripts"]),
  ]
)

// For `make fuzz`: a program that contains libFuzzer.
if Context.environment["CAIRN_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "cairn-fuzz",
      dependencies: [
        "CairnText", "CairnFiles", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnIndex",
        "CairnQuery", "CairnNotebook", "CairnTemplates", "CairnArchive", "CairnImport", system,
      ], path: "Fuzz", swiftSettings: strict))
}

// For `make bench`: a program that measures Cairn, and two programs to compare with it.
if Context.environment["CAIRN_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "cairn-bench",
      dependencies: [
        "CairnText", "CairnFiles", "CairnDocument", "CairnMarkup", "CairnCapture", "CairnQuery",
        "CairnNotebook", "CairnJSON", "CairnWork", "CairnHost", "CairnRPC", yams, system,
      ], path: "Benchmarks", exclude: ["Floor", "Hello"], swiftSettings: strict))
  package.targets.append(
    .executableTarget(name: "cairn-floor", path: "Benchmarks/Floor", swiftSettings: strict))
  package.targets.append(
    .executableTarget(name: "cairn-hello", path: "Benchmarks/Hello", swiftSettings: strict))
}

// For `make train`: a program that trains the classifier and measures it.
if Context.environment["CAIRN_TRAIN"] != nil {
  package.targets.append(
    .executableTarget(
      name: "cairn-train", dependencies: ["CairnInsight", "CairnText"], path: "Training",
      exclude: [
        "captures", "eval", "gifts.jsonl", "habits.tsv", "taught.tsv", "teacher", "topics.tsv",
        "works.jsonl",
      ],
      swiftSettings: strict))
}
