import pg from 'pg'
import { vi } from 'vitest'

/** What went to PostgreSQL, and which of it PostgreSQL refused with which SQLSTATE. */
export interface Watched {
  readonly texts: string[]
  /** The same by connection: what a transaction sent stands together. */
  readonly byConnection: Map<pg.Client, string[]>
  readonly refused: string[]
}

/** Runs `work` and tells what was sent meanwhile, by everybody. */
export async function watchStatements(work: () => Promise<unknown>): Promise<Watched> {
  const watched: Watched = { texts: [], byConnection: new Map(), refused: [] }
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function watch(this: pg.Client, ...given: unknown[]): never {
    const [statement] = given as [string | { text: string }]
    const text = typeof statement === 'string' ? statement : statement.text
    watched.texts.push(text)
    watched.byConnection.set(this, [...(watched.byConnection.get(this) ?? []), text])
    const answer: unknown = Reflect.apply(query, this, given)
    if (answer instanceof Promise) answer.catch((error: { code?: string }) => watched.refused.push(error.code ?? 'unknown'))
    return answer as never
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return watched
}

/** A circle of waiting, two that cannot be told one after the other, and a statement into a transaction that another statement had ended. */
const endsOthers = new Set(['40P01', '40001', '25P02'])

/** What PostgreSQL refused because others were at work at the same moment. */
export const endedByOthers = ({ refused }: Pick<Watched, 'refused'>): string[] => refused.filter((code) => endsOthers.has(code))
