// Generated from templates/ by `make generate`. Do not edit.
// swift-format-ignore-file

/// The templates that come with Cairn, as they stand in `templates/`.
package enum BuiltInTemplates {
  /// The text of each file, by its path below `templates/`: `digests/default/html/head.mustache`.
  package static let files: [String: String] = [
    "capture/action.md": ##"""
      ---
      type: action
      status: open
      due:
      tags: []
      ---
      {{text}}
      <!-- What is to be done? Begin with a verb. Steps go below, as `- [ ] step`. -->

      """##,
    "capture/entry.md": ##"""
      ---
      type: entry
      title:
      score: undecided
      tags: []
      ---
      {{text}}
      <!-- What it was like. The score is one of undecided, bad, okay, great. -->

      """##,
    "capture/fact.md": ##"""
      ---
      type: fact
      meaning:
      tags: []
      ---
      {{text}}
      <!-- What is so, and how you know. -->

      """##,
    "capture/gift.md": ##"""
      ---
      type: gift
      title:
      recipient:
      occasion:
      date:
      budget:
      tags: []
      ---
      {{text}}
      <!-- Where you heard that they want it, and where it can be had. -->

      """##,
    "capture/idea.md": ##"""
      ---
      type: idea
      meaning:
      tags: []
      ---
      {{text}}
      <!-- The thought, in the words it came in. Put into `meaning`, in one sentence, why it matters. -->

      """##,
    "capture/note.md": ##"""
      ---
      type: note
      tags: []
      ---
      {{text}}

      """##,
    "capture/person.md": ##"""
      ---
      type: person
      title:
      aliases: []
      meaning:
      birthday:
      tags: []
      ---
      {{text}}
      <!-- Who it is, how you met, what you would be ashamed to forget. -->

      """##,
    "digests/actions/template.yml": ##"""
      description: What is to be done, by the day it is due
      query: type:action -status:done -status:cancelled
      group-by: due
      sort: due,-created
      title: "To do, {{long(generated)}}"

      """##,
    "digests/changelog/markdown/group.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}

      {{signs}} {{name}}


      """##,
    "digests/changelog/markdown/item.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}
      - [{{title}}]({{source}}){{#type}}, {{type}}{{/type}}{{#status}}, {{status}}{{/status}}, {{created}}

      """##,
    "digests/changelog/template.yml": ##"""
      description: What was captured, completed and changed in thirty days, a line each
      since: -30d
      until: today
      dates: created, completed, updated
      group-by: event
      sort: -updated,title
      title: "Changes from {{long(since)}} to {{long(until)}}"
      bodies: false

      """##,
    "digests/changelog/text/item.mustache": ##"""
      - {{title}}{{#type}}, {{type}}{{/type}}{{#status}}, {{status}}{{/status}}, {{created}}

      """##,
    "digests/daily/template.yml": ##"""
      description: What was captured and completed in a day
      since: today
      until: today
      dates: created, completed
      group-by: event
      title: "{{weekday(since)}}, {{long(since)}}"

      """##,
    "digests/default/html/foot.mustache": ##"""
      </main>
      <footer class="colophon">
      <p>Made from plain Markdown files with Cairn.</p>
      </footer>
      </body>
      </html>

      """##,
    "digests/default/html/group.mustache": ##"""
      <h{{level}} class="group" id="{{anchor}}">{{#icon}}<span aria-hidden="true">{{icon}}</span> {{/icon}}{{name}} <span class="count">{{count}}</span></h{{level}}>

      """##,
    "digests/default/html/head.mustache": ##"""
      <!DOCTYPE html>
      <html lang="{{language}}" data-theme="{{theme}}">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data: https: 'self' file:; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="Cairn">
      <title>{{title}}</title>
      <style>
      :root {
        --paper: #fdfdfc; --ink: #23252a; --soft: #62666e; --line: #e3e3e0; --shade: #f4f4f2;
        --accent: #4b5563;
        --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, "Noto Serif", serif;
        --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
      }
      [data-theme="blue"] { --accent: #1d5fa8; }
      [data-theme="orange"] { --accent: #b04a08; }
      [data-theme="yellow"] { --accent: #806000; }
      [data-theme="green"] { --accent: #246b3c; }
      [data-theme="indigo"] { --accent: #4a45b0; }
      @media (prefers-color-scheme: dark) {
        :root {
          --paper: #17181b; --ink: #e2e2df; --soft: #9c9fa6; --line: #303236; --shade: #202226;
          --accent: #a9b1bd;
        }
        [data-theme="blue"] { --accent: #7fb3ec; }
        [data-theme="orange"] { --accent: #f2a066; }
        [data-theme="yellow"] { --accent: #dcc05a; }
        [data-theme="green"] { --accent: #7fc796; }
        [data-theme="indigo"] { --accent: #aaa6f4; }
      }
      * { box-sizing: border-box; }
      html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
      body {
        margin: 0 auto; padding: 4rem 1.5rem 6rem; max-width: 44rem;
        background: var(--paper); color: var(--ink);
        font: 1.0625rem/1.6 var(--serif); overflow-wrap: break-word;
      }
      a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: .06em; }
      a:hover { text-decoration-thickness: .12em; }
      :focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
      .skip { position: absolute; left: -99em; }
      .skip:focus { left: 1rem; top: 1rem; padding: .4rem .8rem; background: var(--paper); }
      h1, h2, h3, h4, h5, h6 { line-height: 1.2; font-weight: 600; text-wrap: balance; }
      h1, h2, h3, h4, h5, h6, p, li, dd, td, th, blockquote { unicode-bidi: plaintext; text-align: start; }
      .masthead h1 { margin: 0; font-size: 2.25rem; letter-spacing: -.015em; }
      .masthead p, .contents, .facts, .tags, .fields, .colophon { font-family: var(--sans); font-size: .8125rem; color: var(--soft); }
      .masthead p { margin: .6rem 0 0; }
      .masthead code { font-size: 1em; }
      .contents { margin: 2rem 0 0; padding: 1rem 0; border-block: 1px solid var(--line); }
      .contents ol { margin: 0; padding: 0; list-style: none; columns: 14rem; column-gap: 2rem; }
      .contents li { display: flex; gap: .5rem; padding: .15rem 0; break-inside: avoid; }
      .contents a { flex: 1; color: var(--ink); text-decoration: none; }
      .contents a:hover { color: var(--accent); text-decoration: underline; }
      .contents .count { font-variant-numeric: tabular-nums; }
      .group { margin: 4rem 0 0; padding-bottom: .5rem; border-bottom: 2px solid var(--accent); font-size: 1.5rem; }
      .group .count { float: inline-end; font: .8125rem/2.2 var(--sans); color: var(--soft); }
      article { margin: 2.5rem 0 0; }
      article + article { padding-top: 2.5rem; border-top: 1px solid var(--line); }
      article > header > :first-child { margin: 0; font-size: 1.3125rem; }
      article > header a { color: inherit; text-decoration: none; }
      article > header a:hover { color: var(--accent); text-decoration: underline; }
      .facts { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .9rem; margin: .4rem 0 0; padding: 0; list-style: none; }
      .type { padding: .05rem .5rem; border: 1px solid var(--accent); border-radius: 1rem; color: var(--accent); }
      .stars { letter-spacing: .1em; color: var(--accent); }
      .meaning { margin: .9rem 0 0; padding-inline-start: .9rem; border-inline-start: 3px solid var(--accent); font-style: italic; }
      .fields { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 1rem 0 0; }
      .fields dt { color: var(--soft); }
      .fields dd { margin: 0; color: var(--ink); }
      .body > :first-child { margin-top: 1rem; }
      .body h1 { font-size: 1.1875rem; } .body h2 { font-size: 1.125rem; }
      .body h3, .body h4, .body h5, .body h6 { font-size: 1rem; }
      .body h1, .body h2, .body h3, .body h4, .body h5, .body h6 { margin: 1.6em 0 .4em; }
      .body p, .body ul, .body ol, .body pre, .body blockquote, .body table { margin: .8em 0; }
      .body ul, .body ol { padding-inline-start: 1.4em; }
      .body li { margin: .2em 0; }
      .body li:has(> input) { list-style: none; margin-inline-start: -1.4em; }
      .body img { display: block; max-width: 100%; height: auto; margin: 1.2em 0; border-radius: 3px; }
      .body blockquote { padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); margin-inline: 0; color: var(--soft); }
      .body hr { border: 0; border-top: 1px solid var(--line); margin: 2em 0; }
      .body table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; font: .875rem/1.5 var(--sans); font-variant-numeric: tabular-nums; }
      .body th, .body td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); }
      .body [align="right"] { text-align: end; } .body [align="center"] { text-align: center; }
      code, pre { font-family: var(--mono); font-size: .875em; }
      .body code { padding: .1em .25em; border-radius: 3px; background: var(--shade); }
      .body pre { padding: .9rem 1rem; border-radius: 4px; background: var(--shade); overflow-x: auto; line-height: 1.45; unicode-bidi: isolate; text-align: left; direction: ltr; }
      .body pre code { padding: 0; background: none; font-size: 1em; }
      .footnotes { font-size: .875em; color: var(--soft); }
      .tags { display: flex; flex-wrap: wrap; gap: .2rem .8rem; margin: 1rem 0 0; padding: 0; list-style: none; }
      .empty { margin: 4rem 0; text-align: center; font-style: italic; color: var(--soft); }
      .colophon { margin-top: 5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
      @media (max-width: 36rem) { body { padding: 2rem 1.1rem 4rem; font-size: 1rem; } .masthead h1 { font-size: 1.75rem; } }
      @media print {
        :root, [data-theme] { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --shade: #f3f3f3; --accent: #000; }
        body { max-width: none; padding: 0; font-size: 10.5pt; }
        .skip { display: none; }
        .group { break-after: avoid; margin-top: 2.5rem; }
        article > header, h1, h2, h3, h4 { break-after: avoid; }
        pre, table, img, blockquote { break-inside: avoid; }
        .body pre { white-space: pre-wrap; }
      }
      </style>
      </head>
      <body>
      <a class="skip" href="#captures">Skip to the captures</a>
      <header class="masthead">
      <h1>{{title}}</h1>
      <p>{{total}} capture{{s(total)}} · {{generated}}{{#query}} · <code>{{query}}</code>{{/query}}</p>
      </header>
      {{#hasContents}}
      <nav class="contents" aria-label="Contents">
      <ol>
      {{#contents}}
      <li class="level-{{level}}"><a href="#{{anchor}}">{{#icon}}<span aria-hidden="true">{{icon}}</span> {{/icon}}{{name}}</a>{{#count}}<span class="count">{{count}}</span>{{/count}}</li>
      {{/contents}}
      </ol>
      </nav>
      {{/hasContents}}
      <main id="captures">
      {{#isEmpty}}
      <p class="empty">There is nothing to show.</p>
      {{/isEmpty}}

      """##,
    "digests/default/html/item.mustache": ##"""
      <article id="{{anchor}}" aria-labelledby="{{anchor}}-title">
      <header>
      <h{{level}} id="{{anchor}}-title" dir="auto"><a href="#{{anchor}}">{{title}}</a></h{{level}}>
      <ul class="facts">
      {{#type}}
      <li class="type">{{type}}</li>
      {{/type}}
      {{#stars}}
      <li><span class="stars" role="img" aria-label="{{scoreName}}" title="{{scoreName}}">{{stars}}</span></li>
      {{/stars}}
      {{#status}}
      <li>{{status}}</li>
      {{/status}}
      {{#due}}
      <li>due <time datetime="{{due}}">{{due}}</time></li>
      {{/due}}
      <li><time datetime="{{created}}">{{created}}</time></li>
      <li>{{#source}}<a href="{{source}}">{{path}}</a>{{/source}}{{^source}}{{path}}{{/source}}</li>
      </ul>
      </header>
      {{#meaning}}
      <p class="meaning" dir="auto">{{meaning}}</p>
      {{/meaning}}
      {{#hasFields}}
      <dl class="fields">
      {{#fields}}
      <dt>{{name}}</dt><dd>{{value}}</dd>
      {{/fields}}
      </dl>
      {{/hasFields}}
      {{#html}}
      <div class="body" dir="auto">
      {{{html}}}
      </div>
      {{/html}}
      {{#hasTags}}
      <ul class="tags" aria-label="Tags">
      {{#tags}}
      <li>#{{.}}</li>
      {{/tags}}
      </ul>
      {{/hasTags}}
      </article>

      """##,
    "digests/default/markdown/foot.mustache": ##"""

      """##,
    "digests/default/markdown/group.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}

      <a id="{{anchor}}"></a>

      {{signs}} {{#icon}}{{icon}} {{/icon}}{{name}}

      """##,
    "digests/default/markdown/head.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}
      <!-- A digest made by Cairn. -->

      # {{title}}

      {{total}} capture{{s(total)}}, {{generated}}.{{#query}} Chosen by {{query}}.{{/query}}
      {{#hasContents}}

      {{#contents}}
      {{indent}}- [{{#icon}}{{icon}} {{/icon}}{{name}}](#{{anchor}}){{#count}} ({{count}}){{/count}}
      {{/contents}}
      {{/hasContents}}
      {{#isEmpty}}

      There is nothing to show.
      {{/isEmpty}}

      """##,
    "digests/default/markdown/item.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}

      <a id="{{anchor}}"></a>

      {{signs}} {{title}}

      {{#meaning}}
      *{{meaning}}*

      {{/meaning}}
      {{#type}}{{type}} · {{/type}}{{#stars}}{{stars}} {{scoreName}} · {{/stars}}{{#status}}{{status}} · {{/status}}{{#due}}due {{due}} · {{/due}}{{created}}{{#tags}} · #{{.}}{{/tags}} · {{#source}}[{{path}}]({{source}}){{/source}}{{^source}}{{path}}{{/source}}

      {{#fields}}
      - {{name}}: {{value}}
      {{/fields}}
      {{#hasFields}}

      {{/hasFields}}
      {{#images}}
      ![{{name}}]({{address}})

      {{/images}}
      {{{markdown}}}

      """##,
    "digests/default/template.yml": ##"""
      description: Everything that was chosen, by collection

      """##,
    "digests/default/text/foot.mustache": ##"""

      """##,
    "digests/default/text/group.mustache": ##"""


      {{name}}
      {{underline(name)}}

      """##,
    "digests/default/text/head.mustache": ##"""
      {{title}}
      {{underline(title)}}

      {{total}} capture{{s(total)}}, {{long(generated)}}.{{#query}} Chosen by {{query}}.{{/query}} A digest made by Cairn.
      {{#hasContents}}

      {{#contents}}
      {{indent}}- {{name}}{{#count}} ({{count}}){{/count}}
      {{/contents}}
      {{/hasContents}}
      {{#isEmpty}}

      There is nothing to show.
      {{/isEmpty}}

      """##,
    "digests/default/text/item.mustache": ##"""

      * {{title}}
      {{#meaning}}
        {{meaning}}
      {{/meaning}}
        {{#type}}{{type}} · {{/type}}{{#stars}}{{scoreName}} · {{/stars}}{{#status}}{{status}} · {{/status}}{{#due}}due {{due}} · {{/due}}{{created}}{{#tags}} · #{{.}}{{/tags}}
      {{#fields}}
        {{name}}: {{value}}
      {{/fields}}
      {{#text}}

      {{{text}}}
      {{/text}}

      """##,
    "digests/gifts/template.yml": ##"""
      description: Gifts, by whom they are for
      query: type:gift
      group-by: recipient
      sort: -score,title
      title: Gifts

      """##,
    "digests/monthly/template.yml": ##"""
      description: A month in review, by type and week
      since: this-month
      until: this-month
      group-by: type, week
      title: "{{monthyear(since)}}"
      charts: calendar, scores

      """##,
    "digests/people/template.yml": ##"""
      description: People, by name
      query: type:person
      group-by: none
      sort: title
      toc: true
      title: People

      """##,
    "digests/reading-log/markdown/columns.mustache": ##"""
      | | title | by | score | finished |
      |---|---|---|---|---|

      """##,
    "digests/reading-log/markdown/group.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}

      <a id="{{anchor}}"></a>

      {{signs}} {{name}}

      {{#hasItems}}
      {{> columns}}
      {{/hasItems}}

      """##,
    "digests/reading-log/markdown/head.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}
      <!-- A digest made by Cairn. -->

      # {{title}}

      {{total}} capture{{s(total)}}, {{generated}}.
      {{#isEmpty}}

      There is nothing to show.
      {{/isEmpty}}
      {{^isGrouped}}

      {{> columns}}
      {{/isGrouped}}

      """##,
    "digests/reading-log/markdown/item.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}
      | {{#cover}}![]({{cover}}){{/cover}} | [{{title}}]({{source}}){{#meaning}}: {{meaning}}{{/meaning}} | {{author}}{{^author}}{{director}}{{/author}} | {{stars}} | {{finished}}{{^finished}}{{created}}{{/finished}} |

      """##,
    "digests/reading-log/template.yml": ##"""
      description: A table of what was read, seen or heard, with covers and scores
      query: type:entry
      group-by: year
      sort: -created
      title: Reading log

      """##,
    "digests/reading-log/text/item.mustache": ##"""

      * {{title}}{{#author}}, by {{author}}{{/author}}{{#director}}, by {{director}}{{/director}}
        {{#stars}}{{stars}} {{/stars}}{{finished}}{{^finished}}{{created}}{{/finished}}
      {{#meaning}}
        {{meaning}}
      {{/meaning}}

      """##,
    "digests/weekly/template.yml": ##"""
      description: What was captured, changed and completed in a week, by collection
      since: this-week
      until: this-week
      dates: created, updated, completed
      group-by: collection
      title: "Week {{week(since)}}, {{weekyear(since)}}"

      """##,
  ]
}
