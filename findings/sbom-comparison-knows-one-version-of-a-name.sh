#!/bin/sh
# sbomdiff 0.6.0 keeps one version of each name: where a product uses a library in two versions at once, which is the rule for npm, an update of the second is told as no change at all,
# and so is its removal. Exit code and summary say that both documents are the same. Two inventories are compared by package URL, the version apart, each with the set of its versions.
# Installs it in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install sbomdiff==0.6.0 lib4sbom==0.10.4
document() {
  parts=''
  for version in "$@"; do parts="$parts{\"type\": \"library\", \"bom-ref\": \"left-$version\", \"name\": \"left\", \"version\": \"$version\", \"purl\": \"pkg:npm/left@$version\"},"; done
  echo "{\"bomFormat\": \"CycloneDX\", \"specVersion\": \"1.6\", \"version\": 1, \"components\": [${parts%,}]}"
}
document 1.0 2.0 >before.cdx.json
document 1.0 2.1 >updated.cdx.json
document 1.0 >removed.cdx.json
document 1.1 >other.cdx.json
compared() { python/bin/sbomdiff before.cdx.json "$1.cdx.json" | sed -n 's/^\(Version changes\|Removed packages\|New packages\): *//p' | tr '\n' ' '; }
found="$(compared updated)| $(compared removed)| $(compared other)"
echo "version changes, removed, new: $found"
[ "$found" = '0 0 0 | 0 0 0 | 1 0 0 ' ]
echo 'As described.'
