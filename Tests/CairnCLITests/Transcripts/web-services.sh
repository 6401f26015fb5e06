# Starts the server of web-services.py in the background, waits for it, and empties the user's
# settings. In the folder `.server`, the file `port` contains its port, `pid` its process id, and
# `sent.txt` the requests.
mkdir -p .server "$XDG_CONFIG_HOME/cairn"
(cd .server && exec python3 "$FIXTURES/web-services.py" > log 2>&1) &
echo $! > .server/pid
for n in $(seq 600); do [ -e .server/port ] && break; sleep 0.1; done
: > "$XDG_CONFIG_HOME/cairn/config.yml"
[ -e .server/port ]
