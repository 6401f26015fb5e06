#!/bin/sh
# Asks a model of Ollama, on this machine. Needs ollama.
#
#   ollama.sh [MODEL]
command -v ollama >/dev/null || {
  echo "ollama is not installed" >&2
  exit 78
}
exec ollama run "${1:-llama3.2}" --format json
