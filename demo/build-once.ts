import { sql } from 'kysely'
import { providerCustomer } from '#areas/tenancy/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/**
 * How far the demonstration has come, kept with the provider's own settings. `FAILED`: what there is of it is set aside at the next start. `SET_ASIDE`: begun once, never
 * finished, no longer wanted.
 */
type Stage = 'BUILDING' | 'BUILT' | 'FAILED' | 'SET_ASIDE'

interface Standing {
  readonly stage: Stage | null
  readonly organisations: number
  readonly enabled: number
}

/** What a start finds: the demonstration whole, something to be done about it, or nothing of the kind. */
export type Found = 'BUILT' | 'TO_DO' | 'NONE'

const isCutOff = (stage: Stage | null) => stage === 'BUILDING' || stage === 'FAILED'

/** A first start builds it, and one after an attempt that came to no end; not beside organisations that people have made. */
const isDue = (wanted: boolean, { stage, organisations, enabled }: Standing) =>
  wanted && (isCutOff(stage) || (enabled === 0 && (stage !== null || organisations === 0)))

/** What a start that wants the demonstration, or does not, has to do about it; another server may be doing so already. */
export async function findDemonstration(db: DatabaseAccess, wanted: boolean): Promise<Found> {
  const standing = await readState(db)
  if (standing.stage === 'BUILT') return 'BUILT'
  return isCutOff(standing.stage) || isDue(wanted, standing) ? 'TO_DO' : 'NONE'
}

/**
 * Builds the demonstration where it is due; answers whether it is there. Nobody comes in before it is whole: `build` hides each organisation as it makes it (`hide`), and
 * what an attempt that was cut off has left behind is renamed and stays closed, since audited rows are never deleted. Whoever is of that attempt gets `passwordHash`
 * when they come back. One server at a time: the caller holds a lock.
 */
export async function buildOnce(
  db: DatabaseAccess,
  { wanted, passwordHash }: { readonly wanted: boolean; readonly passwordHash: () => Promise<string> },
  build: (passwordHash: string) => Promise<void>,
  print: (line: string) => void,
): Promise<boolean> {
  const standing = await readState(db)
  if (standing.stage === 'BUILT') return true
  if (isCutOff(standing.stage)) {
    print('The demonstration was not finished when the server last stopped: what there is of it is set aside')
    await setAside(db)
  }
  if (!isDue(wanted, standing)) return false
  const hash = await passwordHash()
  await asProvider(db, (tx) => mark(tx, 'BUILDING'))
  try {
    await build(hash)
  } catch (error) {
    // Where the database is gone, the next start sees that it was cut off.
    await asProvider(db, (tx) => mark(tx, 'FAILED')).catch(() => {})
    throw error
  }
  await open(db, hash)
  return true
}

/** Keeps everybody out of an organisation until the demonstration is whole. */
export async function hide(db: DatabaseAccess, customer: number): Promise<void> {
  await asProvider(db, (tx) => tx.run(sql`update customer set disabled = true, properties = properties || '{"demonstration":"HIDDEN"}' where id = ${customer}`))
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

async function mark(tx: Tx, stage: Stage): Promise<void> {
  const row = await tx.first(sql<{
    version: number
  }>`update customer set properties = properties || jsonb_build_object('demonstration', ${stage}::text), version = version + 1, updated_at = moment()
    where id = ${providerCustomer} returning version`)
  if (row) tx.audit({ entity: 'customer', object_id: providerCustomer, action: 'demonstration', version: row.version, details: JSON.stringify({ stage }) })
}

const hidden = sql`c.kind = 'ORGANISATION' and c.properties->>'demonstration' = 'HIDDEN'`

async function setAside(db: DatabaseAccess): Promise<void> {
  await asProvider(db, async (tx) => {
    await tx.run(
      sql`update customer c set disabled = true, name = name || ' (unfinished)', properties = properties - 'demonstration', version = version + 1, updated_at = moment() where ${hidden}`,
    )
    await mark(tx, 'SET_ASIDE')
  })
}

/** Lets everybody in at once. An account that an earlier attempt made had the password of that start: where it could come in nowhere yet, it gets that of this one. */
async function open(db: DatabaseAccess, passwordHash: string): Promise<void> {
  await asProvider(db, async (tx) => {
    await tx.run(sql`update account a set password_hash = ${passwordHash}, password_changed_at = moment()
      where a.password_hash <> ${passwordHash} and exists (select 1 from membership m join customer c on c.id = m.customer_id where m.account_id = a.id and ${hidden})
        and not exists (select 1 from membership m join customer c on c.id = m.customer_id where m.account_id = a.id and not c.disabled)`)
    await tx.run(sql`update customer c set disabled = false, properties = properties - 'demonstration' where ${hidden}`)
    await mark(tx, 'BUILT')
  })
}
