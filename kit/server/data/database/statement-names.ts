/** How many prepared statements one connection keeps: of what its server process holds in memory for each, some thirty kilobytes, this many times. */
const perConnection = 300
/** How many of those that read the past: each holds some three megabytes, for it stands on twice as many tables. */
const ofThePast = 10
/** How many texts are watched for coming again. */
const watched = 2000

/** A connection, as far as this reads it. */
export interface Connection {
  query(text: string): Promise<unknown>
  /** What the driver takes for prepared, by name. */
  readonly connection?: { readonly parsedStatements?: Record<string, string> }
}

/** Which texts have come once; a filter that one person made once is not worth preparing. */
const seen = new Set<string>()

function cameBefore(text: string): boolean {
  if (seen.delete(text)) {
    seen.add(text)
    return true
  }
  seen.add(text)
  const [oldest] = seen
  if (seen.size > watched && oldest !== undefined) seen.delete(oldest)
  return false
}

interface Held {
  /** The name of each text, the one used longest ago first. */
  readonly names: Map<string, string>
  made: number
}

const held = new WeakMap<Connection, { readonly now: Held; readonly past: Held }>()
const none = (): Held => ({ names: new Map<string, string>(), made: 0 })

/**
 * The name under which a connection runs this text as a prepared statement; none for one that comes for the first time. A connection keeps those
 * used last, however many entities and filters there are, and gives up the others; what reads the past gives up none of the present.
 */
export function statementName(connection: Connection, text: string, { past = false } = {}): string | undefined {
  const all = held.get(connection) ?? { now: none(), past: none() }
  held.set(connection, all)
  const mine = past ? all.past : all.now
  const known = mine.names.get(text)
  if (known === undefined && !cameBefore(text)) return undefined
  // A name is never used again: where giving one up failed, the server still has it.
  const name = known ?? `${past ? 'p' : 's'}${(mine.made += 1)}`
  mine.names.delete(text)
  mine.names.set(text, name)
  if (mine.names.size > (past ? ofThePast : perConnection)) giveUp(connection, mine)
  return name
}

function giveUp(connection: Connection, { names }: Held): void {
  for (const [text, name] of names) {
    names.delete(text)
    delete connection.connection?.parsedStatements?.[name]
    // In a transaction that has failed it is refused, and the statement stays until the connection ends.
    void connection.query(`deallocate ${name}`).catch(() => {})
    return
  }
}
