#!/bin/sh
# Asks an OpenAI-compatible server. Needs curl and python3.
#
#   openai.sh BASE-URL MODEL
#
# such as `openai.sh https://api.openai.com/v1 gpt-4o-mini`. The key is that of the provider's key file,
# else OPENAI_API_KEY; none is sent where there is none.
set -u
umask 077
base=${1:?the address of the server, such as https://api.openai.com/v1}
model=${2:?the name of a model}

# What was asked must not stay on the disk, also where whoever asked has stopped listening.
folder=$(mktemp -d) || exit 70
trap 'rm -rf "$folder"' EXIT
trap 'rm -rf "$folder"; exit 70' HUP INT TERM
trap '' PIPE

fail() {
  echo "$2" >&2
  exit "$1"
}

python3 -c '
import json, sys
text = sys.stdin.buffer.read().decode("utf-8", "replace")
print(json.dumps({"model": sys.argv[1], "messages": [{"role": "user", "content": text}]}))
' "$model" >"$folder/request" || exit 70

# The key comes to curl on its standard input: nobody sees it among the arguments.
key=$(printf %s "${CAIRN_KEY:-${OPENAI_API_KEY:-}}" | sed 's/[\\"]/\\&/g')
status=$(
  if [ -n "$key" ]; then printf 'header = "Authorization: Bearer %s"\n' "$key"; fi |
    curl -q -sS -K - -H 'Content-Type: application/json' --data-binary "@$folder/request" \
      -o "$folder/reply" -w '%{http_code}' "$base/chat/completions" 2>"$folder/words"
) || fail 68 "$(tail -n 1 "$folder/words")"

case $status in
  2??) ;;
  401 | 403) fail 77 "the server does not take the key ($status)" ;;
  429 | 5??) fail 69 "the server cannot answer now ($status)" ;;
  *) fail 70 "the server refused the request ($status)" ;;
esac

python3 -c '
import json, sys
print(json.load(open(sys.argv[1], encoding="utf-8"))["choices"][0]["message"]["content"])
' "$folder/reply" 2>/dev/null || fail 76 "the server's answer is not that of a chat"
