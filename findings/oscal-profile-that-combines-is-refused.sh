#!/bin/sh
# compliance-trestle 5.2.0 reads no OSCAL profile that says how it combines controls which come twice (`"combine": {"method": "keep"}`; `use-first` and `merge` likewise): its classes,
# made from the schema of 1.2.1, hold `combine` to an object without members. The metaschema of the same version gives it a method with these three values, so a valid profile is told
# to be invalid, for a rule that does not name its cause. Without `combine` it is read. Installs it in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install compliance-trestle==5.2.0
cat >read.py <<'END'
from trestle.oscal.profile import Profile

def read(merge):
    head = {'title': 'Example', 'last-modified': '2026-11-01T00:00:00+00:00', 'version': '1', 'oscal-version': '1.2.1'}
    profile = {'uuid': '6a1f0e5c-3f0e-4b57-9a55-0c5d1f6f7a01', 'metadata': head, 'imports': [{'href': '#source', 'include-all': {}}], 'merge': merge}
    try:
        Profile.model_validate(profile)
        return 'read'
    except ValueError as refused:
        return 'refused, at most 0 items' if 'should have at most 0 items' in str(refused) else str(refused)

print(read({'flat': {}}))
for method in ('keep', 'use-first', 'merge'):
    print(read({'flat': {}, 'combine': {'method': method}}))
END
found=$(python/bin/python read.py)
echo "$found"
[ "$found" = 'read
refused, at most 0 items
refused, at most 0 items
refused, at most 0 items' ]
echo 'As described.'
