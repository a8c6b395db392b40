import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { providerCustomer } from './create-customer.ts'

/** Rows that go in one transaction, so that nobody waits for it. */
const batch = 1_000
/** Milliseconds. */
const longestRest = 1_000
/** Milliseconds after which the rest is left to another job: the queue takes one that lasts for lost. */
const lasts = 4 * 60_000

export const eraseJobName = 'customer.erase'
const source = eraseJobName

interface Tools {
  readonly storage: FileStorage
  readonly api: Promise<Api>
}

interface Gone {
  readonly rows: number
  readonly accounts: number
}

/** The jobs that delete organisations whose waiting period is over (ADM-01): each night whatever is due; each of them in parts, until nothing is left. */
export const eraseJobs = ({ storage, api }: Tools): readonly LongJob[] => [
  {
    name: 'customer.due',
    schedule: '25 0 * * *',
    runLong: async ({ apart }) => {
      if ((await apart(async (tx) => tx.customerId)) !== providerCustomer) return
      const due = await asProvider((await api).ports.db, (tx) => tx.run(sql<{ id: number }>`select id from customer where is_erased(id) order by id`))
      await apart(async (tx) => {
        for (const { id } of due) tx.enqueue({ name: eraseJobName, data: { customer_id: id }, key: String(id) })
      })
    },
  },
  {
    name: eraseJobName,
    runLong: async ({ data, apart }) => {
      const { customer_id: id, rows = 0, accounts = 0 } = data as { readonly customer_id?: number } & Partial<Gone>
      if (id === undefined) return
      const left = await eraseCustomer((await api).ports.db, storage, id, { rows, accounts }, Date.now() + lasts)
      if (left) await apart(async (tx) => tx.enqueue({ name: eraseJobName, data: { customer_id: id, ...left }, key: String(id) }))
    },
  },
]

/**
 * Deletes everything of an organisation whose waiting period is over, first what is outside of the database, last the organisation itself, and writes that into the provider's log. Begun again it
 * goes on with what is left; answers what has gone so far when its time is over, null when nothing is left or nothing is to go.
 */
export async function eraseCustomer(db: DatabaseAccess, storage: FileStorage, id: number, before: Gone, until: number): Promise<Gone | null> {
  if (!(await asProvider(db, (tx) => tx.first(sql`select 1 from customer where id = ${id} and is_erased(id)`)))) return null
  await storage.removeAll(id)
  /** Each step is followed by as long a rest, so that half of a core at most is taken from those who read meanwhile. */
  const within = async <T>(work: (tx: Tx) => Promise<T>) => {
    const start = performance.now()
    const done = await db.transaction(id, work, { provider: true, background: true })
    await pause(Math.min(longestRest, performance.now() - start))
    return done
  }
  let { rows, accounts } = before
  for (let went = 1; went > 0; accounts += went) {
    if (Date.now() > until) return { rows, accounts }
    went = await within(async (tx) => (await tx.first(sql<{ n: number }>`select erase_accounts(${batch}) as n`))?.n ?? 0)
  }
  const tables = await asProvider(db, inOrder)
  // What goes may leave a trace elsewhere, such as a version in the history: until nothing is found any more.
  for (let found = true; found;) {
    found = false
    for (const table of tables)
      for (let went = 1; went > 0; rows += went) {
        if (Date.now() > until) return { rows, accounts }
        went = await within(async (tx) => (await tx.first(sql<{ n: number }>`select erase_rows(${table}, ${batch}) as n`))?.n ?? 0)
        found ||= went > 0
      }
  }
  await asProvider(db, async (tx) => {
    const gone = await tx.first(sql<{ name: string; identifier: string }>`delete from customer where id = ${id} and is_erased(id) returning name, identifier`)
    if (!gone) return
    await tx.runText(`delete from pgboss.job where data->>'customer_id' = $1 and state <> 'active'`, [String(id)])
    tx.audit({ entity: 'customer', object_id: id, action: 'delete', details: JSON.stringify({ ...gone, rows, accounts }) })
  })
  // A file that came in as the last ones went.
  await storage.removeAll(id)
  return null
}

const asProvider = <T>(db: DatabaseAccess, work: (tx: Tx) => Promise<T>) =>
  db.transaction(
    providerCustomer,
    async (tx) => {
      tx.act(systemWho(providerCustomer, source, source))
      return work(tx)
    },
    { provider: true, background: true },
  )

/** The tables of organisations, those that name others before these; where some name each other, one whose rows take the others' with them. */
async function inOrder(tx: Tx): Promise<string[]> {
  const left = new Set((await tx.run(sql<{ name: string }>`select name from customer_tables()`)).map(({ name }) => name))
  const links = await tx.run(sql<{ source: string; target: string; cascades: boolean }>`select source, target, cascades from customer_table_links()`)
  const order: string[] = []
  while (left.size > 0) {
    const named = (hard: boolean) => new Set(links.filter(({ source: from, cascades }) => left.has(from) && !(hard && cascades)).map(({ target }) => target))
    const [all, hard] = [named(false), named(true)]
    const free = [...left].filter((name) => !all.has(name))
    const next = free.length > 0 ? free : [...left].filter((name) => !hard.has(name)).slice(0, 1)
    if (next.length === 0) throw new Error(`Tables name each other: ${[...left].join(', ')}`)
    for (const name of next) left.delete(name)
    order.push(...next)
  }
  return order
}
