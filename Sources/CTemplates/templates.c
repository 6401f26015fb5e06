#include "templates.h"

// The files of templates/, sorted by path, each terminated by a NUL (#embed: C23 §6.10.4).
static const cairn_template templates[] = {
    {"brief.mustache", (const char[]){
#embed "../../templates/brief.mustache" suffix(,)
         0}},
    {"capture/action.md", (const char[]){
#embed "../../templates/capture/action.md" suffix(,)
         0}},
    {"capture/daily.md", (const char[]){
#embed "../../templates/capture/daily.md" suffix(,)
         0}},
    {"capture/entry.md", (const char[]){
#embed "../../templates/capture/entry.md" suffix(,)
         0}},
    {"capture/fact.md", (const char[]){
#embed "../../templates/capture/fact.md" suffix(,)
         0}},
    {"capture/gift.md", (const char[]){
#embed "../../templates/capture/gift.md" suffix(,)
         0}},
    {"capture/idea.md", (const char[]){
#embed "../../templates/capture/idea.md" suffix(,)
         0}},
    {"capture/note.md", (const char[]){
#embed "../../templates/capture/note.md" suffix(,)
         0}},
    {"capture/person.md", (const char[]){
#embed "../../templates/capture/person.md" suffix(,)
         0}},
    {"digests/actions/template.yml", (const char[]){
#embed "../../templates/digests/actions/template.yml" suffix(,)
         0}},
    {"digests/changelog/markdown/group.mustache", (const char[]){
#embed "../../templates/digests/changelog/markdown/group.mustache" suffix(,)
         0}},
    {"digests/changelog/markdown/item.mustache", (const char[]){
#embed "../../templates/digests/changelog/markdown/item.mustache" suffix(,)
         0}},
    {"digests/changelog/template.yml", (const char[]){
#embed "../../templates/digests/changelog/template.yml" suffix(,)
         0}},
    {"digests/changelog/text/group.mustache", (const char[]){
#embed "../../templates/digests/changelog/text/group.mustache" suffix(,)
         0}},
    {"digests/changelog/text/item.mustache", (const char[]){
#embed "../../templates/digests/changelog/text/item.mustache" suffix(,)
         0}},
    {"digests/daily/template.yml", (const char[]){
#embed "../../templates/digests/daily/template.yml" suffix(,)
         0}},
    {"digests/default/html/closing.mustache", (const char[]){
#embed "../../templates/digests/default/html/closing.mustache" suffix(,)
         0}},
    {"digests/default/html/foot.mustache", (const char[]){
#embed "../../templates/digests/default/html/foot.mustache" suffix(,)
         0}},
    {"digests/default/html/group.mustache", (const char[]){
#embed "../../templates/digests/default/html/group.mustache" suffix(,)
         0}},
    {"digests/default/html/head.mustache", (const char[]){
#embed "../../templates/digests/default/html/head.mustache" suffix(,)
         0}},
    {"digests/default/html/item.mustache", (const char[]){
#embed "../../templates/digests/default/html/item.mustache" suffix(,)
         0}},
    {"digests/default/html/opening.mustache", (const char[]){
#embed "../../templates/digests/default/html/opening.mustache" suffix(,)
         0}},
    {"digests/default/html/style.css", (const char[]){
#embed "../../templates/digests/default/html/style.css" suffix(,)
         0}},
    {"digests/default/markdown/foot.mustache", (const char[]){
#embed "../../templates/digests/default/markdown/foot.mustache" suffix(,)
         0}},
    {"digests/default/markdown/group.mustache", (const char[]){
#embed "../../templates/digests/default/markdown/group.mustache" suffix(,)
         0}},
    {"digests/default/markdown/head.mustache", (const char[]){
#embed "../../templates/digests/default/markdown/head.mustache" suffix(,)
         0}},
    {"digests/default/markdown/item.mustache", (const char[]){
#embed "../../templates/digests/default/markdown/item.mustache" suffix(,)
         0}},
    {"digests/default/template.yml", (const char[]){
#embed "../../templates/digests/default/template.yml" suffix(,)
         0}},
    {"digests/default/text/foot.mustache", (const char[]){
#embed "../../templates/digests/default/text/foot.mustache" suffix(,)
         0}},
    {"digests/default/text/group.mustache", (const char[]){
#embed "../../templates/digests/default/text/group.mustache" suffix(,)
         0}},
    {"digests/default/text/head.mustache", (const char[]){
#embed "../../templates/digests/default/text/head.mustache" suffix(,)
         0}},
    {"digests/default/text/item.mustache", (const char[]){
#embed "../../templates/digests/default/text/item.mustache" suffix(,)
         0}},
    {"digests/gifts/template.yml", (const char[]){
#embed "../../templates/digests/gifts/template.yml" suffix(,)
         0}},
    {"digests/monthly/template.yml", (const char[]){
#embed "../../templates/digests/monthly/template.yml" suffix(,)
         0}},
    {"digests/people/template.yml", (const char[]){
#embed "../../templates/digests/people/template.yml" suffix(,)
         0}},
    {"digests/reading-log/html/closing.mustache", (const char[]){
#embed "../../templates/digests/reading-log/html/closing.mustache" suffix(,)
         0}},
    {"digests/reading-log/html/item.mustache", (const char[]){
#embed "../../templates/digests/reading-log/html/item.mustache" suffix(,)
         0}},
    {"digests/reading-log/html/opening.mustache", (const char[]){
#embed "../../templates/digests/reading-log/html/opening.mustache" suffix(,)
         0}},
    {"digests/reading-log/markdown/columns.mustache", (const char[]){
#embed "../../templates/digests/reading-log/markdown/columns.mustache" suffix(,)
         0}},
    {"digests/reading-log/markdown/group.mustache", (const char[]){
#embed "../../templates/digests/reading-log/markdown/group.mustache" suffix(,)
         0}},
    {"digests/reading-log/markdown/head.mustache", (const char[]){
#embed "../../templates/digests/reading-log/markdown/head.mustache" suffix(,)
         0}},
    {"digests/reading-log/markdown/item.mustache", (const char[]){
#embed "../../templates/digests/reading-log/markdown/item.mustache" suffix(,)
         0}},
    {"digests/reading-log/template.yml", (const char[]){
#embed "../../templates/digests/reading-log/template.yml" suffix(,)
         0}},
    {"digests/reading-log/text/item.mustache", (const char[]){
#embed "../../templates/digests/reading-log/text/item.mustache" suffix(,)
         0}},
    {"digests/weekly/template.yml", (const char[]){
#embed "../../templates/digests/weekly/template.yml" suffix(,)
         0}},
    {"site/capture.mustache", (const char[]){
#embed "../../templates/site/capture.mustache" suffix(,)
         0}},
    {"site/charts.mustache", (const char[]){
#embed "../../templates/site/charts.mustache" suffix(,)
         0}},
    {"site/entries.mustache", (const char[]){
#embed "../../templates/site/entries.mustache" suffix(,)
         0}},
    {"site/foot.mustache", (const char[]){
#embed "../../templates/site/foot.mustache" suffix(,)
         0}},
    {"site/head.mustache", (const char[]){
#embed "../../templates/site/head.mustache" suffix(,)
         0}},
    {"site/list.mustache", (const char[]){
#embed "../../templates/site/list.mustache" suffix(,)
         0}},
    {"site/names.mustache", (const char[]){
#embed "../../templates/site/names.mustache" suffix(,)
         0}},
    {"site/preview.js", (const char[]){
#embed "../../templates/site/preview.js" suffix(,)
         0}},
    {"site/search.js", (const char[]){
#embed "../../templates/site/search.js" suffix(,)
         0}},
    {"site/style.css", (const char[]){
#embed "../../templates/site/style.css" suffix(,)
         0}},
    {"site/theme.js", (const char[]){
#embed "../../templates/site/theme.js" suffix(,)
         0}},
};

const cairn_template *cairn_templates(void) { return templates; }

size_t cairn_template_count(void) { return sizeof templates / sizeof templates[0]; }
