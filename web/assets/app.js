// The web pages work without this script. It makes them quick, and keeps what somebody types.
import "./forms.js";
import "./search.js";
import "./editor.js";
import "./files.js";
import "./record.js";
import "./live.js";
import "./keys.js";
