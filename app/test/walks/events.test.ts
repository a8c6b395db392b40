import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureReset } from '#areas/measures/contract/events.ts'
import { applicationCreated, solutionsLinked } from '#areas/policies/contract/events.ts'
import { customerCreated } from '#areas/tenancy/contract/events.ts'
import { defineEvent, type EventDef } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { on, type Handler } from '#kit/server/http/area.ts'
import { areas, resources } from '#app/server/registry.ts'

const repository = join(import.meta.dirname, '../../..')
const sources = new Map(
  readdirSync(join(repository, 'areas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(repository, 'areas', file), 'utf8')] as const),
)

interface Declared {
  readonly constant: string
  readonly area: string
  readonly event: EventDef<unknown>
}

async function declaredEvents(): Promise<Declared[]> {
  const files = [...sources.keys()].filter((file) => file.endsWith('/contract/events.ts'))
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(join(repository, 'areas', file))) as Readonly<Record<string, EventDef<unknown>>>] as const),
  )
  return modules.flatMap(([file, module]) => Object.entries(module).map(([constant, event]) => ({ constant, area: file.split('/')[0] ?? '', event })))
}

const written = ['created', 'updated', 'bulk_update', 'bulk_undo', 'leaving', 'removing', 'removed']

/** What is wrong with events: those that nobody handles, or that never happen, and handlers of what is declared nowhere. */
function faults(declared: readonly Declared[], handlers: readonly Handler[]): string[] {
  const happens = ({ constant, area, event: { name, by } }: Declared) => {
    const own = [...sources].filter(([file]) => file.startsWith(`${area}/server/`)).map(([, text]) => text)
    if (by === 'area') return own.some((text) => text.includes(`.emit(${constant},`))
    const [entity = '', what = ''] = name.split('.')
    return resources.has(entity) && (written.includes(what) || own.some((text) => text.includes(`action: '${what}'`)))
  }
  return [
    ...declared.filter(({ event }) => !handlers.some((handler) => handler.event === event)).map(({ event }) => `${event.name} has no handler`),
    ...declared.filter((one) => !happens(one)).map(({ event }) => `${event.name} never happens`),
    ...handlers.filter(({ event }) => !declared.some((one) => one.event === event)).map(({ event }) => `${event.name} is handled and declared in no contract`),
  ]
}

const handlers = areas.flatMap((area) => area.handlers ?? [])

test('every event that is declared happens and is handled, and nothing else is handled', async () => {
  const declared = await declaredEvents()
  expect(declared.length).toBeGreaterThan(10)
  expect(new Set(declared.map(({ event }) => event.name)).size).toBe(declared.length)
  expect(faults(declared, handlers)).toEqual([])
})

test('the check sees an event without a handler, a handler without an event, and an event that never happens', async () => {
  const declared = await declaredEvents()
  const unheard: Declared = { constant: 'unheard', area: 'policies', event: defineEvent('policy.unheard') }
  expect(faults([...declared, unheard], handlers)).toEqual(['policy.unheard has no handler', 'policy.unheard never happens'])
  expect(
    faults(
      declared,
      handlers.filter(({ event }) => event !== measureReset),
    ),
  ).toEqual(['measure.reset has no handler'])
  const unsaid = faults(
    declared.filter(({ event }) => event !== measureReset),
    handlers,
  )
  expect([...new Set(unsaid)]).toEqual(['measure.reset is handled and declared in no contract'])
})

/** Never called: what is wrong does not compile. */
export async function wrongly(tx: Tx): Promise<void> {
  await tx.emit(customerCreated, 1)
  await tx.emit(solutionsLinked, 1, { lineage_ids: [1] })
  // @ts-expect-error an event that nobody declared
  await tx.emit({ name: 'customer.created', by: 'area' }, 1)
  // @ts-expect-error nor a name alone
  await tx.emit('customer.created', 1)
  // @ts-expect-error nothing is told of it
  await tx.emit(customerCreated, 1, { lineage_ids: [1] })
  // @ts-expect-error what is told is missing
  await tx.emit(solutionsLinked, 1)
  // @ts-expect-error what is told is something else
  await tx.emit(solutionsLinked, 1, { lineage_ids: ['1'] })
  // @ts-expect-error what is told has a name of its own
  await tx.emit(solutionsLinked, 1, { lineages: [1] })
  on(solutionsLinked, async (_, { payload }) => void payload.lineage_ids.length)
  on(measureReset, async (_, { payload: { before } }) => void before.perimeter_id)
  // @ts-expect-error a handler that is told something else
  on(solutionsLinked, async (_, { payload }) => void payload.lineages)
  // @ts-expect-error a handler that reads no column
  on(measureReset, async (_, { payload: { before } }) => void before.perimeter)
  // @ts-expect-error a handler of a row that was not there before
  on(applicationCreated, async (_, { payload: { before } }) => void before)
}
