import { sql } from 'kysely'
import { providerCustomer } from '#areas/tenancy/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** How far the demonstration has come, kept with the provider's own settings. `SET_ASIDE`: begun once, never finished, no longer wanted. */
type Stage = 'BUILDING' | 'BUILT' | 'SET_ASIDE'

interface Standing {
  readonly stage: Stage | null
  readonly organisations: number
  readonly enabled: number
}

/**
 * Builds the demonstration, if wanted, in an installation without organisations; answers whether it is there. What an attempt that was cut off left
 * behind is disabled and renamed first: nobody has been able to sign in to it, and audited rows are never deleted. Only for the start, one at a time.
 */
export async function buildOnce(db: DatabaseAccess, wanted: boolean, build: () => Promise<void>, print: (line: string) => void): Promise<boolean> {
  let { stage, organisations, enabled } = await readState(db)
  if (stage === 'BUILDING') {
    print('The demonstration was not finished when the server last stopped: what there is of it is set aside')
    await setAside(db)
    ;({ stage, organisations, enabled } = await readState(db))
  }
  if (stage === 'BUILT') return true
  if (!wanted || enabled > 0 || (stage === null && organisations > 0)) return false
  await reach(db, 'BUILDING')
  await build()
  await reach(db, 'BUILT')
  return true
}

async function asProvider<T>(db: DatabaseAccess, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    providerCustomer,
    async (tx) => {
      tx.act(systemWho(providerCustomer, 'demonstration', 'start'))
      return work(tx)
    },
    { provider: true },
  )
}

async function readState(db: DatabaseAccess): Promise<Standing> {
  const found = await asProvider(db, (tx) =>
    tx.first(sql<Standing>`select max(properties->>'demonstration') filter (where id = ${providerCustomer}) as stage,
    count(*) filter (where kind = 'ORGANISATION') as organisations, count(*) filter (where kind = 'ORGANISATION' and not disabled) as enabled from customer`),
  )
  return found ?? { stage: null, organisations: 0, enabled: 0 }
}

const reach = (db: DatabaseAccess, stage: Stage) => asProvider(db, (tx) => mark(tx, stage))

async function mark(tx: Tx, stage: Stage): Promise<void> {
  const row = await tx.first(sql<{
    version: number
  }>`update customer set properties = properties || jsonb_build_object('demonstration', ${stage}::text), version = version + 1, updated_at = moment()
    where id = ${providerCustomer} returning version`)
  if (row) tx.audit({ entity: 'customer', object_id: providerCustomer, action: 'demonstration', version: row.version, details: JSON.stringify({ stage }) })
}

async function setAside(db: DatabaseAccess): Promise<void> {
  await asProvider(db, async (tx) => {
    await tx.run(
      sql`update customer set disabled = true, name = name || ' (unfinished)', version = version + 1, updated_at = moment() where kind = 'ORGANISATION' and not disabled`,
    )
    await mark(tx, 'SET_ASIDE')
  })
}
