import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ledOn, saveRow, versionNow } from './save-row.ts'

interface Row {
  readonly version: number
  readonly files: readonly number[]
}

/** A server with one row, that answers when it is told to. */
let stored: Row
let waiting: (() => void)[]
const asked: unknown[] = []
let id = 0
const path = () => `/thing/${id}`

const answer = async () => {
  await vi.waitUntil(() => waiting.length > 0)
  waiting.shift()?.()
}

beforeEach(() => {
  id += 1
  stored = { version: 1, files: [] }
  waiting = []
  asked.length = 0
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { version, ...changes } = JSON.parse(body) as Row
    asked.push(version)
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (version !== stored.version) return Response.json({ ok: false, code: 'STALE', message: 'Stale', object: stored }, { status: 409 })
    stored = { ...stored, ...changes, version: stored.version + 1 }
    return Response.json({ ok: true, object: stored })
  })
})
afterEach(() => vi.unstubAllGlobals())

const append = (file: number) => (latest: Row) => ({ files: [...latest.files, file] })

test('saves of one record follow each other, each with the version and the values that the one before left', async () => {
  const row = stored
  const saves = [1, 2, 3].map((file) => saveRow<Row>(path(), row, append(file)))
  await answer()
  expect(asked).toEqual([1])
  await answer()
  await answer()
  await Promise.all(saves)
  expect([asked, stored.files]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  // A row that was read before all that is still good for one more.
  const late = saveRow<Row>(path(), row, append(4))
  await answer()
  await late
  expect(stored.files).toEqual([1, 2, 3, 4])
})

test('what somebody else wrote between two saves is not written over', async () => {
  const row = stored
  const first = saveRow<Row>(path(), row, append(1))
  await answer()
  await first
  stored = { version: 7, files: [9] }
  const second = saveRow<Row>(path(), row, append(2)).catch((reason: { code: string }) => reason.code)
  await answer()
  expect(await second).toBe('STALE')
  const third = saveRow<Row>(path(), stored, append(2))
  await answer()
  await third
  expect(stored.files).toEqual([9, 2])
})

test('a save that is refused does not keep back those that wait for it', async () => {
  const row = stored
  const wrong = saveRow<Row>(path(), { version: 99, files: [] }, append(1)).catch((reason: { status: number }) => reason.status)
  const right = saveRow<Row>(path(), row, append(2))
  await answer()
  await answer()
  expect([await wrong, (await right).object.files]).toEqual([409, [2]])
})

test('saves of different records do not wait for each other', async () => {
  const one = saveRow<Row>(`${path()}/a`, stored, append(1))
  const other = saveRow<Row>(`${path()}/b`, stored, append(2))
  await vi.waitUntil(() => waiting.length === 2)
  await Promise.all([answer(), answer()])
  await Promise.allSettled([one, other])
  expect(asked).toEqual([1, 1])
})

test('a row is written together with others at the version to which this page has brought it, alone or with others', async () => {
  const row = stored
  const saved = saveRow<Row>(path(), row, append(1))
  await answer()
  // What is under way is waited for.
  expect(await versionNow(path(), row)).toBe(2)
  await saved
  ledOn(path(), 2, 5)
  expect(await versionNow(path(), row)).toBe(5)
  expect(await versionNow(path(), { version: 5 })).toBe(5)
  // What somebody else made of it is not this page's to overwrite.
  expect(await versionNow(path(), { version: 4 })).toBe(4)
})
