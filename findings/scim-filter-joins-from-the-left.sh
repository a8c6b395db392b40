#!/bin/sh
# scim2-filter-parser 0.7.0 reads `A or B and C` of a SCIM filter as `(A or B) and C`. RFC 7644 (3.4.2.2) says that `and` binds more than `or`, as scim2-parse-filter 0.2.10 reads it: an
# identity provider that asks two servers the same question is told of different people. It also looks for the texts 'TRUE' and 'NULL' where the filter says true and null. Brackets
# around every `and` are understood alike by both. Installs both in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" scim2-parse-filter@0.2.10 >/dev/null
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install scim2-filter-parser==0.7.0

question='userName eq "ada" or title pr and active eq true'
cat >ask.mjs <<END
import { parse } from 'scim2-parse-filter'
const { op, filters } = parse('$question')
console.log(op, filters.map((part) => part.op).join(' '))
END
javascript=$(node ask.mjs)
python=$(python/bin/python -c "
from scim2_filter_parser.queries import SQLQuery
names = {('userName', None, None): 'name', ('title', None, None): 'title', ('active', None, None): 'active'}
query = SQLQuery('$question', 'people', names)
print(' '.join(query.sql.split('WHERE')[1].rstrip(';').split()), query.params)
print(SQLQuery('title eq null', 'people', names).params)")
echo "scim2-parse-filter 0.2.10: $javascript"
echo "scim2-filter-parser 0.7.0: $python"
[ "$javascript" = 'or eq and' ]
[ "$python" = "((UPPER(name) = UPPER(%s)) OR (title IS NOT NULL)) AND (active = %s) ['ada', 'TRUE']
['NULL']" ]
echo 'As described.'
