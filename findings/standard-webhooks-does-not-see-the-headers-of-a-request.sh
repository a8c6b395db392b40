#!/bin/sh
# standardwebhooks 1.1.1 (JavaScript) says of a rightly signed message that its headers are missing where they come as a Headers object, as every Request of the web platform has them
# (Deno, Bun, Workers, route handlers of Next.js): it reads own properties, of which such an object has none. The same message with the same headers as a plain object, or as Node's
# own server gives them, is accepted. Receivers turn them into an object first: `Object.fromEntries(request.headers)`. Installs the package in a temporary folder; fails where that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" standardwebhooks@1.1.1 >/dev/null

cat >verify.mjs <<'END'
import { Webhook } from 'standardwebhooks'
const hook = new Webhook('whsec_plJ3nmyCDGBKInavdOK15jsl')
const [body, at] = ['{"type":"ping"}', new Date()]
const request = new Request('https://receiver.example/', {
  method: 'POST',
  body,
  headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at / 1000)), 'webhook-signature': hook.sign('msg_1', at, body) },
})
const said = (headers) => {
  try {
    return `accepted ${JSON.stringify(hook.verify(body, headers))}`
  } catch (error) {
    return `refused: ${error.message}`
  }
}
console.log(said(request.headers))
console.log(said(Object.fromEntries(request.headers)))
END
answers=$(node verify.mjs)
echo "$answers"
[ "$answers" = 'refused: Missing required headers
accepted {"type":"ping"}' ]
echo 'As described.'
