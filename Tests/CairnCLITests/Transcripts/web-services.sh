# Starts the server of web-services.py in the background, waits for it, and empties the user's
# settings. The folder `.server` has its port in the file `port`, its process in `pid`, and the requests in `sent.txt`.
mkdir -p .server "$XDG_CONFIG_HOME/cairn"
(cd .server && exec python3 "$FIXTURES/web-services.py" > log 2>&1) &
echo $! > .server/pid
for n in $(seq 300); do [ -e .server/port ] && break; sleep 0.1; done
: > "$XDG_CONFIG_HOME/cairn/config.yml"
[ -e .server/port ]
