#!/bin/sh
# Asks a model of the program llm, which keeps the keys. Needs llm.
#
#   llm.sh [MODEL]
#
# `--no-log`, since llm would keep a copy of what it is asked.
command -v llm >/dev/null || {
  echo "llm is not installed" >&2
  exit 78
}
exec llm prompt --no-stream --no-log ${1:+-m "$1"}
