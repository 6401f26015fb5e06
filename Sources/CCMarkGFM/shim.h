#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm-core-extensions.h>

// The extensions' node types (extensions/table.h and strikethrough.h, not installed) are globals,
// set once at registration. Functions read them, so that Swift sees no shared mutable state.
extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL;
extern cmark_node_type CMARK_NODE_STRIKETHROUGH;
static inline cmark_node_type ccmark_table(void) { return CMARK_NODE_TABLE; }
static inline cmark_node_type ccmark_table_row(void) { return CMARK_NODE_TABLE_ROW; }
static inline cmark_node_type ccmark_table_cell(void) { return CMARK_NODE_TABLE_CELL; }
static inline cmark_node_type ccmark_strikethrough(void) { return CMARK_NODE_STRIKETHROUGH; }
