import { setTimeout as pause } from 'node:timers/promises'
import { systemWho } from '#kit/server/access/who.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { resources } from '#app/server/registry.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/** Asks something of one entity. */
export type Question = (tx: Tx, resource: Resource) => Promise<readonly Row[]>
/** What each entity answered, by its name. */
export type Answers = ReadonlyMap<string, readonly Row[]>

/** What was answered at a moment. */
export interface Remembered {
  readonly at: Date
  readonly answers: Answers
}

/** Asks every entity now, or at a moment gone by. */
export async function answersOf(app: TestApp, { customerId, memberId }: Person, question: Question, at?: Date): Promise<Answers> {
  const answers = new Map<string, readonly Row[]>()
  for (const [name, resource] of resources)
    await app.db.transaction(customerId, async (tx) => {
      tx.act({ ...systemWho(customerId, 'test', 'test'), memberId })
      if (at) tx.readPast(at)
      answers.set(name, JSON.parse(JSON.stringify(await question(tx, resource))) as Row[])
    })
  return answers
}

/** Asks every entity now, and tells when that was; what happens next happens in another millisecond. */
export async function remember(app: TestApp, person: Person, question: Question): Promise<Remembered> {
  const answers = await answersOf(app, person, question)
  const at = new Date()
  await pause(2)
  return { at, answers }
}

/** What two answers do not share, as `entity.field`, each with an example of both; rows that only one of them has differ in their `id`. */
export function differences(then: Answers, past: Answers): Record<string, readonly [then: unknown, past: unknown]> {
  const found: Record<string, readonly [unknown, unknown]> = {}
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
  for (const [name, rows] of then) {
    const others = past.get(name) ?? []
    if (!same(ids(rows), ids(others))) found[`${name}.id`] = [ids(rows), ids(others)]
    for (const row of rows) {
      const other = others.find(({ id }) => id === row.id)
      for (const key of Object.keys({ ...row, ...other })) if (other && !same(row[key], other[key])) found[`${name}.${key}`] = [row[key], other[key]]
    }
  }
  return found
}
