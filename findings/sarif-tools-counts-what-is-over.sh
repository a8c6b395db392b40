#!/bin/sh
# sarif-tools 3.0.5 counts results that their scanner marks as suppressed (`suppressions`) or gone since the last run (`baselineState: absent`) among the errors, and lists what has passed
# (`kind: pass`) as a finding of level none: of four results of which one is open it tells three errors. Its figures are therefore higher than the gaps that come of the same file.
# Installs it in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install sarif-tools==3.0.5
cat >scan.sarif <<'END'
{ "version": "2.1.0",
  "runs": [{ "tool": { "driver": { "name": "Scanner", "rules": [{ "id": "R1", "defaultConfiguration": { "level": "error" } }] } },
    "results": [
      { "ruleId": "R1", "message": { "text": "open" } },
      { "ruleId": "R1", "message": { "text": "suppressed" }, "suppressions": [{ "kind": "inSource" }] },
      { "ruleId": "R1", "message": { "text": "gone" }, "baselineState": "absent" },
      { "ruleId": "R1", "message": { "text": "passed" }, "kind": "pass" }] }] }
END
counts=$(python/bin/sarif summary scan.sarif | grep -E '^(error|none)')
echo "$counts"
[ "$counts" = "error: 3
none: 1" ]
echo 'As described.'
