#!/bin/sh
# packageurl-js 2.0.1 and packageurl-python 0.17.6 write the same package URL in two ways: `+` of a version stands bare in the one and encoded in the other, `:` and `/` of a
# qualifier the other way round. Both are read by either; compared as text they are two packages. Installs both in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" packageurl-js@2.0.1 >/dev/null
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install packageurl-python==0.17.6

javascript=$(node -e "
const { PackageURL } = require('packageurl-js')
console.log(new PackageURL('deb', 'debian', 'libc6', '2.36+deb12', { download_url: 'https://a.example/x:y', arch: 'amd64' }).toString())")
python=$(python/bin/python -c "
from packageurl import PackageURL
print(PackageURL('deb', 'debian', 'libc6', '2.36+deb12', {'download_url': 'https://a.example/x:y', 'arch': 'amd64'}).to_string())")
echo "packageurl-js 2.0.1:       $javascript"
echo "packageurl-python 0.17.6:  $python"
[ "$javascript" = 'pkg:deb/debian/libc6@2.36+deb12?arch=amd64&download_url=https%3A%2F%2Fa.example%2Fx%3Ay' ]
[ "$python" = 'pkg:deb/debian/libc6@2.36%2Bdeb12?arch=amd64&download_url=https://a.example/x:y' ]
echo 'As described.'
