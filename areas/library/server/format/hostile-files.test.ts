import { expect, test } from 'vitest'
import { LibraryError } from './library-error.ts'
import { limits } from './limits.ts'
import { parseApart } from './parse-apart.ts'
import { parseLibrary } from './parse-library.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const fill = (text: string) => bytes(text.repeat(Math.floor((limits.bytes - 100) / text.length)))

const laughs = () => {
  const level = (name: number) =>
    `a${name}: &a${name} [${Array<string>(9)
      .fill(`*a${name - 1}`)
      .join(', ')}]`
  return bytes(['a0: &a0 [ha]', ...Array.from({ length: 20 }, (_, index) => level(index + 1))].join('\n'))
}

const parameterLaughs = () => {
  const params = Array.from({ length: 40 }, (_, at) => ({
    id: `p${at}`,
    select: { choice: Array<string>(10).fill(`{{ insert: param, p${at + 1} }}`) },
  }))
  const control = {
    id: 'c',
    title: 'C',
    params: [...params, { id: 'p40', label: 'ha' }],
    parts: [{ name: 'statement', prose: '{{ insert: param, p0 }}' }],
  }
  return bytes(
    JSON.stringify({
      catalog: {
        uuid: 'u',
        metadata: { title: 't', version: '1', 'last-modified': '2024-01-01T00:00:00Z' },
        controls: [control],
      },
    }),
  )
}

test.for<[what: string, file: () => Uint8Array, key: string]>([
  ['100 MB', () => new Uint8Array(100 * 1024 * 1024), 'too_big'],
  ['a billion laughs', laughs, 'too_many_values'],
  ['a billion laughs in OSCAL parameters', parameterLaughs, 'parameter_too_long'],
  ['flow lists in one another', () => bytes('['.repeat(1_000_000)), 'too_deep'],
  ['flow mappings in one another', () => bytes('{a: '.repeat(1_000_000)), 'too_deep'],
  ['block lists in one another', () => bytes(`${'- '.repeat(1_000_000)}x`), 'too_deep'],
  ['JSON in one another', () => bytes(`{"a":${'['.repeat(1_000_000)}`), 'too_deep'],
  ['millions of items', () => fill('- a\n'), 'too_many_lines'],
  ['millions of items on a line', () => bytes(`[${'1,'.repeat(5_000_000)}1]`), 'too_many_values'],
  ['millions of empty lines', () => fill('\n#'), 'too_many_lines'],
  ['millions of faults', () => fill('}\n'), 'too_many_lines'],
])('%s is refused at its first limit', ([, file, key]) => {
  const content = file()
  expect(() => parseLibrary(content)).toThrow(expect.objectContaining({ key }) as LibraryError)
})

const library = 'urn: urn:acme:risk:library:x\nlocale: en\nref_id: x\nname: X\nversion: 1\nobjects: { threats: [{ urn: "urn:acme:risk:threat:t", name: T }] }'

test('a process answers what the parser answers, while others go on', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  const parsed = await parseApart(bytes(library))
  clearInterval(ticking)
  expect(parsed).toEqual(parseLibrary(bytes(library)))
  expect(turns).toBeGreaterThan(0)
})

test('a fault keeps its key, place and parameters across the process', async () => {
  const fault = {
    key: 'missing_field',
    params: { object: 'urn:acme:risk:library:x', field: 'version' },
    urn: 'urn:acme:risk:library:x',
    line: 1,
  }
  const refused = parseApart(bytes(library.replace('version: 1\n', '')))
  await expect(refused).rejects.toBeInstanceOf(LibraryError)
  await expect(refused).rejects.toMatchObject(fault)
})

test('a process that takes too long or too much memory is ended with a reason', async () => {
  const heavy = bytes(`a:\n${'  - { k: [1, 2, 3, 4, 5, 6, 7, 8, 9] }\n'.repeat(40_000)}`)
  await expect(parseApart(heavy, { milliseconds: 1 })).rejects.toMatchObject({ key: 'too_slow' })
  await expect(parseApart(heavy, { heapMegabytes: 32 })).rejects.toMatchObject({ key: 'too_much_memory' })
})
