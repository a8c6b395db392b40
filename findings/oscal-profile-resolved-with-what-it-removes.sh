#!/bin/sh
# compliance-trestle 5.2.0 resolves an OSCAL 1.2.1 profile that alters a control by `removes` into a catalogue in which the removed part still stands: a warning is written, the command
# succeeds. And a profile that is merged `as-is`, which keeps the order of its source, comes out in the order of its ids as texts: ac-10 before ac-2, though the source has it after.
# Whoever compares a resolved catalogue with another tool's compares neither positions nor what a profile took away. Installs it in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install compliance-trestle==5.2.0
PATH="$folder/python/bin:$PATH"
trestle init >/dev/null 2>&1
mkdir catalogs/source profiles/own
head='"uuid": "6a1f0e5c-3f0e-4b57-9a55-0c5d1f6f7a01", "metadata": {"title": "Example", "last-modified": "2026-11-01T00:00:00+00:00", "version": "1", "oscal-version": "1.2.1"}'
part() { printf '{"id": "%s", "title": "Control", "parts": [{"id": "%s_smt", "name": "statement", "prose": "Said."}, {"id": "%s_gdn", "name": "guidance", "prose": "Advice."}]}' "$1" "$1" "$1"; }
echo "{\"catalog\": {$head, \"groups\": [{\"id\": \"ac\", \"title\": \"Access\", \"controls\": [$(part ac-1), $(part ac-2), $(part ac-10)]}]}}" >catalogs/source/catalog.json
echo "{\"profile\": {$head, \"imports\": [{\"href\": \"trestle://catalogs/source/catalog.json\", \"include-all\": {}}], \"merge\": {\"as-is\": true},
  \"modify\": {\"alters\": [{\"control-id\": \"ac-1\", \"removes\": [{\"by-id\": \"ac-1_gdn\"}]}]}}}" >profiles/own/profile.json

said=$(trestle author profile-resolve -n own -o resolved 2>&1 | grep -o 'Alter not supported for removes')
found=$(python -c "
import json
controls = json.load(open('catalogs/resolved/catalog.json'))['catalog']['groups'][0]['controls']
print(' '.join(control['id'] for control in controls))
print(' '.join(part['id'] for part in controls[0]['parts']))")
echo "$said; $found"
[ "$found" = 'ac-1 ac-10 ac-2
ac-1_smt ac-1_gdn' ]
echo 'As described.'
