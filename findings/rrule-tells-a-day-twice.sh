#!/bin/sh
# rrule 2.8.1 tells a day twice where BYSETPOS asks for the first and the last of a set of one: "the first and the last Friday of the months that have a fifth" of RFC 5545, in which a
# set never holds a day twice, so that python-dateutil 4.0.0 tells it once. A calendar made by it holds two tasks of one day. Installs both in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" rrule@2.8.1 >/dev/null
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install python-dateutil==4.0.0

rule='FREQ=MONTHLY;BYDAY=5FR;BYSETPOS=1,-1;UNTIL=20260601T000000Z'
javascript=$(node -e "
const { rrulestr } = require('rrule')
console.log(rrulestr('DTSTART:20260101T090000Z\nRRULE:$rule').all().map((day) => day.toISOString().slice(0, 10)).join(' '))")
python=$(python/bin/python -c "
from dateutil.rrule import rrulestr
print(*[day.strftime('%Y-%m-%d') for day in rrulestr('DTSTART:20260101T090000Z\nRRULE:$rule')])")
echo "rrule 2.8.1:           $javascript"
echo "python-dateutil 4.0.0: $python"
[ "$javascript" = '2026-01-30 2026-01-30 2026-05-29 2026-05-29' ]
[ "$python" = '2026-01-30 2026-05-29' ]
echo 'As described.'
