import { expect } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { moveBetween, neededBetween, statesOf, type WorkItem } from '#kit/contract/work-item.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
interface Answer {
  readonly status: number
  readonly body: { readonly object?: unknown; readonly errors?: Readonly<Record<string, readonly string[]>>; readonly message?: unknown }
}

/** What somebody has of a row: works on it, only reads it, may not even ask for such rows, or never hears of it. */
export type Standing = 'works' | 'reads' | 'barred' | 'hidden'

/** Somebody in each language, with what they have of the rows that are walked, and what they are told about moves that are not theirs although they work on them. */
export interface Walker {
  readonly as: string
  readonly put: Readonly<Record<Language, (id: number, body: object) => Promise<Answer>>>
  readonly access: Standing
  /** By the name of the move: the key of the message. */
  readonly denied?: Readonly<Record<string, string>>
  /** The same, where the whole request is refused. */
  readonly barred?: Readonly<Record<string, string>>
}

export interface Walk {
  readonly work: WorkItem
  readonly walkers: readonly Walker[]
  /** A row that has come to a status. */
  readonly standingIn: (status: string) => Promise<number>
  /** Brings a row that somebody moved back to the status that it came from; a new row where that cannot be. */
  readonly restore: (id: number, status: string) => Promise<number>
  readonly get: (id: number) => Promise<Row>
  /** What is said for each field that a move may need. */
  readonly values: Readonly<Record<string, unknown>>
  /** What else a status asks for by rules of the entity's own. */
  readonly also?: Readonly<Record<string, object>>
  readonly say: (key: string, lang: Language) => string
  /** Those of the statuses that such a row may have, where that depends on the row. */
  readonly states?: readonly string[]
  /** Moves that the row itself refuses to whoever works on it, by the key of the message. */
  readonly refuses?: Readonly<Record<string, string>>
}

interface Expected {
  readonly code: number
  readonly key: string
  /** The message stands beside the status. */
  readonly field?: true
}

function expectedOf({ work, refuses = {} }: Walk, walker: Walker, from: string, to: string): Expected {
  const { access: standing, denied = {}, barred = {} } = walker
  if (standing === 'hidden') return { code: 404, key: 'kit.errors.not_found' }
  if (standing !== 'works') return { code: 403, key: 'kit.errors.no_update_right' }
  const name = moveBetween(work, from, to)?.[0]
  if (name === undefined) return { code: 400, key: work.messages?.transition ?? 'kit.work.errors.transition', field: true }
  const bar = barred[name]
  if (bar !== undefined) return { code: 403, key: bar }
  const key = denied[name] ?? refuses[name]
  return key === undefined ? { code: 200, key: `${work.entity.area}.entities.${work.entity.name}.now.${to}` } : { code: 400, key, field: true }
}

/**
 * Where somebody may try to bring a row: by whoever works on such rows every move that there is, and one that there is not, which `walkLifecycle` tries all of; by
 * whoever may write none, which is asked before the lifecycle is, one of each. Which one goes by turns.
 */
function targetsOf({ work }: Walk, { access: standing }: Walker, from: string, states: readonly string[], turn: number): readonly string[] {
  const others = states.filter((to) => to !== from)
  const moves = others.filter((to) => moveBetween(work, from, to) !== undefined)
  const none = others.filter((to) => !moves.includes(to))
  const one = (of: readonly string[]) => of.slice(turn % (of.length || 1)).slice(0, 1)
  return [...(standing === 'works' ? moves : one(moves)), ...one(none)]
}

/**
 * Pairs of statuses by everybody: whose move it is makes it and is told so, everybody else is refused, by turns in one language and the other, and nothing has
 * changed by that. Answers how many were tried.
 */
export async function walkByRole(walk: Walk): Promise<{ readonly done: number; readonly refused: number }> {
  const { work, walkers, say } = walk
  const { status, reason } = work
  const states = walk.states ?? statesOf(work)
  let [done, refused] = [0, 0]

  const bodyFor = (from: string, to: string): object => {
    const { fields, reason: why } = neededBetween(work, from, to)
    const names = [...Object.keys(fields), ...(why === undefined || !reason ? [] : [reason])]
    return { ...Object.fromEntries(names.map((name) => [name, walk.values[name]])), ...walk.also?.[to] }
  }

  for (const [n, from] of states.entries()) {
    let id = await walk.standingIn(from)
    const tries = walkers.flatMap((walker, turn) =>
      targetsOf(walk, walker, from, states, n + turn).map((to) => ({ to, walker, expected: expectedOf(walk, walker, from, to) })),
    )
    const describeMove = (to: string, walker: Walker, lang: Language) => `${work.entity.name}: ${walker.as} (${lang}): ${from} → ${to}`
    const attempt = async ({ to, walker, expected }: (typeof tries)[number], lang: Language) => {
      const { status: code, body } = await walker.put[lang](id, { [status]: to, ...bodyFor(from, to) })
      const messages = expected.field ? (body.errors?.[status] ?? []) : [body.message]
      const found = messages.includes(say(expected.key, lang)) ? say(expected.key, lang) : JSON.stringify(body)
      expect([describeMove(to, walker, lang), code, found]).toEqual([describeMove(to, walker, lang), expected.code, say(expected.key, lang)])
    }
    const before = await walk.get(id)
    for (const one of tries) {
      if (one.expected.code === 200) continue
      await attempt(one, languages[refused % languages.length] ?? 'en')
      refused += 1
    }
    expect(await walk.get(id)).toEqual(before)
    for (const [turn, one] of tries.entries()) {
      if (one.expected.code !== 200) continue
      await attempt(one, languages[turn % languages.length] ?? 'en')
      expect((await walk.get(id))[status]).toBe(one.to)
      id = await walk.restore(id, from)
      done += 1
    }
  }
  return { done, refused }
}
