# Starts a real Kate without a screen, which `scripts/editors/run` runs in a D-Bus session of its own:
#   dbus-run-session sh kate.sh
# NOTES is a folder with a notebook, CAIRN the program, PAGE is docs/editors.md. Uses the settings on
# the page. Ends with code 0 if Kate opens a note, and gets its problems and headings.
set -eu

log="$HOME/kate.log"
bin="$HOME/kate-bin"
mkdir -p "$bin" "$XDG_CONFIG_HOME/kate/lspclient"
printf '#!/bin/sh\nexec "%s" "$@" --log "%s"\n' "$CAIRN" "$log" >"$bin/cairn"
chmod +x "$bin/cairn"
sed -n '/^## Kate/,$p' "$PAGE" | sed -n '/^```json/,/^```$/p' | sed '/^```/d' >"$XDG_CONFIG_HOME/kate/lspclient/settings.json"
# Kate asks the user before it starts a server for the first time.
printf '[lspclient]\nAllowedServerCommandLines=%s lsp,cairn lsp\n' "$bin/cairn" >"$XDG_CONFIG_HOME/katerc"

printf '# List\n\n[[Sarah]] 😀 [[Nobody]]\n' >"$NOTES/list.md"
PATH="$bin:$PATH" QT_QPA_PLATFORM=offscreen kate --new "$NOTES/list.md" >"$HOME/kate.out" 2>&1 &
kate=$!
tries=0
while [ $tries -lt 300 ] && ! grep -q '"diagnostics":\[{' "$log" 2>/dev/null; do
  tries=$((tries + 1))
  sleep 0.2
done
kill $kate
wait $kate || true

code=0
check() {
  if grep -q "$2" "$log"; then echo "ok   $1"; else echo "FAIL $1"; code=1; fi
}
check "opened" '^-> .*"method":"textDocument/didOpen".*list.md'
check "headings" '^<- .*"result":\[{"name":"List"'
check "problems" '^<- .*"method":"textDocument/publishDiagnostics".*"start":{"line":2,"character":15}.*"code":"dead-link"'
exit $code
