import { expect, test } from 'vitest'
import { closedStates, mayFollow, moveBetween, neededBetween, onlyIn, sinceOf, statesOf, type WorkItem } from '#kit/contract/work-item.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
interface Answer {
  readonly status: number
  readonly body: { readonly object?: unknown; readonly errors?: unknown; readonly message?: unknown }
}

/** Who moves rows of an entity in a test, through its calls. */
export interface Mover {
  /** A new row where work begins, which is to come to a status. */
  readonly create: (toward: string) => Promise<Row>
  readonly put: (id: number, body: object) => Promise<Answer>
  readonly get: (id: number) => Promise<Row>
  /** The same by somebody who may write the row but does not hold this right; undefined where everybody who may does. */
  readonly putWithout: (right: string) => ((id: number, body: object) => Promise<Answer>) | undefined
}

export interface Sample {
  /** What is said for each field that a move needs, reasons included. */
  readonly values: Readonly<Record<string, unknown>>
  /** What else a status asks for by rules of the entity's own. */
  readonly also?: Readonly<Record<string, object>>
}

/** A test of every way between two statuses, from the declaration: what is allowed is done once all is said, and nothing else is. */
export function walkLifecycle(work: WorkItem, mover: () => Mover, sample: () => Sample): void {
  const { entity, status, reason } = work
  const states = statesOf(work)

  /** All that is to be said for a move, in the form a write takes. */
  const bodyFor = (from: string, to: string): Record<string, unknown> => {
    const { fields, reason: why } = neededBetween(work, from, to)
    const { values, also } = sample()
    const names = [...Object.keys(fields), ...(why === undefined || !reason ? [] : [reason])]
    const missing = names.filter((name) => values[name] === undefined)
    if (missing.length > 0) throw new Error(`${entity.name}: nothing is known to be said for ${missing.join(', ')}`)
    return { ...Object.fromEntries(names.map((name) => [name, values[name]])), ...also?.[to] }
  }

  /** The statuses to go through from where work begins. */
  const pathTo = (to: string): string[] => {
    const paths = [[work.begins]]
    for (const path of paths) {
      const last = path.at(-1) ?? work.begins
      if (last === to) return path.slice(1)
      for (const next of states) if (!paths.some((known) => known.at(-1) === next) && mayFollow(work, last, next)) paths.push([...path, next])
    }
    throw new Error(`${entity.name}: nothing leads to ${to}`)
  }

  const standingIn = async (wanted: string, toward: string): Promise<number> => {
    const { id } = await mover().create(toward)
    let from = work.begins
    for (const to of pathTo(wanted)) {
      const { status: code, body } = await mover().put(id, { [status]: to, ...bodyFor(from, to) })
      if (code !== 200) throw new Error(`${from} → ${to}: ${JSON.stringify(body)}`)
      from = to
    }
    return id
  }

  const stays = async (id: number, from: string) => expect((await mover().get(id))[status]).toBe(from)

  const othersThan = (from: string) => states.filter((to) => to !== from)
  const refusedFrom = (from: string) => othersThan(from).filter((to) => moveBetween(work, from, to) === undefined)

  for (const from of states.filter((state) => refusedFrom(state).length > 0))
    test(`${entity.name}: ${from} → ${refusedFrom(from).join(', ')} is refused`, async () => {
      // What is refused leaves the row where it is: one is enough for all of it.
      const id = await standingIn(from, from)
      for (const to of refusedFrom(from))
        expect({ to, answer: await mover().put(id, { [status]: to, ...bodyFor(from, to) }) }).toMatchObject({
          to,
          answer: { status: 400, body: { errors: { [status]: [expect.any(String)] } } },
        })
      await stays(id, from)
    })

  for (const from of states) {
    for (const to of othersThan(from)) {
      const [name, move] = moveBetween(work, from, to) ?? []
      if (!move) continue
      test(`${entity.name}: ${from} → ${to} is ${name}`, async () => {
        const id = await standingIn(from, to)
        const inputs = bodyFor(from, to)
        const { fields, reason: why } = neededBetween(work, from, to)
        for (const need of [...Object.keys(fields), ...(why === undefined || !reason ? [] : [reason])]) {
          const answer = await mover().put(id, { [status]: to, ...inputs, [need]: null })
          expect(answer).toMatchObject({ status: 400, body: { errors: { [need]: [expect.any(String)] } } })
        }
        const without = move.right === undefined ? undefined : mover().putWithout(move.right)
        if (without) expect((await without(id, { [status]: to, ...inputs })).status).toBeGreaterThanOrEqual(400)
        await stays(id, from)

        const { status: code, body } = await mover().put(id, { [status]: to, ...inputs })
        expect({ code, body }).toMatchObject({ code: 200, body: { message: expect.not.stringMatching(/^(Saved|\w+\.entities\..*)$/) } })
        const row = await mover().get(id)
        expect(row[status]).toBe(to)
        if (reason && why === undefined) expect(row[reason]).toBeNull()
        for (const name of Object.keys(onlyIn(work, to))) expect({ [name]: row[name] }).toEqual({ [name]: null })
        if ('closed' in row) expect(row.closed).toBe(closedStates(work).includes(to))
        for (const day of new Set(states.flatMap((state) => sinceOf(work, state) ?? [])))
          expect({ [day]: row[day] !== null }).toEqual({ [day]: sinceOf(work, to) === day })
      })
    }
  }
}
