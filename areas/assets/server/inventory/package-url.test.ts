import { expect, test } from 'vitest'
import { comparable, packageUrlOf } from './package-url.ts'

test.each([
  ['the type is small', 'PKG:NPM/x@1', 'pkg:npm/x@1'],
  ['slashes after the scheme mean nothing', 'pkg://npm/x@1', 'pkg:npm/x@1'],
  ['a scope is encoded or not', 'pkg:npm/@acme/router@1.2.3', 'pkg:npm/%40acme/router@1.2.3'],
  ['a scope without a version', 'pkg:npm/@acme/router', 'pkg:npm/%40acme/router'],
  ['PyPI knows no capitals, underscores and dots', 'pkg:pypi/Zope.Interface_X@5', 'pkg:pypi/zope-interface-x@5'],
  ['GitHub knows no capitals', 'pkg:github/Acme/Tool@v1', 'pkg:github/acme/tool@v1'],
  ['Maven does', 'pkg:maven/org.Acme/Tool@1', 'pkg:maven/org.Acme/Tool@1'],
  ['RPM does so of the name alone', 'pkg:rpm/Fedora/Curl@7?arch=i386', 'pkg:rpm/fedora/Curl@7?arch=i386'],
  ['a plus stands bare or not', 'pkg:deb/debian/libc6@2+deb', 'pkg:deb/debian/libc6@2%2Bdeb'],
  ['qualifiers have no order', 'pkg:deb/debian/x@1?distro=12&Arch=amd64', 'pkg:deb/debian/x@1?arch=amd64&distro=12'],
  ['an empty one says nothing', 'pkg:deb/debian/x@1?arch=', 'pkg:deb/debian/x@1'],
  ['colons and slashes of qualifiers', 'pkg:generic/x@1?download_url=https://a.example/x', 'pkg:generic/x@1?download_url=https:%2F%2Fa.example%2Fx'],
  ['the same, encoded', 'pkg:generic/x@1?download_url=https%3A%2F%2Fa.example%2Fx', 'pkg:generic/x@1?download_url=https:%2F%2Fa.example%2Fx'],
  ['a stray sign of percent', 'pkg:generic/50%@1', 'pkg:generic/50%25@1'],
])('package URLs are compared by their parts: %s', (_, written, read) => {
  expect(comparable(written)).toBe(read)
  expect(comparable(read)).toBe(read)
})

test('what packageurl-js 2.0.1 and packageurl-python 0.17.6 write of one package is one', () => {
  const written = [
    'pkg:deb/debian/libc6@2.36+deb12?arch=amd64&download_url=https%3A%2F%2Fa.example%2Fx%3Ay',
    'pkg:deb/debian/libc6@2.36%2Bdeb12?arch=amd64&download_url=https://a.example/x:y',
  ]
  expect(new Set(written.map(comparable)).size).toBe(1)
})

test('its version, qualifiers and path below stand apart', () => {
  expect(packageUrlOf('pkg:golang/Google.golang.org/genproto@v0.1?type=module#./googleapis/api')).toEqual({
    short: 'pkg:golang/google.golang.org/genproto',
    whole: 'pkg:golang/google.golang.org/genproto@v0.1?type=module#googleapis/api',
  })
  expect(['x', 'pkg:npm', 'pkg:npm/', 'pkg:/x'].map(packageUrlOf)).toEqual([null, null, null, null])
  expect(comparable('acme/router')).toBe('acme/router')
})
