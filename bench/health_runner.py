"""The program that skiff-health is compared with. It starts a check N times, one after another, as health check runners
in Python do: health_runner.py N COMMAND..."""

import json
import subprocess
import sys

results = []
for number in range(int(sys.argv[1])):
    done = subprocess.run(sys.argv[2:], capture_output=True, text=True, check=False)
    results.append({"check": number, "code": done.returncode, "output": done.stdout})
print(json.dumps(results))
