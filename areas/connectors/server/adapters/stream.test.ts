import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AdapterFault } from './adapter.ts'
import { rowsOf, type Envelope } from './stream.ts'

const bytes = new TextEncoder()
// oxlint-disable-next-line typescript/require-await
async function* pieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const all = bytes.encode(text)
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

async function read(
  text: string,
  path: readonly string[],
  options?: Parameters<typeof rowsOf>[2],
  size?: number,
): Promise<{ rows: unknown[]; envelope: Envelope }> {
  const rows: unknown[] = []
  const all = rowsOf(pieces(text, size), path, options)
  for (;;) {
    const step = await all.next()
    if (step.done) return { rows, envelope: step.value }
    rows.push(step.value)
  }
}
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AdapterFault ? `${error.reason}: ${error.told}` : error),
  )

test('rows come with what the envelope says, wherever that stands', async () => {
  const text = '{"@odata.count":2,"value":[{"a":{"value":[1]}},{"b":"é]}"}],"@odata.nextLink":"https://x/?$skip=2","more":{"next":"no"},"ok":true,"none":null}'
  const { rows, envelope } = await read(text, ['value'])
  expect(rows).toEqual([{ a: { value: [1] } }, { b: 'é]}' }])
  expect({ ...envelope }).toEqual({ '@odata.count': 2, '@odata.nextLink': 'https://x/?$skip=2', ok: true, none: null })
})

test('a list may be the answer, or stand deeper', async () => {
  expect((await read('[1,{"a":[]},"x"]', [])).rows).toEqual([1, { a: [] }, 'x'])
  expect((await read('{"a":{"items":[3]},"items":[4]}', ['a', 'items'])).rows).toEqual([3])
  expect((await read('{"items":[]}', ['items'])).rows).toEqual([])
})

test('however an answer is cut into pieces, its rows are the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), async (list, size) => {
      const text = JSON.stringify({ before: [list], value: list, after: 'é' })
      expect((await read(text, ['value'], {}, size)).rows).toEqual((JSON.parse(text) as { value: unknown[] }).value)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['{"value":[1,2', 'unexpected: the answer was cut'],
  ['', 'unexpected: the answer was cut'],
  ['{"value":[1}]', 'unexpected: the answer is no JSON'],
  ['{"value":[1]}{"value":[2]}', 'unexpected: the answer is no JSON'],
  ['<html>', 'unexpected: the answer is no JSON'],
  ['{"error":"x"}', 'unexpected: the answer has no such list'],
  ['{"value":{"0":1}}', 'unexpected: the answer has no such list'],
  ['[{"value":[1]}]', 'unexpected: the answer has no such list'],
  [`{"value":${'['.repeat(5000)}`, 'too_large: lists within lists without end'],
  [`{"value":["${'x'.repeat(5000)}"]}`, 'too_large: one entry is too large'],
  [`{"noise":["${'x,'.repeat(5000)}`, 'too_large: one entry is too large'],
])('%.30s is a fault', async (text, told) => {
  expect(await reasonOf(read(text, ['value'], { mostRowBytes: 2000 }))).toBe(told)
})

test('what the answer calls its members changes nothing here', async () => {
  const { rows, envelope } = await read('{"__proto__":"x","value":[{"__proto__":{"is":1}}]}', ['value'])
  expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype)
  expect(Object.keys(envelope)).toEqual(['__proto__'])
})

test('an answer of 200 MB is never in memory', async () => {
  const row = bytes.encode(`${JSON.stringify({ id: 1, text: 'x'.repeat(2000), list: [1, 2, { a: 'b' }] })},`)
  const chunk = Buffer.concat(Array.from({ length: 32 }, () => row))
  let sent = 0
  // oxlint-disable-next-line typescript/require-await
  async function* body(): AsyncGenerator<Uint8Array> {
    yield bytes.encode('{"value":[')
    for (; sent < 200 * 1024 ** 2; sent += chunk.length) yield chunk
    yield bytes.encode('0],"next":"x"}')
  }
  const rows = rowsOf(body(), ['value'])
  let read = 0
  let most = 0
  const before = process.memoryUsage().heapUsed
  for await (const _ of rows) {
    read += 1
    // No more than the chunk that the row is from was asked for.
    if (read % 5000 === 0) {
      globalThis.gc?.()
      most = Math.max(most, process.memoryUsage().heapUsed - before)
    }
  }
  expect(read).toBeGreaterThan(90_000)
  expect(most).toBeLessThan(120 * 1024 ** 2)
})
