import pg from 'pg'

/** What went to PostgreSQL, and which of it PostgreSQL refused with which SQLSTATE. */
export interface Watched {
  readonly texts: string[]
  /** The same by connection: what a transaction sent stands together. */
  readonly byConnection: Map<pg.Client, string[]>
  readonly refused: string[]
}

/** Who watches now. One whose work never ends, since its test ran out of time, goes on beside the others and disturbs none. */
const watching = new Set<Watched>()
let stop = () => {}

function start(): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watch(this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { text: string }]
    const text = typeof statement === 'string' ? statement : statement.text
    const active = [...watching]
    for (const { texts, byConnection } of active) {
      texts.push(text)
      byConnection.set(this, [...(byConnection.get(this) ?? []), text])
    }
    const answer: unknown = Reflect.apply(query, this, given)
    if (answer instanceof Promise)
      answer.catch((error: { code?: string }) => {
        for (const { refused } of active) refused.push(error.code ?? 'unknown')
      })
    return answer
  } as typeof query
  stop = () => (pg.Client.prototype.query = query)
}

/** Runs `work` and tells what was sent meanwhile, by everybody. */
export async function watchStatements(work: () => Promise<unknown>): Promise<Watched> {
  const watched: Watched = { texts: [], byConnection: new Map(), refused: [] }
  if (watching.size === 0) start()
  watching.add(watched)
  try {
    await work()
  } finally {
    watching.delete(watched)
    if (watching.size === 0) stop()
  }
  return watched
}

/** A circle of waiting, two that cannot be told one after the other, and a statement into a transaction that another statement had ended. */
const endsOthers = new Set(['40P01', '40001', '25P02'])

/** What PostgreSQL refused because others were at work at the same moment. */
export const endedByOthers = ({ refused }: Pick<Watched, 'refused'>): string[] => refused.filter((code) => endsOthers.has(code))
