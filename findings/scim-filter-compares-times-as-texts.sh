#!/bin/sh
# scim2-parse-filter 0.2.10 compares the times of a SCIM filter letter by letter: a change at 04:42:34Z is not later than 05:42:34+02:00, which is an hour before it. An identity provider
# that asks for what has changed since its last run, in its own zone, misses hours of it. It also finds an empty text *present* (`pr`), where RFC 7644 (table 3) asks for a value that is not
# empty, and tells capitals apart in names of people, which the schema of users does not (RFC 7643, 8.7.1). Ask in UTC. Installs it in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" scim2-parse-filter@0.2.10 >/dev/null
cat >ask.mjs <<'END'
import { filter, parse } from 'scim2-parse-filter'
const person = { userName: 'Ada', title: '', meta: { lastModified: '2026-05-13T04:42:34Z' } }
for (const question of [
  'meta.lastModified gt "2026-05-13T03:42:34Z"',
  'meta.lastModified gt "2026-05-13T05:42:34+02:00"',
  'title pr',
  'userName eq "ada"',
])
  console.log(filter(parse(question))(person), question)
END
answers=$(node ask.mjs)
echo "$answers"
[ "$(echo "$answers" | cut -d' ' -f1 | tr '\n' ' ')" = 'true false true false ' ]
echo 'As described.'
