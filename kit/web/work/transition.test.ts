import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { choice, date, text } from '#kit/contract/field.ts'
import { defineWorkItem } from '#kit/contract/work-item.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { transitionStore } from './transition-question.ts'
import { transitionsOf } from './transition.ts'

const entity = defineEntity({
  name: 'thing',
  area: 'made_up',
  title: 'name',
  fields: { name: text(), status: choice(['OPEN', 'PLANNED', 'DONE']), why: text(), due: date(), proof: text() },
  rights: { read: 'thing.read', create: null, update: 'thing.write', delete: null },
  list: { columns: ['name'], filters: [], sort: 'name', search: [] },
  form: [],
})
const work = defineWorkItem(entity, {
  status: 'status',
  begins: 'OPEN',
  reason: 'why',
  states: { OPEN: {}, PLANNED: { needs: { due: true } }, DONE: { closed: true } },
  moves: {
    plan: { from: ['OPEN'], to: 'PLANNED' },
    finish: { from: ['OPEN', 'PLANNED'], to: 'DONE' },
    reopen: { from: ['DONE'], to: 'OPEN', reason: true },
  },
})
type Thing = RowOf<typeof entity>
const { changeStatus } = transitionsOf(work, { codes: { PROOF_MISSING: 'proof' } })

let id = 0
const row = (fields: Partial<Thing> = {}) =>
  ({ id: (id += 1), version: 1, name: 'Thing', status: 'OPEN', why: null, due: null, proof: null, ...fields }) as Thing

/** What the server was sent, and its answers, the last of which stays. */
const sent: unknown[] = []
let answers: (() => Response)[]
const done = () => Response.json({ ok: true, message: 'Done', object: { id, version: 2 } })
const refused = (code: string, errors: object) => Response.json({ ok: false, code, message: 'No', errors }, { status: 400 })

beforeEach(() => {
  sent.length = 0
  answers = [done]
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { version: _version, ...changes } = JSON.parse(body) as Record<string, unknown>
    sent.push(changes)
    return (answers.length > 1 ? answers.shift() : answers[0])?.()
  })
})
afterEach(() => vi.unstubAllGlobals())

const nextQuestion = () => vi.waitUntil(() => (transitionStore.get()?.busy === false ? transitionStore.get() : null))

test('what needs nothing is sent at once', async () => {
  await changeStatus(row({ due: '2030-01-01' }), 'PLANNED')
  expect(sent).toEqual([{ status: 'PLANNED' }])
  expect(transitionStore.get()).toBeNull()
})

test('what the declaration asks for is asked before anything is sent, and goes along', async () => {
  const planned = changeStatus(row(), 'PLANNED')
  const question = await nextQuestion()
  expect([question?.needs, sent]).toEqual([['due'], []])
  question?.answer({ due: '2030-01-01' })
  await planned
  expect(sent).toEqual([{ status: 'PLANNED', due: '2030-01-01' }])

  const reopened = changeStatus(row({ status: 'DONE' }), 'OPEN')
  expect((await nextQuestion())?.needs).toEqual(['why'])
  transitionStore.get()?.answer({ why: 'Not yet' })
  await reopened
  expect(sent.at(-1)).toEqual({ status: 'OPEN', why: 'Not yet' })
})

test('what a refusal asks for is asked then, without reproach; what it finds wrong is said and corrected', async () => {
  answers = [() => refused('PROOF_MISSING', {}), () => refused('INVALID', { why: ['Say why'] }), done]
  const finished = changeStatus(row(), 'DONE')
  const first = await nextQuestion()
  expect([first?.needs, first?.refusal]).toEqual([['proof'], undefined])
  first?.answer({ proof: 'a link' })
  await vi.waitUntil(() => transitionStore.get()?.needs.length === 2)
  const second = await nextQuestion()
  expect([second?.needs, second?.refusal]).toEqual([['proof', 'why'], { text: 'Say why', fields: { why: ['Say why'] } }])
  second?.answer({ proof: 'a link', why: 'Because' })
  await finished
  expect(sent).toEqual([{ status: 'DONE' }, { status: 'DONE', proof: 'a link' }, { status: 'DONE', proof: 'a link', why: 'Because' }])
})

test('whoever is asked does not wait until what others wrote is on screen', async () => {
  const renewing = vi.spyOn(queryClient, 'invalidateQueries').mockReturnValue(new Promise(() => {}))
  await api.put('/other/1', {})
  answers = [() => refused('PROOF_MISSING', {})]
  const declined = changeStatus(row(), 'DONE').catch(() => 'declined')
  expect((await nextQuestion())?.needs).toEqual(['proof'])
  renewing.mockRestore()
  transitionStore.get()?.answer(null)
  expect(await declined).toBe('declined')
})

test('whoever thinks better of it sends nothing', async () => {
  const planned = changeStatus(row(), 'PLANNED')
  ;(await nextQuestion())?.answer(null)
  await expect(planned).rejects.toThrow()
  expect([sent, transitionStore.get()]).toEqual([[], null])
})
