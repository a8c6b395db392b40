#!/bin/sh
# @pandatix/js-cvss 0.4.4 answers other CVSS 3.1 scores than cvss 3.6 (Python) for the same valid vectors. Privileges required are weighed by the scope of the base, where the standard
# (7.4) asks for the modified scope, so that a vulnerability that reaches further in one's own environment is told 9.7 instead of 10.0; and scores with two decimals are not rounded
# up to one (6.08 instead of 6.1). A severity that was computed by another tool is compared by its band, never by its figure. Installs both, and a bundler, since the package's files
# name each other without the endings that Node asks for, in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @pandatix/js-cvss@0.4.4 esbuild@0.25.12 >/dev/null
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install cvss==3.6

changed='CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C'
mended='CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N/RL:O'
cat >scores.mjs <<END
import { CVSS31 } from '@pandatix/js-cvss'
console.log(new CVSS31('$changed').EnvironmentalScore(), new CVSS31('$mended').TemporalScore())
END
node_modules/.bin/esbuild scores.mjs --bundle --platform=node --log-level=error --outfile=scores.cjs
javascript=$(node scores.cjs)
python=$(python/bin/python -c "
from cvss import CVSS3
print(CVSS3('$changed').environmental_score, CVSS3('$mended').temporal_score)")
echo "@pandatix/js-cvss 0.4.4: $javascript"
echo "cvss 3.6:                $python"
[ "$javascript" = '9.7 6.08' ]
[ "$python" = '10.0 6.1' ]
echo 'As described.'
