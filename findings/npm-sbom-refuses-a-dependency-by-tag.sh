#!/bin/sh
# `npm sbom` of npm 11.6.4 writes no bill of materials for a tree that `npm install` has just made of what is published: @microsoft/eslint-formatter-sarif 3.1.0, with which ESLint
# writes SARIF, asks for jschardet by the tag `latest`, and what is asked for by a tag counts as invalid (ESBOMPROBLEMS). cyclonedx-npm 6.0.1 refuses the same tree unless it is
# told --ignore-npm-errors, and then tells all of it. Installs the three in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder/tool" npm@11.6.4 @cyclonedx/cyclonedx-npm@6.0.1 >/dev/null
mkdir tree && cd tree
echo '{ "name": "tree", "version": "1.0.0", "private": true, "dependencies": { "@microsoft/eslint-formatter-sarif": "3.1.0" } }' >package.json
npm() { node "$folder/tool/node_modules/npm/bin/npm-cli.js" "$@"; }
npm install --silent --no-audit --no-fund >/dev/null
refused=$(npm sbom --sbom-format cyclonedx 2>&1 >/dev/null | sed -n 's/^npm error code //p')
whole() { node "$folder/tool/node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js" "$@" 2>/dev/null; }
strict=$(whole --output-file - | wc -c)
told=$(whole --ignore-npm-errors --output-file - | node -e "
const { components } = JSON.parse(require('fs').readFileSync(0, 'utf8'))
const all = (list) => list.flatMap((one) => [one, ...all(one.components ?? [])])
console.log(all(components).some(({ name }) => name === 'jschardet') ? 'jschardet' : 'nothing')")
echo "npm sbom:                          $refused"
echo "cyclonedx-npm:                     $strict bytes"
echo "cyclonedx-npm --ignore-npm-errors: $told"
[ "$refused" = 'ESBOMPROBLEMS' ]
[ "$strict" -eq 0 ]
[ "$told" = 'jschardet' ]
echo 'As described.'
