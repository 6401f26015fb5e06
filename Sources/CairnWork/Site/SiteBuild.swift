import CairnCapture
import CairnFiles
import CairnNotebook
import CairnSite
import CairnText
import SystemPackage

extension Workspace {
  /// Opens the folder for a site at a path that the caller passed, or creates it.
  ///
  /// Throws a ``Refusal`` if the folder contains the notebook, or if it is inside the notebook and
  /// neither hidden nor ignored.
  func siteFolder(_ name: String, _ catalog: Catalog) throws -> OutputFolder {
    let path = absolutePath(name)
    try checkSite(path, name, catalog)
    let folder = try OutputFolder(path)
    // The path may contain a link to another folder, so the resolved path is checked, too.
    try checkSite(folder.path, name, catalog)
    return folder
  }

  private func checkSite(_ path: FilePath, _ name: String, _ catalog: Catalog) throws {
    let root = notebook.store.root
    if root.starts(with: path) {
      throw Refusal(
        "site-place", "--output: `\(name)` contains the notebook; choose another folder")
    }
    guard let below = notebook.path(below: path) else { return }
    if below.components.contains(where: FileName.isHidden) { return }
    let seen = Set(catalog.walk.folders)
    var folder = below
    while !folder.isRoot {
      // If the scan did not enter the folder, the folder is ignored.
      if (try? notebook.store.kind(folder)) == .folder {
        if seen.contains(folder) { break }
        return
      }
      folder = folder.parent
    }
    throw Refusal(
      "site-place",
      "--output: `\(name)` is inside the notebook, so its pictures would become part of the "
        + "notebook; choose a folder outside, a hidden folder such as .site, or an existing "
        + "folder that .cairnignore lists")
  }

  /// Returns the facts about the notebook that a site of `count` captures needs. Readers must not
  /// learn of captures in `hidden`. Pictures are written to `folder`, not to the folder that
  /// `pictures` names.
  func siteSurroundings(
    _ catalog: Catalog, of count: Int, hidden: Set<NotePath>, _ folder: SiteFolder,
    _ pictures: PictureRequest
  ) throws -> SiteSurroundings {
    let store = notebook.store
    var pictures = pictures
    pictures.folder = nil
    let shown = try digestPictures(pictures, folder: store.root)
    let abouts = Dictionary(
      catalog.collections.map { ($0.path, $0.page?.description) }
    ) { first, _ in first }
    return SiteSurroundings(
      digestSurroundings(
        catalog, bodies: count, hidden: hidden, most: .max, folder: store.root, pictures: shown),
      description: { abouts[$0] ?? nil },
      state: { path in
        (try? store.stamp(path))?.map { "\($0.size) \($0.modified.nanosecondsSinceEpoch)" }
      },
      store: { path, bytes in folder.write(path, bytes) })
  }
}

/// A run that updates the folder of a site.
struct SiteBuild {
  let site: Site
  let folder: SiteFolder
  /// Whether the whole notebook could be read. If false, the pages of captures that were not found
  /// stay in the site.
  let isComplete: Bool
  /// Texts such as `a.html refers to b.html`, one for each reference from a page to a file that the
  /// site lacks.
  private(set) var broken: [String] = []

  init(_ site: Site, _ folder: SiteFolder, isComplete: Bool) {
    self.site = site
    self.folder = folder
    self.isComplete = isComplete
  }

  /// Writes the files that are out of date, and removes those that are no longer part of the site.
  mutating func run(progress: ((Int, Int) -> Void)?) throws(FileError) {
    folder.removeDrafts()
    let (site, folder) = (site, folder)
    let current = Parallel.map(Array(site.files.indices).chunked(into: 64)) { part in
      part.map { folder.isUpToDate(site.files[$0]) }
    }.flatMap(\.self)
    for (number, isCurrent) in current.enumerated() where isCurrent {
      folder.keep(site.files[number].path)
    }
    let wanted = site.files.indices.filter { !current[$0] }
    if !wanted.isEmpty { try folder.begin(wanted.map { site.files[$0].path }) }
    var done = site.files.count - wanted.count
    for numbers in wanted.chunked(into: Site.step) {
      let made = site.make(Array(numbers))
      _ = Parallel.map(made.chunked(into: 16)) { part in
        for page in part {
          let file = site.files[page.number]
          folder.write(file.path, page.bytes, inputs: file.inputs, media: page.media)
        }
      }
      broken += made.flatMap { page in
        page.broken.map { "\(site.files[page.number].path) refers to \($0)" }
      }
      done += numbers.count
      progress?(done, site.files.count)
    }
    if isComplete { folder.removeOthers() } else { folder.keepOthers() }
    try folder.finish()
  }
}

extension SiteBuild {
  /// Returns the result of the run.
  func result(leftOut: Int) -> SiteResult {
    let outcome = folder.outcome
    let strangers = outcome.strangers.sorted()
    let warning = { (code: String, message: String) in Diagnostic(.warning, code, message) }
    let problems =
      outcome.failures.map { "\($0)" }.sorted().map { warning("file-error", $0) }
      + strangers.map {
        warning(
          "site-stranger",
          "`\($0)` was not written, because another program made or edited the existing file")
      } + broken.map { warning("site-broken-link", "\($0), which is not in the site") }
    return SiteResult(
      count: site.count, leftOut: leftOut, files: outcome.files.count, written: outcome.written,
      removed: outcome.removed, strangers: strangers, deadLinks: site.deadLinks,
      outsideLinks: site.outsideLinks, problems: problems)
  }
}
