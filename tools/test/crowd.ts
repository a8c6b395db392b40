import { expect } from 'vitest'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, type World } from './actions-world.ts'
import { endedByOthers, watchStatements } from './watch-statements.ts'

/** How many people do something at once. */
export const many = 20

export interface Crowd extends World {
  readonly people: readonly Person[]
  /** Everybody calls at the same moment; fails if PostgreSQL had to end a circle of waiting. */
  everybody(work: (person: Person, n: number) => Promise<Answer>): Promise<Answer[]>
  /** Reads the organisation's rows; `$1` is the organisation. */
  rows<R extends object>(text: string): Promise<R[]>
}

/** An organisation with twenty global pilots at work. */
export async function makeCrowd(): Promise<Crowd> {
  const world = await makeWorld()
  const people: Person[] = []
  for (let n = 0; n < many; n += 1) people.push(await world.app.member(world.customer, 'global_pilote'))
  return {
    ...world,
    people,
    everybody: async (work) => {
      let answers: Answer[] = []
      const watched = await watchStatements(async () => {
        answers = await Promise.all(people.map((person, n) => work(person, n)))
      })
      expect(endedByOthers(watched)).toEqual([])
      return answers
    },
    rows: (text) => world.app.db.transaction(world.customer, (tx) => tx.runText(text, [world.customer])),
  }
}

/** How many were answered with which status. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
