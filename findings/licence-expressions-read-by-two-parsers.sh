#!/bin/sh
# license-expression 30.4.4 (Python), asked to validate by the SPDX list, knows neither `AFL-3.0+` nor `LicenseRef-own`: "or later" only where the list has an entry for it, and no
# reference to a licence of one's own, which SPDX (annex on licence expressions) both allows; spdx-expression-parse 5.0.0 (npm) reads them. The other way round `mit` is MIT for the first
# and an error for the second, and `BSD-2-Clause-FreeBSD` comes out of the first under another name. An inventory that one tool wrote is not refused for what another says of its
# licences. Installs both in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" spdx-expression-parse@5.0.0 >/dev/null
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install license-expression==30.4.4
set -- 'AFL-3.0+' 'LicenseRef-own' 'mit' 'BSD-2-Clause-FreeBSD'
cat >ask.cjs <<'END'
const parse = require('spdx-expression-parse')
const read = (text) => { try { const { license, plus } = parse(text); return license + (plus ? '+' : '') } catch { return 'refused' } }
console.log(process.argv.slice(2).map(read).join(' '))
END
cat >ask.py <<'END'
import sys
from license_expression import ExpressionError, get_spdx_licensing

spdx = get_spdx_licensing()
def read(text):
    try:
        return str(spdx.parse(text, validate=True))
    except ExpressionError:
        return 'refused'
print(*map(read, sys.argv[1:]))
END
javascript=$(node ask.cjs "$@")
python=$(python/bin/python ask.py "$@")
echo "asked: $*"
echo "spdx-expression-parse 5.0.0: $javascript"
echo "license-expression 30.4.4: $python"
[ "$javascript" = 'AFL-3.0+ LicenseRef-own refused BSD-2-Clause-FreeBSD' ]
[ "$python" = 'refused refused MIT BSD-2-Clause-Views' ]
echo 'As described.'
