#include "web.h"

// The files of web/, sorted by path (#embed: C23 §6.10.4).
static const unsigned char file_0[] = {
#embed "../../web/assets/app.js"
};
static const unsigned char file_1[] = {
#embed "../../web/assets/cairn.css"
};
static const unsigned char file_2[] = {
#embed "../../web/assets/cairn.webmanifest"
};
static const unsigned char file_3[] = {
#embed "../../web/assets/editor.js"
};
static const unsigned char file_4[] = {
#embed "../../web/assets/files.js"
};
static const unsigned char file_5[] = {
#embed "../../web/assets/forms.js"
};
static const unsigned char file_6[] = {
#embed "../../web/assets/icon-180.png"
};
static const unsigned char file_7[] = {
#embed "../../web/assets/icon-512.png"
};
static const unsigned char file_8[] = {
#embed "../../web/assets/icon.svg"
};
static const unsigned char file_9[] = {
#embed "../../web/assets/keys.js"
};
static const unsigned char file_10[] = {
#embed "../../web/assets/live.js"
};
static const unsigned char file_11[] = {
#embed "../../web/assets/page.js"
};
static const unsigned char file_12[] = {
#embed "../../web/assets/popup.js"
};
static const unsigned char file_13[] = {
#embed "../../web/assets/record.js"
};
static const unsigned char file_14[] = {
#embed "../../web/assets/search.js"
};
static const unsigned char file_15[] = {
#embed "../../web/pages/action-group.mustache"
};
static const unsigned char file_16[] = {
#embed "../../web/pages/action.mustache"
};
static const unsigned char file_17[] = {
#embed "../../web/pages/actions.mustache"
};
static const unsigned char file_18[] = {
#embed "../../web/pages/ask.mustache"
};
static const unsigned char file_19[] = {
#embed "../../web/pages/brief.mustache"
};
static const unsigned char file_20[] = {
#embed "../../web/pages/briefing.mustache"
};
static const unsigned char file_21[] = {
#embed "../../web/pages/capture.mustache"
};
static const unsigned char file_22[] = {
#embed "../../web/pages/captures.mustache"
};
static const unsigned char file_23[] = {
#embed "../../web/pages/card.mustache"
};
static const unsigned char file_24[] = {
#embed "../../web/pages/circles.mustache"
};
static const unsigned char file_25[] = {
#embed "../../web/pages/clarify.mustache"
};
static const unsigned char file_26[] = {
#embed "../../web/pages/collections.mustache"
};
static const unsigned char file_27[] = {
#embed "../../web/pages/conflict.mustache"
};
static const unsigned char file_28[] = {
#embed "../../web/pages/continue.mustache"
};
static const unsigned char file_29[] = {
#embed "../../web/pages/digest.mustache"
};
static const unsigned char file_30[] = {
#embed "../../web/pages/edit.mustache"
};
static const unsigned char file_31[] = {
#embed "../../web/pages/error.mustache"
};
static const unsigned char file_32[] = {
#embed "../../web/pages/facts.mustache"
};
static const unsigned char file_33[] = {
#embed "../../web/pages/foot.mustache"
};
static const unsigned char file_34[] = {
#embed "../../web/pages/gifts.mustache"
};
static const unsigned char file_35[] = {
#embed "../../web/pages/handle.mustache"
};
static const unsigned char file_36[] = {
#embed "../../web/pages/head.mustache"
};
static const unsigned char file_37[] = {
#embed "../../web/pages/history.mustache"
};
static const unsigned char file_38[] = {
#embed "../../web/pages/import-plan.mustache"
};
static const unsigned char file_39[] = {
#embed "../../web/pages/import.mustache"
};
static const unsigned char file_40[] = {
#embed "../../web/pages/line.mustache"
};
static const unsigned char file_41[] = {
#embed "../../web/pages/lookup.mustache"
};
static const unsigned char file_42[] = {
#embed "../../web/pages/one.mustache"
};
static const unsigned char file_43[] = {
#embed "../../web/pages/people.mustache"
};
static const unsigned char file_44[] = {
#embed "../../web/pages/plain-head.mustache"
};
static const unsigned char file_45[] = {
#embed "../../web/pages/problem.mustache"
};
static const unsigned char file_46[] = {
#embed "../../web/pages/query-problem.mustache"
};
static const unsigned char file_47[] = {
#embed "../../web/pages/read-only.mustache"
};
static const unsigned char file_48[] = {
#embed "../../web/pages/reading.mustache"
};
static const unsigned char file_49[] = {
#embed "../../web/pages/reads.mustache"
};
static const unsigned char file_50[] = {
#embed "../../web/pages/row.mustache"
};
static const unsigned char file_51[] = {
#embed "../../web/pages/said.mustache"
};
static const unsigned char file_52[] = {
#embed "../../web/pages/secret.mustache"
};
static const unsigned char file_53[] = {
#embed "../../web/pages/settings.mustache"
};
static const unsigned char file_54[] = {
#embed "../../web/pages/settled.mustache"
};
static const unsigned char file_55[] = {
#embed "../../web/pages/split.mustache"
};
static const unsigned char file_56[] = {
#embed "../../web/pages/times.mustache"
};
static const unsigned char file_57[] = {
#embed "../../web/pages/today.mustache"
};
static const unsigned char file_58[] = {
#embed "../../web/pages/trash.mustache"
};
static const unsigned char file_59[] = {
#embed "../../web/pages/undo.mustache"
};
static const unsigned char file_60[] = {
#embed "../../web/pages/welcome.mustache"
};

static const cairn_web_file files[] = {
    {"assets/app.js", file_0, sizeof file_0},
    {"assets/cairn.css", file_1, sizeof file_1},
    {"assets/cairn.webmanifest", file_2, sizeof file_2},
    {"assets/editor.js", file_3, sizeof file_3},
    {"assets/files.js", file_4, sizeof file_4},
    {"assets/forms.js", file_5, sizeof file_5},
    {"assets/icon-180.png", file_6, sizeof file_6},
    {"assets/icon-512.png", file_7, sizeof file_7},
    {"assets/icon.svg", file_8, sizeof file_8},
    {"assets/keys.js", file_9, sizeof file_9},
    {"assets/live.js", file_10, sizeof file_10},
    {"assets/page.js", file_11, sizeof file_11},
    {"assets/popup.js", file_12, sizeof file_12},
    {"assets/record.js", file_13, sizeof file_13},
    {"assets/search.js", file_14, sizeof file_14},
    {"pages/action-group.mustache", file_15, sizeof file_15},
    {"pages/action.mustache", file_16, sizeof file_16},
    {"pages/actions.mustache", file_17, sizeof file_17},
    {"pages/ask.mustache", file_18, sizeof file_18},
    {"pages/brief.mustache", file_19, sizeof file_19},
    {"pages/briefing.mustache", file_20, sizeof file_20},
    {"pages/capture.mustache", file_21, sizeof file_21},
    {"pages/captures.mustache", file_22, sizeof file_22},
    {"pages/card.mustache", file_23, sizeof file_23},
    {"pages/circles.mustache", file_24, sizeof file_24},
    {"pages/clarify.mustache", file_25, sizeof file_25},
    {"pages/collections.mustache", file_26, sizeof file_26},
    {"pages/conflict.mustache", file_27, sizeof file_27},
    {"pages/continue.mustache", file_28, sizeof file_28},
    {"pages/digest.mustache", file_29, sizeof file_29},
    {"pages/edit.mustache", file_30, sizeof file_30},
    {"pages/error.mustache", file_31, sizeof file_31},
    {"pages/facts.mustache", file_32, sizeof file_32},
    {"pages/foot.mustache", file_33, sizeof file_33},
    {"pages/gifts.mustache", file_34, sizeof file_34},
    {"pages/handle.mustache", file_35, sizeof file_35},
    {"pages/head.mustache", file_36, sizeof file_36},
    {"pages/history.mustache", file_37, sizeof file_37},
    {"pages/import-plan.mustache", file_38, sizeof file_38},
    {"pages/import.mustache", file_39, sizeof file_39},
    {"pages/line.mustache", file_40, sizeof file_40},
    {"pages/lookup.mustache", file_41, sizeof file_41},
    {"pages/one.mustache", file_42, sizeof file_42},
    {"pages/people.mustache", file_43, sizeof file_43},
    {"pages/plain-head.mustache", file_44, sizeof file_44},
    {"pages/problem.mustache", file_45, sizeof file_45},
    {"pages/query-problem.mustache", file_46, sizeof file_46},
    {"pages/read-only.mustache", file_47, sizeof file_47},
    {"pages/reading.mustache", file_48, sizeof file_48},
    {"pages/reads.mustache", file_49, sizeof file_49},
    {"pages/row.mustache", file_50, sizeof file_50},
    {"pages/said.mustache", file_51, sizeof file_51},
    {"pages/secret.mustache", file_52, sizeof file_52},
    {"pages/settings.mustache", file_53, sizeof file_53},
    {"pages/settled.mustache", file_54, sizeof file_54},
    {"pages/split.mustache", file_55, sizeof file_55},
    {"pages/times.mustache", file_56, sizeof file_56},
    {"pages/today.mustache", file_57, sizeof file_57},
    {"pages/trash.mustache", file_58, sizeof file_58},
    {"pages/undo.mustache", file_59, sizeof file_59},
    {"pages/welcome.mustache", file_60, sizeof file_60},
};

const cairn_web_file *cairn_web_files(void) { return files; }

size_t cairn_web_file_count(void) { return sizeof files / sizeof files[0]; }
