import { expect, test } from 'vitest'
import { inventoryLimits } from '#areas/assets/contract/inventory.ts'
import { readInventory, type ReadInventory } from './read.ts'

const file = (rest: object) => ({ bomFormat: 'CycloneDX', specVersion: '1.6', ...rest })
const read = (content: object | string): ReadInventory => readInventory(typeof content === 'string' ? content : JSON.stringify(content))
const library = (name: string, rest: object = {}) => ({ type: 'library', name, 'bom-ref': name, ...rest })
const entriesOf = (content: object) => {
  const { faults, inventory } = read(content)
  expect(faults).toEqual([])
  return inventory?.entries ?? []
}
const faultsOf = (content: object | string) => read(content).faults.map(({ at, code }) => `${at}: ${code}`)

test('services and components become assets of their kind, in the order of the file, with what they depend on', () => {
  const { inventory } = read(
    file({
      metadata: { component: { type: 'application', name: 'Shop', version: '2.1', 'bom-ref': 'app' } },
      components: [
        library('router', { purl: 'pkg:npm/%40acme/router@1.2.3?arch=x#dist', group: '@acme', version: '1.2.3' }),
        { type: 'device', name: 'Terminal', 'bom-ref': 'dev' },
        { type: 'container', name: 'image', 'bom-ref': 'img', components: [library('libc')] },
      ],
      services: [
        { name: 'Payments', 'bom-ref': 'pay', 'x-trust-boundary': true },
        { name: 'Stock', 'bom-ref': 'stock' },
      ],
      dependencies: [
        { ref: 'app', dependsOn: ['router', 'img'] },
        { ref: 'router', dependsOn: ['pay'] },
      ],
    }),
  )
  expect(inventory?.application).toEqual({ key: 'Shop', name: 'Shop', type: 'SOFTWARE', release: '2.1' })
  expect(inventory?.entries.map(({ name, type, key, release, on }) => [name, type, key, release, on])).toEqual([
    ['@acme/router', 'SOFTWARE', 'pkg:npm/%40acme/router', '1.2.3', [4]],
    ['Terminal', 'HARDWARE', 'Terminal', null, []],
    ['image', 'SOFTWARE', 'image', null, [3]],
    ['libc', 'SOFTWARE', 'libc', null, []],
    ['Payments', 'PROVIDER', 'Payments', null, []],
    ['Stock', 'SOFTWARE', 'Stock', null, []],
  ])
  expect(
    inventory?.entries.flatMap(({ name, library: built }) => (built ? [name] : [])),
    'services, machines and containers are none',
  ).toEqual(['@acme/router', 'libc'])
  // What nothing of the file needs hangs on the application, so that its need comes to all of it.
  expect(inventory?.first).toEqual([0, 1, 2, 5])
})

test('a package is the same one in its next release; two of one name stay two', () => {
  const purl = (version: string) => ({ type: 'library', name: 'x', version, purl: `pkg:npm/x@${version}` })
  expect(entriesOf(file({ components: [purl('1')] }))[0]?.key).toBe(entriesOf(file({ components: [purl('2')] }))[0]?.key)
  expect(entriesOf(file({ components: [purl('1'), purl('2')] })).map(({ key }) => key)).toEqual(['pkg:npm/x', 'pkg:npm/x@2'])
  expect(
    entriesOf(
      file({
        components: [
          { type: 'file', name: 'a' },
          { type: 'file', name: 'a' },
          { type: 'file', name: 'a' },
        ],
      }),
    ).map(({ key }) => key),
  ).toEqual(['a', 'a #2', 'a #3'])
})

test('a loop that nothing leads to hangs on the application by its first entry', () => {
  const components = ['a', 'b', 'c'].map((name) => library(name))
  const dependencies = [
    { ref: 'a', dependsOn: ['a', 'b'] },
    { ref: 'b', dependsOn: ['c'] },
    { ref: 'c', dependsOn: ['a'] },
  ]
  const { inventory } = read(file({ components, dependencies }))
  expect([inventory?.first, inventory?.entries.map(({ on }) => on)]).toEqual([[0], [[1], [2], [0]]])
})

test.each<[string, object | string, string[]]>([
  ['no JSON', '{"bomFormat":', [': not_json']],
  ['a list', [], [': not_cyclonedx']],
  ['another format', { spdxVersion: 'SPDX-2.3' }, ['bomFormat: not_cyclonedx']],
  ['a version that nobody knows', file({ specVersion: '9.0' }), ['specVersion: version']],
  ['a version that is no text', file({ specVersion: { toString: 1 } }), ['specVersion: version']],
  ['nothing in it', file({}), ['components: empty']],
  [
    'entries that are none, each by its place',
    file({
      components: [{ type: 'library' }, { type: 'virus', name: 'a' }, 3, { type: 'library', name: ' ' }, library('b', { components: [{ name: 'c' }] })],
      services: [{ 'bom-ref': 7 }],
    }),
    [
      'components[0].name: shape',
      'components[1].type: shape',
      'components[2]: shape',
      'components[3].name: shape',
      'components[4].components[0].type: shape',
      'services[0].name: shape',
      'services[0].bom-ref: shape',
    ],
  ],
  ['references that two have', file({ components: [library('a'), library('a')] }), ['components[1].bom-ref: double']],
  [
    'dependencies that are no lists',
    file({ components: [library('a')], dependencies: [{ ref: 'a', dependsOn: 'a' }, null] }),
    ['dependencies[0].dependsOn: shape', 'dependencies[1]: shape'],
  ],
])('%s is refused', (_, content, faults) => expect(faultsOf(content)).toEqual(faults))

test('what is too large or too deep is refused without being looked at any closer', () => {
  const many = Array.from({ length: inventoryLimits.entries + 1 }, (_, n) => library(`a${n}`))
  expect(faultsOf(file({ components: many }))).toEqual(['components: too_many'])
  expect(faultsOf(file({ components: [{ type: 'library', name: 'x', components: many }] }))).toEqual(['components: too_many'])
  expect(faultsOf(file({ metadata: { component: { type: 'application', name: 'x', components: many } } }))).toEqual(['components: too_many'])
  const dependsOn = Array.from({ length: 30_000 }, () => 'a')
  expect(faultsOf(file({ components: [library('a')], dependencies: [{ ref: 'a', dependsOn }] }))).toEqual(['dependencies: too_many_dependencies'])
  const deep = `${'{"components":['.repeat(200_000)}${']}'.repeat(200_000)}`
  expect(faultsOf(deep)).toEqual([': too_deep'])
  let nested: object = library('leaf')
  for (let n = 0; n < 40; n += 1) nested = library(`n${n}`, { components: [nested] })
  expect(faultsOf(file({ components: [nested] }))).toEqual([': too_deep'])
})

test('names that JavaScript knows are names like any other, and words keep no hidden characters', () => {
  const content = `{"bomFormat":"CycloneDX","specVersion":"1.5","__proto__":{"polluted":true},"components":[
    {"type":"library","name":"__proto__","bom-ref":"__proto__","constructor":{"prototype":{"polluted":true}}},
    {"type":"library","name":"constructor","bom-ref":"constructor"},{"type":"library","name":"a\\u202e\\u0000b\\n c","version":" 1\\t0 "}],
    "dependencies":[{"ref":"__proto__","dependsOn":["constructor"]}]}`
  const { inventory } = read(content)
  expect(inventory?.entries.map(({ key, name, release, on }) => [key, name, release, on])).toEqual([
    ['__proto__', '__proto__', null, [1]],
    ['constructor', 'constructor', null, []],
    ['ab c', 'a b c', '1 0', []],
  ])
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  const long = entriesOf(file({ components: [library('y'.repeat(900), { purl: `pkg:npm/${'@'.repeat(1900)}` })] }))[0]
  expect([long?.name.length, long?.key.length]).toEqual([128, 512])
})

const hintsOf = (content: object) => read(content).inventory?.hints.map(({ at, code }) => `${at}: ${code}`)

test('references that lead nowhere are told and left out, and the rest is read', () => {
  const content = file({ components: [library('a'), library('b')], dependencies: [{ ref: 'z' }, { ref: 'a', dependsOn: ['y', 'b', '__proto__'] }] })
  expect(hintsOf(content)).toEqual(['dependencies[0].ref: left_out', 'dependencies[1].dependsOn[0]: left_out', 'dependencies[1].dependsOn[2]: left_out'])
  expect(entriesOf(content).map(({ on }) => on)).toEqual([[1], []])
})

test('a package that is listed twice is one asset, with what either depends on; others of one name and release are numbered', () => {
  const twice = (ref: string, rest: object = {}) => library('storage', { 'bom-ref': ref, version: '1.0', purl: 'pkg:npm/storage@1.0', ...rest })
  const content = file({
    components: [twice('outer', { components: [twice('inner')] }), library('log'), library('net')],
    dependencies: [
      { ref: 'outer', dependsOn: ['log'] },
      { ref: 'inner', dependsOn: ['net'] },
      { ref: 'log', dependsOn: ['inner'] },
    ],
  })
  expect(entriesOf(content).map(({ name, on }) => [name, on])).toEqual([
    ['storage', [1, 2]],
    ['log', [0]],
    ['net', []],
  ])
  expect(hintsOf(content)).toEqual(['components[0].components[0]: same_package'])
  const files = file({
    components: [
      { type: 'file', name: 'a' },
      { type: 'file', name: 'a' },
      { type: 'file', name: 'a', version: '2' },
    ],
  })
  expect(entriesOf(files).map(({ name }) => name)).toEqual(['a', 'a #2', 'a'])
  expect(hintsOf(files)).toEqual(['components[1]: same_name'])
})

test.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('version %s is read', (specVersion) => {
  expect(read({ ...file({ components: [library('a')] }), specVersion }).faults).toEqual([])
})
test.each(['1.0', '1.1', '2.0', '1.', 1.6])('version %s is not', (specVersion) => {
  expect(faultsOf({ ...file({ components: [library('a')] }), specVersion })).toEqual(['specVersion: version'])
})

test('what has no package URL is known by its group and name, whatever it is called within the file', () => {
  const of = (ref: string, version: string) =>
    entriesOf(file({ components: [{ type: 'library', group: 'org.acme', name: 'core', version, 'bom-ref': ref }] })).map(({ key }) => key)
  expect([of('5f0c', '1.0'), of('b81e', '1.1')]).toEqual([['org.acme/core'], ['org.acme/core']])
})
