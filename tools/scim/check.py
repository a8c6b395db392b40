"""Runs the public compliance suite for SCIM against a server: `check.py ADDRESS TOKEN`. Prints one line for each check and what they come to as JSON at the end."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server
from scim2_tester.utils import Status

address, token = sys.argv[1:3]
client = SyncSCIMClient(Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=30))
counts: dict[str, int] = {}
for result in check_server(client):
    counts[result.status.name] = counts.get(result.status.name, 0) + 1
    if result.status not in (Status.SUCCESS,):
        print(result.status.name, result.resource_type or "", result.title, (result.reason or "").replace("\n", " "))
print(json.dumps(counts))
