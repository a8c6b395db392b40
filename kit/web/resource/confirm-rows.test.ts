import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EntityDef } from '#kit/contract/entity.ts'
import { en } from '#kit/locales/en.ts'
import { startWords } from '#kit/web/i18n/start.ts'
import { loadWords, registerCatalogues } from '#kit/web/i18n/store.ts'
import { questionStore } from '#kit/web/ui/confirm.ts'
import { confirmRows } from './confirm-rows.ts'
import type { AnyRow } from './presentation.ts'

const entity = { name: 'gap', area: 'gaps', title: 'name' } as EntityDef
const row = (id: number) => ({ id, identifier: `G-${id}`, name: `Gap ${id}` }) as unknown as AnyRow

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  registerCatalogues({ kit: () => Promise.resolve(en), gaps: () => Promise.resolve({ entities: { gap: { one: 'Gap', many: 'Gaps' } } }) })
  await startWords('en', ['kit'])
  await loadWords('gaps')
})
afterAll(() => vi.unstubAllGlobals())

test('a question about rows says the verb, their number and kind, their names and what follows, and its button the verb', async () => {
  const asked = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => row(at + 1))
    const answer = confirmRows(entity, rows, { verb: 'Delete', message: 'Their comments go with them.', danger: true })
    const { title, names, message, typed, answers } = questionStore.get() ?? {}
    questionStore.get()?.answer(null)
    await answer
    return { title, names: names?.length, first: names?.[0], message, typed, button: answers?.at(-1)?.label }
  }
  const expected = { first: 'G-1 Gap 1', message: 'Their comments go with them.', button: 'Delete' }
  expect(await asked(1)).toEqual({ ...expected, title: 'Delete 1 gap?', names: 1, typed: undefined })
  expect(await asked(34)).toEqual({ ...expected, title: 'Delete 34 gaps?', names: 34, typed: 34 })
})
