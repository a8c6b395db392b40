import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import { ApiError } from '#kit/web/api/client.ts'
import { AnswerStore } from './answer-store.ts'
import type { Changed, EvaluationSource, AnswerValues, Saved } from './source.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const head: Omit<Changed, 'answers' | 'revision'> = {
  status: 'STARTED',
  version: 1,
  unseen: [],
  may_answer: true,
  closed_by: null,
  justification: null,
  submitted_at: null,
  due_date: null,
}

/** A server with one evaluation, which keeps texts without the spaces around them and answers when it is let. */
function server() {
  const answers = new Map<number, StoredAnswer>()
  let revision = 1
  /** What happens to the next call, before it is answered. */
  const next: { lost?: true; held?: Promise<void>; closed?: true } = {}
  const now = (): Changed => ({ ...head, ...(next.closed && { may_answer: false, closed_by: 'CAMPAIGN' as const }), revision, answers: [...answers.values()] })
  const write = (item: number, { evidences, value: _value, ...fields }: AnswerValues): StoredAnswer => {
    const version = (answers.get(item)?.version ?? 0) + 1
    const answer: StoredAnswer = {
      ...fields,
      item,
      version,
      value: null,
      comment: fields.comment?.trim() || null,
      suggested: false,
      evidences: evidences.map(({ id, name }) => ({ id, name: name ?? '' })),
      evidence_count: evidences.length,
      actions: [],
      by: 'Ada',
      mine: true,
      at: '2026-12-01T08:00:00.000Z',
    }
    answers.set(item, answer)
    revision += 1
    return answer
  }
  const source: EvaluationSource = {
    key: 'one',
    read: () => Promise.reject(new Error('Not read here')),
    submit: async () => {},
    changes: async () => {
      const read = now()
      await next.held
      return read
    },
    save: async (item, values, version): Promise<Saved> => {
      if (next.closed) throw new ApiError(409, { code: 'CONFLICT', message: 'The campaign is not running' })
      const old = answers.get(item)
      if ((old?.version ?? 0) !== version) throw new ApiError(409, { code: 'STALE', message: 'Stale', object: old })
      const object = write(item, values)
      if (next.lost) {
        delete next.lost
        throw new ApiError(503, { code: 'BUSY', message: 'Busy' })
      }
      return { object, standing: { asked: 1, answered: 1, score: null, revision } }
    },
  }
  return { answers, next, source, now, write }
}

const opened = (of: ReturnType<typeof server>) => new AnswerStore(of.source, of.now(), () => null)
const states = (store: AnswerStore) => [...store.get().drafts.values()].map(({ state }) => state)
const passed = () => vi.advanceTimersByTimeAsync(1000)

test('a space that somebody has just typed stays where it is while the text is saved', async () => {
  const of = server()
  const store = opened(of)
  store.edit(1, { level: 50, comment: 'We have ' })
  await passed()
  expect([of.answers.get(1)?.comment, store.valuesAt(1).comment, store.get().drafts.size]).toEqual(['We have', 'We have ', 0])
  await store.refresh()
  store.edit(1, { comment: `${store.valuesAt(1).comment}begun` })
  await passed()
  expect(of.answers.get(1)).toMatchObject({ comment: 'We have begun', version: 2 })
  // Another answer is shown as it is.
  of.write(1, { ...store.valuesAt(1), comment: 'Theirs' })
  await store.refresh()
  expect(store.valuesAt(1).comment).toBe('Theirs')
})

test('an answer that arrived although nobody heard of it is no conflict with oneself, and what was typed since follows it', async () => {
  const of = server()
  const store = opened(of)
  of.next.lost = true
  store.edit(1, { level: 50, comment: 'First' })
  await passed()
  expect(states(store)).toEqual(['kept'])
  await store.send(1)
  expect([states(store), of.answers.get(1)?.version]).toEqual([[], 1])
  of.next.lost = true
  store.edit(1, { comment: 'Second' })
  await passed()
  store.edit(1, { comment: 'Third' })
  await passed()
  expect([states(store), of.answers.get(1)?.comment, of.answers.get(1)?.version]).toEqual([[], 'Third', 3])
  // What somebody else wrote is one.
  of.write(1, { ...store.valuesAt(1), comment: 'Theirs' })
  store.edit(1, { comment: 'Mine' })
  await passed()
  expect(states(store)).toEqual(['conflict'])
})

test('what was read before an answer was saved does not undo it', async () => {
  const of = server()
  const store = opened(of)
  let go = () => {}
  of.next.held = new Promise((resolve) => {
    go = resolve
  })
  const reading = store.refresh()
  store.edit(1, { level: 100 })
  await passed()
  go()
  await reading
  expect(store.valuesAt(1).level).toBe(100)
  store.edit(1, { level: 50 })
  await passed()
  expect([states(store), of.answers.get(1)?.level]).toEqual([[], 50])
})

test('two pages of one evaluation keep what is typed beside each other', async () => {
  const of = server()
  vi.stubGlobal('navigator', { onLine: false })
  const [one, other] = [opened(of), opened(of)]
  one.edit(1, { level: 50, comment: 'Of the first page' })
  other.edit(2, { level: 100, comment: 'Of the second page' })
  await passed()
  vi.stubGlobal('navigator', { onLine: true })
  await one.send(1)
  expect(one.get().drafts.size).toBe(0)
  expect([...opened(of).get().drafts].map(([item, { said }]) => [item, said.comment])).toEqual([[2, 'Of the second page']])
})

test('what a file says is sent over the version that it was made from: what somebody answered since is a conflict, the rest is saved', async () => {
  const of = server()
  of.write(1, { level: 50, value: null, na: false, justification: null, comment: 'Before', evidences: [{ id: 7, name: 'Rule' }] })
  const store = opened(of)
  of.write(2, { level: 0, value: null, na: false, justification: null, comment: 'Theirs', evidences: [] })
  const values = { value: null, na: false, justification: null, comment: 'Of the file' }
  await store.take([
    { item: 1, version: 1, said: { ...values, level: 100 } },
    { item: 2, version: 0, said: { ...values, level: 100 } },
    { item: 3, version: 0, said: { ...values, level: 50 } },
  ])
  // Evidence is none of the file's.
  expect(of.answers.get(1)).toMatchObject({ level: 100, comment: 'Of the file', version: 2, evidences: [{ id: 7 }] })
  expect(of.answers.get(2)).toMatchObject({ level: 0, comment: 'Theirs' })
  expect(of.answers.get(3)).toMatchObject({ level: 50, version: 1 })
  expect([...store.get().drafts]).toMatchObject([[2, { state: 'conflict', theirs: { comment: 'Theirs' } }]])
})

test('what is typed while the campaign is closed is kept, the page shows that it is closed, and what was kept goes out once it is open again', async () => {
  const of = server()
  const store = opened(of)
  of.next.closed = true
  store.edit(1, { level: 50, comment: 'Typed meanwhile' })
  await passed()
  expect(states(store)).toEqual(['failed'])
  expect(store.get().head).toMatchObject({ may_answer: false, closed_by: 'CAMPAIGN' })
  expect(store.valuesAt(1).comment).toBe('Typed meanwhile')
  delete of.next.closed
  // On another day: the device has kept it.
  const later = opened(of)
  later.sendAll()
  await passed()
  expect(of.answers.get(1)).toMatchObject({ comment: 'Typed meanwhile', level: 50 })
})

test('with its first answer that arrives an evaluation has begun; one that was rejected says so until it is read anew', async () => {
  for (const [status, then] of [
    ['NOT_STARTED', 'STARTED'],
    ['REJECTED', 'REJECTED'],
  ] as const) {
    const of = server()
    const store = new AnswerStore(of.source, { ...of.now(), status }, () => null)
    store.edit(1, { level: 50 })
    expect(store.get().head.status).toBe(status)
    await passed()
    expect(store.get().head.status).toBe(then)
  }
})
