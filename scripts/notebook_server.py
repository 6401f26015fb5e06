"""A server of a copy of a notebook, for `scripts/connections` and `scripts/api`."""

import atexit
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time


class Server:
    """A server of a copy of the notebook. Its files are in the folder `base`."""

    # The errors of a client whose server is gone.
    Broken = http.client.HTTPException

    def __init__(self, program, notebook, base, *options):
        self.program, self.options = program, options
        self.environment = {**os.environ, "XDG_CONFIG_HOME": f"{base}/config",
                            "XDG_STATE_HOME": f"{base}/state", "XDG_CACHE_HOME": f"{base}/cache"}
        self.notes = f"{base}/notes"
        shutil.copytree(notebook, self.notes)
        self.token = self.run("serve", "token", "new", "--scope", "all").stdout.split()[-1]
        self.log = []
        self.process = None
        atexit.register(self.kill)
        self.start()

    def run(self, *arguments, isGood=True):
        """Runs a command in the notebook."""
        return subprocess.run([self.program, "-N", self.notes, *arguments], check=isGood,
                              env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "-N", self.notes, "serve", "--port", "0", *self.options],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        first = self.process.stderr.readline()
        found = re.search(r"127\.0\.0\.1:(\d+)", first)
        if found is None:
            sys.exit(f"the server does not start: {first}")
        self.port = int(found[1])
        threading.Thread(target=self.log.extend, args=[self.process.stderr], daemon=True).start()

    def memory(self):
        """Returns the memory of the server without the files that it maps, in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"RssAnon:\s+(\d+)", status.read())[1]) / 1024

    def send(self, method, target, value=None, headers={}):
        """Sends a request, and returns the status and the JSON of the answer."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        body = None if value is None else json.dumps(value)
        kind = {} if value is None else {"Content-Type": "application/json"}
        try:
            client.request(method, target, body, {**self.headers(), **kind, **headers})
            answer = client.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        finally:
            client.close()

    def request(self, target="/api/v1/captures?limit=20"):
        """Sends a request that must succeed, and returns the seconds until the answer."""
        start = time.monotonic()
        status, _ = self.send("GET", target)
        if status != 200:
            sys.exit(f"{target} was answered with {status}")
        return time.monotonic() - start

    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    def kill(self):
        """Ends the server if it is still running."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()

    def stop(self, signal=2):
        self.process.send_signal(signal)
        return self.process.wait(timeout=30)
