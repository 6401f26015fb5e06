// Generated from templates/ by `make generate`. Do not edit.
// swift-format-ignore-file

/// The templates that come with Cairn, as they stand in `templates/`.
package enum BuiltInTemplates {
  /// The text of each file, by its path below `templates/`: `digests/default/html/head.mustache`.
  package static let files: [String: String] = [
    "brief.mustache": ##"""
      {{#isEmpty}}
      Nothing is due, and nothing waits.
      {{/isEmpty}}
      {{#hasOverdue}}
      ## Overdue

      {{#overdue}}
      - [{{title}}]({{address}}), due {{due}}{{#person}}, {{person}}{{/person}}
      {{/overdue}}
      {{#moreOverdue}}
      - and {{moreOverdue}} more
      {{/moreOverdue}}

      {{/hasOverdue}}
      {{#hasToday}}
      ## Today

      {{#today}}
      - {{#time}}{{time}} {{/time}}[{{title}}]({{address}}){{#person}}, {{person}}{{/person}}
      {{/today}}
      {{#moreToday}}
      - and {{moreToday}} more
      {{/moreToday}}

      {{/hasToday}}
      {{#hasWeek}}
      ## The next seven days

      {{#week}}
      - {{due}}{{#time}} {{time}}{{/time}}: [{{title}}]({{address}}){{#person}}, {{person}}{{/person}}
      {{/week}}
      {{#moreWeek}}
      - and {{moreWeek}} more
      {{/moreWeek}}

      {{/hasWeek}}
      {{#hasDates}}
      ## Dates

      {{#dates}}
      - {{due}}: [{{title}}]({{address}}), {{occasion}}{{#years}}, {{years}} years{{/years}}
      {{/dates}}
      {{#moreDates}}
      - and {{moreDates}} more
      {{/moreDates}}

      {{/hasDates}}
      {{#hasWaiting}}
      ## Waiting to be told what they are

      {{#waiting}}
      - [{{title}}]({{address}})
      {{/waiting}}
      {{#moreWaiting}}
      - and {{moreWaiting}} more
      {{/moreWaiting}}

      {{/hasWaiting}}
      {{#hasYesterday}}
      ## Captured yesterday

      {{#yesterday}}
      - [{{title}}]({{address}}){{#type}}, {{type}}{{/type}}
      {{/yesterday}}
      {{#moreYesterday}}
      - and {{moreYesterday}} more
      {{/moreYesterday}}

      {{/hasYesterday}}
      {{#hasLook}}
      ## Worth another look

      {{#look}}
      - [{{title}}]({{address}}), {{reason}}
      {{/look}}

      {{/hasLook}}

      """##,
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
      query: type:action is:open
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
      sort: -created,title
      title: "Changes from {{long(since)}} to {{long(until)}}"
      bodies: false

      """##,
    "digests/changelog/text/group.mustache": ##"""


      {{name}}
      {{rule}}
      {{#hasItems}}

      {{/hasItems}}

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
    "digests/default/html/closing.mustache": ##"""

      """##,
    "digests/default/html/foot.mustache": ##"""
      {{#ends}}
      {{#hasItems}}
      {{> closing}}
      {{/hasItems}}
      </section>
      {{/ends}}
      {{^isGrouped}}
      {{^isEmpty}}
      {{> closing}}
      {{/isEmpty}}
      {{/isGrouped}}
      </main>
      <footer class="colophon">
      <p>Made from plain Markdown files with Cairn.</p>
      </footer>
      </body>
      </html>

      """##,
    "digests/default/html/group.mustache": ##"""
      {{#ends}}
      {{#hasItems}}
      {{> closing}}
      {{/hasItems}}
      </section>
      {{/ends}}
      <section>
      <h{{level}} class="group" id="{{anchor}}"><span class="name" dir="auto">{{#icon}}<span aria-hidden="true">{{icon}}</span> {{/icon}}{{name}}</span> <span class="count">{{count}}</span></h{{level}}>
      {{#hasItems}}
      {{> opening}}
      {{/hasItems}}

      """##,
    "digests/default/html/head.mustache": ##"""
      <!DOCTYPE html>
      <html lang="{{language}}" data-theme="{{theme}}" data-scheme="{{scheme}}">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="{{policy}}">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="Cairn">
      <title>{{title}}</title>
      <style>{{{style}}}</style>
      </head>
      <body>
      <a class="skip" href="#captures">Skip to the captures</a>
      <header class="masthead">
      <h1 dir="auto">{{title}}</h1>
      <p>{{total}} capture{{s(total)}} · <time datetime="{{generated}}">{{generated}}</time>{{#period}} · {{period}}{{/period}}{{#query}} · <code>{{query}}</code>{{/query}}</p>
      </header>
      {{#hasContents}}
      <nav class="contents" aria-label="Contents">
      <ol>
      {{#contents}}
      <li data-level="{{level}}" dir="auto">{{#anchor}}<a href="#{{anchor}}">{{#icon}}<span aria-hidden="true">{{icon}}</span> {{/icon}}{{name}}</a>{{/anchor}}{{^anchor}}<span>{{name}}</span>{{/anchor}}{{#count}} <span class="count">{{count}}</span>{{/count}}</li>
      {{/contents}}
      </ol>
      </nav>
      {{/hasContents}}
      {{#charts}}
      <section class="charts" aria-label="Figures">
      {{{charts}}}</section>
      {{/charts}}
      <main id="captures">
      {{#isEmpty}}
      <p class="empty">There is nothing to show.</p>
      {{/isEmpty}}
      {{^isGrouped}}
      {{^isEmpty}}
      {{> opening}}
      {{/isEmpty}}
      {{/isGrouped}}

      """##,
    "digests/default/html/item.mustache": ##"""
      <article id="{{anchor}}" dir="auto" aria-labelledby="{{anchor}}-title">
      <header>
      <h{{level}} id="{{anchor}}-title"><a href="#{{anchor}}">{{title}}</a></h{{level}}>
      <ul class="facts">
      {{#type}}
      <li class="type">{{type}}</li>
      {{/type}}
      {{#stars}}
      <li><span class="stars" role="img" aria-label="{{scoreName}}" title="{{scoreName}}">{{stars}}</span></li>
      {{/stars}}
      {{#status}}
      <li class="badge" data-status="{{status}}">{{status}}</li>
      {{/status}}
      {{#due}}
      <li class="badge{{#isOverdue}} late{{/isOverdue}}">{{#isOverdue}}overdue, {{/isOverdue}}due <time datetime="{{due}}">{{due}}</time></li>
      {{/due}}
      <li><time datetime="{{created}}">{{created}}</time></li>
      </ul>
      </header>
      {{#images}}
      {{#first()}}
      <figure class="cover">{{{picture}}}</figure>
      {{/first()}}
      {{/images}}
      {{#meaning}}
      <p class="meaning" dir="auto">{{{linked(meaning)}}}</p>
      {{/meaning}}
      {{#hasFields}}
      <dl class="fields">
      {{#fields}}
      <dt dir="auto">{{name}}</dt><dd dir="auto">{{{linked(value)}}}</dd>
      {{/fields}}
      </dl>
      {{/hasFields}}
      {{#html}}
      <div class="body">
      {{{html}}}
      </div>
      {{/html}}
      {{#images}}
      {{^first()}}
      <figure class="picture">{{{picture}}}</figure>
      {{/first()}}
      {{/images}}
      {{#hasFiles}}
      <ul class="files" aria-label="Files">
      {{#files}}
      <li><a href="{{address}}" dir="auto">{{name}}</a></li>
      {{/files}}
      </ul>
      {{/hasFiles}}
      <footer class="about">
      {{#hasTags}}
      <ul class="tags" aria-label="Tags">
      {{#tags}}
      <li><bdi>#{{.}}</bdi></li>
      {{/tags}}
      </ul>
      {{/hasTags}}
      <span class="source">{{#source}}<a href="{{source}}" dir="ltr">{{path}}</a>{{/source}}{{^source}}<bdi dir="ltr">{{path}}</bdi>{{/source}}</span>
      </footer>
      </article>

      """##,
    "digests/default/html/opening.mustache": ##"""

      """##,
    "digests/default/html/style.css": ##"""
      /* The look of HTML digests. No colour stands outside of the first blocks; a test computes the
         contrast of each pair that meets. `light-dark()` takes the scheme from `color-scheme`. */
      :root {
        color-scheme: light dark;
        --paper: light-dark(#fdfdfc, #17181b);
        --shade: light-dark(#f4f4f1, #212327);
        --ink: light-dark(#22242a, #e3e2de);
        --soft: light-dark(#5c6169, #a3a7ae);
        --line: light-dark(#dfdeda, #383a40);
        --alarm: light-dark(#b0261b, #f39a8f);
        --accent: light-dark(#4b5563, #adb5c1);
        --wash: light-dark(#eff0f2, #25282d);
        --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", "Noto Serif", "DejaVu Serif", Georgia, serif;
        --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
        --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
      }
      [data-theme="blue"] { --accent: light-dark(#1b5aa3, #86b7ee); --wash: light-dark(#ebf2fa, #1c2a3a); }
      [data-theme="orange"] { --accent: light-dark(#a54408, #f2a46c); --wash: light-dark(#fbf0e8, #362416); }
      [data-theme="yellow"] { --accent: light-dark(#765700, #dfc461); --wash: light-dark(#faf4dd, #322a12); }
      [data-theme="green"] { --accent: light-dark(#206539, #85cb9b); --wash: light-dark(#eaf5ed, #18301f); }
      [data-theme="indigo"] { --accent: light-dark(#4742ad, #b0adf5); --wash: light-dark(#f0effb, #272543); }
      [data-scheme="light"] { color-scheme: light; }
      [data-scheme="dark"] { color-scheme: dark; }

      * { box-sizing: border-box; }
      html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1.5rem; background: var(--paper); }
      body { margin: 0 auto; padding: 4.5rem 1.5rem 6rem; max-width: 44rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--serif); overflow-wrap: break-word; }
      a { color: var(--accent); text-underline-offset: .17em; text-decoration-thickness: .06em; }
      a:hover { text-decoration-thickness: .12em; }
      :focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
      .skip { position: absolute; left: -999rem; }
      .skip:focus { left: 1rem; top: 1rem; padding: .4rem .8rem; background: var(--paper); }
      h1, h2, h3, h4, h5, h6 { line-height: 1.22; font-weight: 600; text-wrap: pretty; }
      ul, ol { padding: 0; }

      /* The frame. */
      .masthead h1 { margin: 0; text-wrap: balance; font-size: 2.375rem; letter-spacing: -.015em; }
      .masthead p, .contents, .facts, .fields, .about, .colophon, .charts figcaption, .note { font-family: var(--sans); font-size: .8125rem; line-height: 1.5; color: var(--soft); }
      .masthead p { margin: .7rem 0 0; }
      .contents { margin: 2.25rem 0 0; padding: 1.1rem 0; border-block: 1px solid var(--line); }
      .contents h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .contents ol { margin: 0; list-style: none; columns: 15rem; column-gap: 2.5rem; }
      .contents li { display: flex; gap: .75rem; padding: .18rem 0; break-inside: avoid; }
      .contents a { flex: 1; color: var(--ink); text-decoration: none; }
      .contents a:hover { color: var(--accent); text-decoration: underline; }
      .contents [data-level="3"] { padding-inline-start: 1.2rem; }
      .contents [data-level="4"] { padding-inline-start: 2.4rem; }
      .count { font-family: var(--sans); font-variant-numeric: tabular-nums; color: var(--soft); }
      .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 2.5rem 2rem; margin: 3rem 0 0; font-family: var(--sans); }
      .charts figure { margin: 0; max-width: 26rem; }
      .charts svg { display: block; width: 100%; height: auto; direction: ltr; }
      .charts details { margin: .5rem 0 0; font-size: .8125rem; color: var(--soft); }
      .limit { font-family: var(--sans); font-size: .8125rem; color: var(--soft); }
      .group { display: flex; align-items: baseline; gap: .5rem; margin: 4.5rem 0 0; padding-bottom: .5rem; border-bottom: 2px solid var(--accent); font-size: 1.5625rem; }
      .group .name { flex: 1; }
      .group .count { font-size: .8125rem; font-weight: 400; }
      h3.group { margin-top: 3rem; border-bottom-width: 1px; font-size: 1.4375rem; }
      h4.group, h5.group { margin-top: 2.5rem; border-bottom: 0; padding-bottom: 0; font-size: 1.375rem; }
      .empty { margin: 4rem 0; text-align: center; font-style: italic; color: var(--soft); }
      .colophon { margin-top: 5rem; padding-top: 1rem; border-top: 1px solid var(--line); }

      /* A capture. */
      article { display: flow-root; margin: 2.25rem 0 0; }
      article + article { padding-top: 2.25rem; border-top: 1px solid var(--line); }
      article > header > * { margin: 0; font-size: 1.3125rem; }
      article > header > h4 { font-size: 1.25rem; }
      article > header > h5, article > header > h6 { font-size: 1.1875rem; }
      article > header a { color: inherit; text-decoration: none; }
      article > header a:hover { color: var(--accent); text-decoration: underline; }
      article > header > .facts { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .9rem; margin: .45rem 0 0; list-style: none; font-size: .8125rem; }
      .type, .badge { padding: .05rem .55rem; border-radius: 1rem; background: var(--wash); color: var(--accent); }
      .badge { background: none; box-shadow: inset 0 0 0 1px var(--line); color: var(--ink); }
      [data-status="done"], [data-status="cancelled"] { color: var(--soft); }
      .late { color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); font-weight: 600; }
      .stars { letter-spacing: .12em; color: var(--accent); }
      .stars .off { color: var(--line); }
      .cover { float: inline-end; width: 9.5rem; margin-block: .35rem 1rem; margin-inline: 1.75rem 0; }
      .cover img { display: block; width: 100%; height: auto; border-radius: 4px; }
      .meaning { margin: .9rem 0 0; padding-inline-start: .9rem; border-inline-start: 3px solid var(--accent); font-style: italic; font-synthesis-style: none; }
      .fields { margin: .9rem 0 0; line-height: 1.75; }
      .fields dt, .fields dd { display: inline; margin: 0; }
      .fields dt::after { content: "\a0\a0"; }
      .fields dd { margin-inline-end: 1.2rem; color: var(--ink); }
      .picture { margin: 1.2em 0 0; }
      .picture img { display: block; max-width: 100%; height: auto; border-radius: 4px; }
      .about { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem 1.5rem; margin: 1.1rem 0 0; }
      .about .source { margin-inline-start: auto; font-size: .75rem; }
      .about a { color: inherit; text-decoration: none; }
      .about a:hover { color: var(--accent); text-decoration: underline; }
      .files { margin: 1.2em 0 0; list-style: none; font: .875rem/1.6 var(--sans); }
      .tags { display: flex; flex-wrap: wrap; gap: .2rem .8rem; margin: 0; list-style: none; color: var(--accent); }

      /* What a note says. */
      .body > :first-child { margin-top: 1rem; }
      .body > :last-child { margin-bottom: 0; }
      .body h1, .body h2, .body h3, .body h4, .body h5, .body h6 { margin: 1.7em 0 .5em; font-size: 1em; }
      .body .depth-1 { font-size: 1.1em; }
      .body .depth-2 { font-size: 1.05em; }
      .body .depth-4, .body .depth-5, .body .depth-6 { color: var(--soft); }
      .body p, .body ul, .body ol, .body pre, .body blockquote, .body .wide { margin: .85em 0; }
      .body li { margin: .25em 0; margin-inline-start: 1.5em; }
      .body li > ul, .body li > ol { margin: .25em 0; }
      .body li > p { margin: .5em 0; }
      .body .task { list-style: none; margin-inline-start: 0; padding-inline-start: 1.5em; }
      .body .task input { appearance: none; position: relative; width: .95em; height: .95em; margin: 0; margin-inline: -1.5em .55em; border: 1.5px solid var(--soft); border-radius: 3px; vertical-align: -.12em; print-color-adjust: exact; }
      .body .task input:checked { border-color: var(--accent); background: var(--accent); }
      .body .task input:checked::after { content: ""; position: absolute; inset: .06em .25em .16em; border: solid var(--paper); border-width: 0 .13em .13em 0; transform: rotate(40deg); }
      .body img { display: block; max-width: 100%; height: auto; margin: 1.2em 0; border-radius: 4px; }
      .body li img, .body td img, .body a img { display: inline-block; margin: 0; vertical-align: bottom; }
      .body blockquote { margin-inline: 0; padding-inline-start: 1.1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
      .body .callout { padding: .6rem 1.1rem; border: 1px solid var(--line); border-inline-start: 3px solid var(--accent); border-radius: 4px; color: inherit; }
      .body .callout > * { margin: .5em 0; }
      .body .callout > .callout-title { margin: 0; font: 600 .9375em/1.5 var(--sans); color: var(--accent); }
      .body hr { width: 4rem; margin: 2em auto; border: 0; border-top: 1px solid var(--soft); }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; font: .875rem/1.5 var(--sans); font-variant-numeric: tabular-nums; }
      caption { text-align: start; color: var(--soft); }
      th, td { padding: .4rem 0; padding-inline-end: 1.1rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
      th { font-weight: 600; white-space: nowrap; }
      .log { width: 100%; }
      .log:not(:has(img)) :is(th, td):first-child:not([scope="row"]) { display: none; }
      .log td, .log th { vertical-align: middle; }
      .log tbody th { font: 600 1.0625rem/1.35 var(--serif); white-space: normal; min-width: 11rem; }
      .log tbody a { color: inherit; text-decoration: none; }
      .log tbody a:hover { color: var(--accent); text-decoration: underline; }
      .log td:last-child, .log .stars { white-space: nowrap; }
      .log img { display: block; width: 3.5rem; height: auto; border-radius: 3px; }
      .log .meaning { display: block; margin: .2rem 0 0; padding: 0; border: 0; font-weight: 400; font-size: .9375rem; color: var(--soft); }
      .left { text-align: left; } .center { text-align: center; } .right { text-align: right; }
      code, pre { font-family: var(--mono); font-size: .875em; }
      code { padding: .1em .3em; border-radius: 3px; background: var(--shade); }
      pre { padding: .9rem 1.1rem; border-radius: 4px; background: var(--shade); overflow-x: auto; line-height: 1.5; text-align: left; }
      pre code { padding: 0; background: none; font-size: 1em; }
      pre.html { color: var(--soft); }
      .wikilink { border-bottom: 1px dotted var(--soft); }
      .footnotes { margin-top: 1.5em; padding-top: .5em; border-top: 1px solid var(--line); font-size: .875em; }
      .footnote-ref { line-height: 0; font-size: .75em; }
      .footnote-ref a, .footnote-backref { padding: 0 .15em; text-decoration: none; }

      @media (max-width: 36rem) {
        body { padding: 2.25rem 1.15rem 4rem; font-size: 1rem; }
        .masthead h1 { font-size: 1.8125rem; }
        .group { margin-top: 3.5rem; }
        .cover { width: 6.5rem; margin-inline-start: 1.1rem; }
        .contents li { padding: .35rem 0; }
        .log, .log tbody { display: block; }
        .log thead { position: absolute; clip-path: inset(50%); }
        .log td:empty { display: none; }
        .log tr { display: grid; grid: auto-flow dense / auto 1fr auto; align-items: start; padding: .75rem 0; border-bottom: 1px solid var(--line); }
        .log tbody th, .log td { padding: 0; border: 0; }
        .log tbody th { grid-column: 2 / 4; }
        .log td:first-child { grid-row: 1 / 4; }
        .log td:first-child img { margin-inline-end: 1rem; }
        .log td:nth-child(3) { grid-column: 2; }
        .log td:nth-child(4) { grid-column: 3; }
        .log td:nth-child(5) { grid-column: 2; color: var(--soft); }
      }
      @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
      @media print {
        :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; }
        @page { margin: 2cm 1.9cm; }
        body { max-width: none; padding: 0; font-size: 10.5pt; line-height: 1.45; }
        .skip, .contents, .charts details, .footnote-backref { display: none; }
        .group { margin-top: 2.2rem; }
        .group, article > header, h1, h2, h3, h4, h5, h6, .meaning { break-after: avoid; }
        h1, h2, h3, h4, h5, h6, article > header, pre, tr, img, figure, blockquote, .facts, .fields, .about { break-inside: avoid; }
        p, li { orphans: 3; widows: 3; }
        thead { display: table-header-group; }
        pre { white-space: pre-wrap; border: 1px solid var(--line); background: none; }
        .wide { overflow: visible; }
        .wide th, .wide td { white-space: normal; overflow-wrap: anywhere; }
        .wide table:has(th:nth-child(7)) { font-size: 8pt; }
        .wide table:has(th:nth-child(13)) { font-size: 6pt; }
        .wide table:has(th:nth-child(7)) :is(th, td) { padding-inline-end: .35rem; }
        a { text-decoration: none; color: inherit; }
        .body a[href^="http"]::after, .fields a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .85em; color: var(--soft); overflow-wrap: anywhere; }
      }

      """##,
    "digests/default/markdown/foot.mustache": ##"""

      """##,
    "digests/default/markdown/group.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}

      {{signs}} {{#icon}}{{icon}} {{/icon}}{{name}}

      """##,
    "digests/default/markdown/head.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}
      <!-- A digest made by Cairn. -->

      # {{title}}

      {{total}} capture{{s(total)}}, {{generated}}.{{#period}} Period: {{period}}.{{/period}}{{#query}} Chosen by {{query}}.{{/query}}
      {{#hasContents}}

      {{#contents}}
      {{indent}}- {{#anchor}}[{{#icon}}{{icon}} {{/icon}}{{name}}](#{{anchor}}){{/anchor}}{{^anchor}}{{#icon}}{{icon}} {{/icon}}{{name}}{{/anchor}}{{#count}} ({{count}}){{/count}}
      {{/contents}}
      {{/hasContents}}
      {{#isEmpty}}

      There is nothing to show.
      {{/isEmpty}}

      """##,
    "digests/default/markdown/item.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}

      {{signs}} {{title}}

      {{#meaning}}
      *{{linked(meaning)}}*

      {{/meaning}}
      {{#type}}{{type}} · {{/type}}{{#stars}}{{stars}} {{scoreName}} · {{/stars}}{{#status}}{{status}} · {{/status}}{{#due}}due {{due}} · {{/due}}{{created}}{{#tags}} · #{{.}}{{/tags}} · {{#source}}[{{path}}]({{source}}){{/source}}{{^source}}{{path}}{{/source}}
      {{#hasFields}}

      {{/hasFields}}
      {{#fields}}
      - {{name}}: {{linked(value)}}
      {{/fields}}
      {{#images}}

      ![{{name}}]({{address}})
      {{/images}}
      {{#hasFiles}}

      {{/hasFiles}}
      {{#files}}
      - [{{name}}]({{address}})
      {{/files}}
      {{#markdown}}

      {{{markdown}}}
      {{/markdown}}

      """##,
    "digests/default/template.yml": ##"""
      description: Everything that was chosen, by collection

      """##,
    "digests/default/text/foot.mustache": ##"""

      """##,
    "digests/default/text/group.mustache": ##"""


      {{name}}
      {{rule}}

      """##,
    "digests/default/text/head.mustache": ##"""
      {{title}}
      {{underline(title)}}

      {{total}} capture{{s(total)}}, {{long(generated)}}.{{#period}} Period: {{period}}.{{/period}}{{#query}} Chosen by {{query}}.{{/query}} A digest made by Cairn.
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
        {{linked(meaning)}}
      {{/meaning}}
        {{#type}}{{type}} · {{/type}}{{#stars}}{{scoreName}} · {{/stars}}{{#status}}{{status}} · {{/status}}{{#due}}due {{due}} · {{/due}}{{created}}{{#tags}} · #{{.}}{{/tags}}
      {{#fields}}
        {{name}}: {{linked(value)}}
      {{/fields}}
      {{#images}}
        Picture: {{name}}
      {{/images}}
      {{#files}}
        File: {{name}}
      {{/files}}
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
    "digests/reading-log/html/closing.mustache": ##"""
      </tbody>
      </table>
      </div>

      """##,
    "digests/reading-log/html/item.mustache": ##"""
      <tr id="{{anchor}}">
      <td>{{#coverImage}}{{{coverImage}}}{{/coverImage}}</td>
      <th scope="row" dir="auto">{{#source}}<a href="{{source}}">{{title}}</a>{{/source}}{{^source}}{{title}}{{/source}}{{#meaning}}<span class="meaning" dir="auto">{{{linked(meaning)}}}</span>{{/meaning}}</th>
      <td dir="auto">{{{linked(author)}}}{{^author}}{{{linked(director)}}}{{/author}}</td>
      <td>{{#stars}}<span class="stars" role="img" aria-label="{{scoreName}}" title="{{scoreName}}">{{stars}}</span>{{/stars}}</td>
      <td>{{finished}}{{^finished}}{{created}}{{/finished}}</td>
      </tr>

      """##,
    "digests/reading-log/html/opening.mustache": ##"""
      <div class="wide" tabindex="0">
      <table class="log">
      <thead>
      <tr><th scope="col">Cover</th><th scope="col">Title</th><th scope="col">By</th><th scope="col">Score</th><th scope="col">Finished</th></tr>
      </thead>
      <tbody>

      """##,
    "digests/reading-log/markdown/columns.mustache": ##"""
      | title | by | score | finished |
      |---|---|---|---|

      """##,
    "digests/reading-log/markdown/group.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}

      {{signs}} {{name}}

      {{#hasItems}}
      {{> columns}}
      {{/hasItems}}

      """##,
    "digests/reading-log/markdown/head.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}
      <!-- A digest made by Cairn. -->

      # {{title}}

      {{total}} capture{{s(total)}}, {{generated}}.{{#period}} Period: {{period}}.{{/period}}
      {{#isEmpty}}

      There is nothing to show.
      {{/isEmpty}}
      {{^isGrouped}}
      {{^isEmpty}}

      {{> columns}}
      {{/isEmpty}}
      {{/isGrouped}}

      """##,
    "digests/reading-log/markdown/item.mustache": ##"""
      {{%CONTENT_TYPE: TEXT}}
      | {{#cover}}![]({{cover}}) {{/cover}}[{{title}}]({{source}}){{#meaning}}: {{linked(meaning)}}{{/meaning}} | {{linked(author)}}{{^author}}{{linked(director)}}{{/author}} | {{stars}} | {{finished}}{{^finished}}{{created}}{{/finished}} |

      """##,
    "digests/reading-log/template.yml": ##"""
      description: A table of what was read, seen or heard, with covers and scores
      query: type:entry
      group-by: year
      sort: -created
      title: Reading log
      charts: scores

      """##,
    "digests/reading-log/text/item.mustache": ##"""

      * {{title}}{{#author}}, by {{linked(author)}}{{/author}}{{#director}}, by {{linked(director)}}{{/director}}
        {{#stars}}{{stars}} {{/stars}}{{finished}}{{^finished}}{{created}}{{/finished}}
      {{#meaning}}
        {{linked(meaning)}}
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
    "site/capture.mustache": ##"""
      {{> head}}
      <main id="main">
      <article dir="auto" aria-labelledby="{{anchor}}-title" id="{{anchor}}">
      <header>
      <h1 id="{{anchor}}-title">{{title}}</h1>
      <ul class="facts">
      {{#type}}
      <li class="type">{{type}}</li>
      {{/type}}
      {{#stars}}
      <li><span class="stars" role="img" aria-label="{{scoreName}}" title="{{scoreName}}">{{stars}}</span></li>
      {{/stars}}
      {{#status}}
      <li class="badge" data-status="{{status}}">{{status}}</li>
      {{/status}}
      {{#due}}
      <li class="badge{{#isOverdue}} late{{/isOverdue}}">{{#isOverdue}}overdue, {{/isOverdue}}due <time datetime="{{due}}">{{due}}</time></li>
      {{/due}}
      <li><time datetime="{{created}}">{{created}}</time></li>
      </ul>
      </header>
      {{#images}}
      {{#first()}}
      <figure class="cover">{{{picture}}}</figure>
      {{/first()}}
      {{/images}}
      {{#meaning}}
      <p class="meaning" dir="auto">{{{linked(meaning)}}}</p>
      {{/meaning}}
      {{#hasFields}}
      <dl class="fields">
      {{#fields}}
      <dt dir="auto">{{name}}</dt><dd dir="auto">{{{linked(value)}}}</dd>
      {{/fields}}
      </dl>
      {{/hasFields}}
      {{#html}}
      <div class="body">
      {{{html}}}
      </div>
      {{/html}}
      {{#images}}
      {{^first()}}
      <figure class="picture">{{{picture}}}</figure>
      {{/first()}}
      {{/images}}
      {{#hasFiles}}
      <ul class="files" aria-label="Files">
      {{#files}}
      <li><a href="{{root}}{{address}}" dir="auto">{{name}}</a></li>
      {{/files}}
      </ul>
      {{/hasFiles}}
      {{#hasTags}}
      <footer class="about">
      <ul class="tags" aria-label="Tags">
      {{#tagLinks}}
      <li><a href="{{root}}{{address}}" dir="auto">{{name}}</a></li>
      {{/tagLinks}}
      </ul>
      </footer>
      {{/hasTags}}
      </article>
      {{#hasBacklinks}}
      <section class="backlinks">
      <h2 class="group"><span class="name">Linked from</span> <span class="count">{{backlinkCount}}</span></h2>
      {{#backlinks}}
      {{> entries}}
      {{/backlinks}}
      </section>
      {{/hasBacklinks}}
      </main>
      {{#hasNeighbours}}
      <nav class="neighbours" aria-label="In {{collectionName}}">
      {{#previous}}
      <a rel="prev" href="{{root}}{{address}}" dir="auto">{{name}}</a>
      {{/previous}}
      {{#next}}
      <a rel="next" href="{{root}}{{address}}" dir="auto">{{name}}</a>
      {{/next}}
      </nav>
      {{/hasNeighbours}}
      {{> foot}}

      """##,
    "site/entries.mustache": ##"""
      <ul class="entries">
      {{#entries}}
      <li dir="auto">
      <a href="{{root}}{{address}}">{{name}}</a>
      <span class="facts">{{#type}}<span class="type">{{type}}</span> {{/type}}{{#stars}}<span class="stars" role="img" aria-label="{{scoreName}}" title="{{scoreName}}">{{stars}}</span> {{/stars}}{{#status}}<span class="badge" data-status="{{status}}">{{status}}</span> {{/status}}{{#isOverdue}}<span class="badge late">overdue, due <time datetime="{{due}}">{{due}}</time></span> {{/isOverdue}}<time datetime="{{day}}">{{day}}</time></span>
      {{#meaning}}
      <span class="about">{{linked(meaning)}}</span>
      {{/meaning}}
      </li>
      {{/entries}}
      </ul>

      """##,
    "site/foot.mustache": ##"""
      <footer class="colophon">
      <p>Made from plain Markdown files with Cairn.{{#feed}} <a href="{{root}}feed.xml">Feed</a>{{/feed}}</p>
      </footer>
      </body>
      </html>

      """##,
    "site/head.mustache": ##"""
      <!DOCTYPE html>
      <html lang="{{language}}" data-theme="{{theme}}" data-scheme="{{scheme}}">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="{{policy}}">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="Cairn">
      <title>{{name}}{{#site}} · {{site}}{{/site}}</title>
      <link rel="stylesheet" href="{{root}}site/style.css">
      {{#feed}}
      <link rel="alternate" type="application/atom+xml" title="{{feed}}" href="{{root}}feed.xml">
      {{/feed}}
      <script src="{{root}}site/search.js" defer></script>
      </head>
      <body class="site">
      <a class="skip" href="#main">Skip to the text</a>
      <div class="top">
      {{#hasTrail}}
      <nav class="trail" aria-label="You are here">
      <ol>
      {{#trail}}
      <li><a href="{{root}}{{address}}" dir="auto">{{name}}</a></li>
      {{/trail}}
      </ol>
      </nav>
      {{/hasTrail}}
      <div class="search" data-root="{{root}}"></div>
      </div>

      """##,
    "site/list.mustache": ##"""
      {{> head}}
      <header class="masthead">
      <h1 dir="auto">{{#icon}}<span aria-hidden="true">{{icon}}</span> {{/icon}}{{name}}</h1>
      {{#about}}
      <p class="about" dir="auto">{{about}}</p>
      {{/about}}
      <p>{{total}} capture{{s(total)}}{{#subject}} · <a href="{{root}}{{subject}}">About {{name}}</a>{{/subject}}</p>
      </header>
      <main id="main">
      {{#sections}}
      <section>
      {{#heading}}
      <h2 class="group"><span class="name">{{heading}}</span>{{#more}} <a class="count" href="{{root}}{{more}}">all {{count}}</a>{{/more}}</h2>
      {{/heading}}
      {{#hasNames}}
      {{> names}}
      {{/hasNames}}
      {{#hasEntries}}
      {{> entries}}
      {{/hasEntries}}
      </section>
      {{/sections}}
      {{#isEmpty}}
      <p class="empty">There is nothing to show.</p>
      {{/isEmpty}}
      </main>
      {{> foot}}

      """##,
    "site/names.mustache": ##"""
      <ul class="{{kind}}">
      {{#names}}
      <li><a href="{{root}}{{address}}" dir="auto">{{#icon}}<span class="icon" aria-hidden="true">{{icon}}</span>{{/icon}}<span class="name">{{name}}</span></a> <span class="count">{{count}}</span>{{#about}} <span class="about" dir="auto">{{about}}</span>{{/about}}</li>
      {{/names}}
      </ul>

      """##,
    "site/search.js": ##"""
      /* A site made by Cairn. Searches its pages by the beginnings of words: the words lie in files beside
         this one, which are loaded as they are wanted, also where the site is opened from a folder. */
      (() => {
        "use strict";
        const place = document.querySelector(".search");
        if (!place) return;
        const root = place.dataset.root;
        const most = 30;
        const waiting = new Map();
        const blocks = new Map();
        const shards = new Map();
        let about = null;

        // What the files call when they have been loaded.
        window.cairnSearch = {
          about(value) { about = value; },
          words(key, list) { shards.set(key, list); },
          block(number, list) { blocks.set(number, list); },
        };

        const load = (name) => {
          if (!waiting.has(name)) {
            waiting.set(name, new Promise((done) => {
              const script = document.createElement("script");
              script.src = `${root}site/search/${name}.js`;
              script.onload = script.onerror = () => done();
              document.head.append(script);
            }));
          }
          return waiting.get(name);
        };

        const letters = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ı": "i", "ς": "σ"};
        const fold = (text) => text.normalize("NFKD").toLowerCase()
          .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, "")
          .replace(/[ßøłđħŧæœıς]/g, (letter) => letters[letter]).normalize("NFC");
        const alone = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Yi}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{So}\\p{Sc}";
        const pieces = new RegExp(`[${alone}]\\p{M}*|(?:(?![${alone}])[\\p{L}\\p{M}\\p{N}])+`, "gu");

        // Whether a word comes before another in the order of their scalars.
        const precedes = (one, other) => {
          const [left, right] = [[...one], [...other]];
          const at = left.findIndex((letter, index) => letter !== right[index]);
          if (at < 0) return left.length < right.length;
          return at < right.length && left[at].codePointAt(0) < right[at].codePointAt(0);
        };

        // The pages with a word that begins so: their numbers with how well each fits.
        const pagesWith = async (start) => {
          const keys = [...about.starts.keys()].filter((key) => {
            const [first, next] = [about.starts[key], about.starts[key + 1]];
            return (first.startsWith(start) || precedes(first, start))
              && (next === undefined || precedes(start, next));
          });
          await Promise.all(keys.map((key) => load(`words-${key}`)));
          const found = new Map();
          for (const key of keys) {
            const list = shards.get(key) ?? [];
            for (let at = 0; at < list.length; at += 2) {
              if (!list[at].startsWith(start)) continue;
              const exact = list[at] === start ? 2 : 1;
              let page = 0;
              for (const part of list[at + 1].split(" ")) {
                const inTitle = part.endsWith("!");
                page += parseInt(part, 36);
                const weight = exact * (inTitle ? 10 : 1);
                found.set(page, Math.max(found.get(page) ?? 0, weight));
              }
            }
          }
          return found;
        };

        const search = async (text) => {
          if (!about) await load("index");
          if (!about) return null;
          const words = [...new Set(fold(text).match(pieces) ?? [])];
          if (words.length === 0) return [];
          const all = await Promise.all(words.map(pagesWith));
          const [first, ...rest] = all.sort((one, other) => one.size - other.size);
          const found = [];
          for (const [page, weight] of first) {
            if (rest.every((other) => other.has(page))) {
              found.push([page, rest.reduce((sum, other) => sum + other.get(page), weight)]);
            }
          }
          found.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
          const shown = found.slice(0, most).map(([page]) => page);
          await Promise.all([...new Set(shown.map((page) => Math.floor(page / about.block)))]
            .map((number) => load(`pages-${number}`)));
          const pages = shown.map((page) => blocks.get(Math.floor(page / about.block))?.[page % about.block]);
          return Object.assign(pages.filter(Boolean), {total: found.length});
        };

        // The form: without this script there is none.
        const make = (name, values, ...children) => {
          const element = Object.assign(document.createElement(name), values);
          element.append(...children);
          return element;
        };
        const field = make("input", {type: "search", id: "search", autocomplete: "off", placeholder: "Search"});
        const label = make("label", {htmlFor: "search", className: "hidden", textContent: "Search"});
        const form = make("form", {role: "search"}, label, field);
        const status = make("p", {className: "status", role: "status"});
        const list = make("ol", {className: "found"});
        const results = make("div", {className: "results", hidden: true}, status, list);
        place.append(form, results);

        const show = (pages) => {
          list.replaceChildren(...(pages ?? []).map(([title, address, around, day]) => {
            const link = make("a", {href: root + address, dir: "auto", textContent: title});
            return make("li", {}, link, make("span", {className: "about", textContent: [around, day].filter(Boolean).join(" · ")}));
          }));
          const total = pages?.total ?? 0;
          status.textContent = !pages ? "The search could not be loaded."
            : total === 0 ? "Nothing found."
              : total > pages.length ? `${total} found; the first ${pages.length}:` : `${total} found`;
          results.hidden = false;
        };

        let last = 0;
        const update = async () => {
          const turn = ++last;
          if (field.value.trim() === "") {
            results.hidden = true;
            return;
          }
          const pages = await search(field.value);
          if (turn === last) show(pages);
        };
        field.addEventListener("input", update);
        form.addEventListener("submit", (event) => {
          event.preventDefault();
          list.querySelector("a")?.focus();
        });
        place.addEventListener("keydown", (event) => {
          const stops = [field, ...list.querySelectorAll("a")];
          const at = stops.indexOf(document.activeElement);
          if (event.key === "Escape") {
            field.value = "";
            field.focus();
            update();
          } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            stops[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), stops.length - 1)].focus();
          }
        });
        document.addEventListener("keydown", (event) => {
          const isTyping = /^(input|textarea|select)$/i.test(event.target.tagName);
          if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          field.focus();
        });
      })();

      """##,
    "site/style.css": ##"""

      /* Pages of a site. */
      .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: .75rem 2rem; min-height: 2rem; margin: -1.5rem 0 2.25rem; }
      .search { position: relative; flex: 1; display: flex; justify-content: flex-end; min-width: 12rem; }
      .search input { width: 14rem; max-width: 100%; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--paper); color: var(--ink); font: .875rem/1.5 var(--sans); }
      .search input::placeholder { color: var(--soft); opacity: 1; }
      .search .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .results { position: absolute; z-index: 1; top: calc(100% + .5rem); right: 0; width: min(30rem, calc(100vw - 2.3rem)); max-height: 75vh; overflow-y: auto; padding: .9rem 1.2rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); box-shadow: 0 .5rem 2rem light-dark(#0002, #0008); }
      .results[hidden] { display: none; }
      .results .status { margin: 0; font: .8125rem/1.5 var(--sans); color: var(--soft); }
      .found { margin: 0; list-style: none; }
      .found li { padding: .45rem 0 0; line-height: 1.35; }
      .found a { display: block; font-weight: 600; color: var(--ink); text-decoration: none; }
      .found a:hover, .found a:focus { color: var(--accent); text-decoration: underline; }
      .found .about { display: block; margin: 0; font: .8125rem/1.5 var(--sans); color: var(--soft); }
      .trail { flex: 0 1 auto; font: .8125rem/1.5 var(--sans); color: var(--soft); }
      .trail ol { display: flex; flex-wrap: wrap; gap: .2rem .5rem; margin: 0; list-style: none; }
      .trail li + li::before { content: "/"; margin-inline-end: .5rem; color: var(--line); }
      .trail a { color: inherit; text-decoration: none; }
      .trail a:hover { color: var(--accent); text-decoration: underline; }
      .site .masthead { margin-bottom: 2.5rem; }
      .site .masthead .about { max-width: 34rem; font: italic 1.0625rem/1.5 var(--serif); font-synthesis-style: none; }
      .site main > article { margin: 0; }
      .site article > header > h1 { font-size: 2.125rem; letter-spacing: -.012em; text-wrap: balance; }
      .site article > header > .facts { margin-top: .8rem; }
      .site .body { margin-top: 1.5rem; }
      .site .body .depth-1 { font-size: 1.4em; }
      .site .body .depth-2 { font-size: 1.2em; }
      .site .body .depth-3 { font-size: 1.1em; }
      .site section + section, .site .backlinks { margin-top: 3rem; }
      .site .group { margin: 0; font-size: 1.25rem; border-bottom-width: 1px; }
      .site .group a { font-weight: 400; }
      .site .about a, .site .tags a { color: var(--accent); }
      .entries, .collections, .cloud { margin: 0; list-style: none; }
      .entries > li { display: grid; grid-template-columns: 1fr auto; align-items: baseline; gap: 0 1.5rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
      .entries > li:last-child { border-bottom: 0; }
      .entries > li > a { font-weight: 600; line-height: 1.4; color: var(--ink); text-decoration: none; }
      .entries > li > a:hover { color: var(--accent); text-decoration: underline; }
      .entries .facts { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: flex-end; gap: .25rem .7rem; max-width: 16rem; }
      .entries time { font-variant-numeric: tabular-nums; }
      .entries .about { grid-column: 1 / -1; margin: .1rem 0 0; font: italic .9375rem/1.5 var(--serif); font-synthesis-style: none; color: var(--soft); }
      .collections > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem; padding: .55rem 0; border-bottom: 1px solid var(--line); }
      .collections > li:last-child { border-bottom: 0; }
      .collections a { flex: 1; font-weight: 600; color: var(--ink); text-decoration: none; }
      .collections a:hover .name, .cloud a:hover { color: var(--accent); text-decoration: underline; }
      .collections .icon { display: inline-block; min-width: 1.75em; }
      .collections .about { flex-basis: 100%; margin: 0; font: italic .9375rem/1.5 var(--serif); font-synthesis-style: none; }
      .site .count { font-size: .8125rem; }
      .cloud { display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; padding-top: .9rem; }
      .cloud a { text-decoration: none; }
      .cloud .count { font-size: .75rem; }
      .neighbours { display: flex; gap: 2rem; margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font: .875rem/1.45 var(--sans); }
      .neighbours a { flex: 0 1 50%; color: var(--ink); text-decoration: none; }
      .neighbours a:hover { color: var(--accent); text-decoration: underline; }
      .neighbours [rel="prev"]::before { content: "← "; color: var(--accent); }
      .neighbours [rel="next"] { margin-inline-start: auto; text-align: end; }
      .neighbours [rel="next"]::after { content: " →"; color: var(--accent); }

      @media (max-width: 36rem) {
        .top { margin: -.5rem 0 1.5rem; }
        .search { justify-content: stretch; }
        .search form, .search input { width: 100%; }
        .site article > header > h1 { font-size: 1.625rem; }
        .entries > li { display: block; }
        .entries .facts { justify-content: flex-start; margin: .15rem 0 0; }
        .entries .about { display: block; }
      }
      @media print {
        .top, .neighbours, .backlinks { display: none; }
      }

      """##,
  ]

  /// What a Content-Security-Policy calls the style sheet of HTML digests.
  package static let styleHash = "sha256-cfY2yTqnTBDfnP4Y+WaFeDqZSNiMMmxoO621UvFGoWM="
}
