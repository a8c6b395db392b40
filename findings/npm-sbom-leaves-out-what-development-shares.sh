#!/bin/sh
# `npm sbom --omit=dev` of npm 11.6.4 leaves a package out of the bill of materials that is shipped, where a development dependency needs it too: of `ms` (shipped) and `debug`
# (development, needs `ms`) nothing is told at all, while `npm ls --omit=dev` of the same tree tells `ms`. Whoever hands such a bill to an auditor names less than is installed
# by `npm ci --omit=dev`. Installs npm and both in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder/tool" npm@11.6.4 >/dev/null
mkdir shipped && cd shipped
echo '{ "name": "shipped", "version": "1.0.0", "private": true, "dependencies": { "ms": "2.1.3" }, "devDependencies": { "debug": "4.4.3" } }' >package.json
npm() { node "$folder/tool/node_modules/npm/bin/npm-cli.js" "$@"; }
npm install --silent --no-audit --no-fund >/dev/null
names() { node -e "const { components } = JSON.parse(require('fs').readFileSync(0, 'utf8')); console.log(components.map(({ name }) => name).sort().join(' '))"; }
everything=$(npm sbom --sbom-format cyclonedx | names)
without=$(npm sbom --sbom-format cyclonedx --omit=dev | names)
listed=$(npm ls --omit=dev --all --parseable | sed -n 's|.*/node_modules/||p')
echo "npm sbom:            $everything"
echo "npm sbom --omit=dev: $without"
echo "npm ls --omit=dev:   $listed"
[ "$everything" = 'debug ms' ]
[ "$without" = '' ]
[ "$listed" = 'ms' ]
echo 'As described.'
