#!/bin/sh
# lib4sbom 0.10.4 knows a component of a CycloneDX document by its name and version alone: of `@acme/util` and `@other/util`, both 1.0, which stand in it as two components with a group,
# a bom-ref and a package URL each, the first is lost when it is read, without a word; a document written from it depends on one component less. What is read of a package is known by
# its package URL, and by group, name and version only where it has none. Installs it in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install lib4sbom==0.10.4
cat >shop.cdx.json <<'END'
{"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
 "metadata": {"component": {"type": "application", "bom-ref": "shop", "name": "shop", "version": "1.0"}},
 "components": [
  {"type": "library", "bom-ref": "one", "group": "@acme", "name": "util", "version": "1.0", "purl": "pkg:npm/%40acme/util@1.0"},
  {"type": "library", "bom-ref": "two", "group": "@other", "name": "util", "version": "1.0", "purl": "pkg:npm/%40other/util@1.0"}],
 "dependencies": [{"ref": "shop", "dependsOn": ["one", "two"]}]}
END
found=$(python/bin/python -c "
from lib4sbom.parser import SBOMParser
parser = SBOMParser()
parser.parse_file('shop.cdx.json')
print(' '.join(reference[2] for package in parser.get_packages() for reference in package['externalreference']))
print(' '.join(relation['target_id'] for relation in parser.get_relationships()))")
echo "$found"
[ "$found" = 'pkg:npm/%40other/util@1.0
one two' ]
echo 'As described.'
