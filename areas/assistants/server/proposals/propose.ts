import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { createSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Changes, Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { keyOfAgent, type ExposedType } from '#areas/programs/server/index.ts'
import { proposalDays } from '#areas/assistants/contract/proposals.ts'
import { proposable } from './changes.ts'

/** One row that is to be changed, or made where it has no id. */
export interface Wanted {
  readonly type: ExposedType
  readonly id?: number | undefined
  readonly changes: Changes
  readonly quote?: string | undefined
}

export interface Asked<W = Wanted> {
  readonly title: string
  readonly reason: string
  readonly wanted: readonly W[]
}

/** Carries what a rehearsal found out of a transaction that is thereby undone. */
class Rehearsed extends Error {
  readonly versions: readonly (number | null)[]

  constructor(versions: readonly (number | null)[]) {
    super('A rehearsal is never kept')
    this.versions = versions
  }
}

/** Proposals of a key that wait at a time. */
const mostOpen = 100

type InSession = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Keeps a proposal once all of it has been done and undone as its program would do it: what people are shown can be accepted as it stands, by whoever may. Nothing but the proposal is
 * written. Throws what writing would throw.
 */
export async function propose(inSession: InSession, resources: Resources, { title, reason, wanted }: Asked): Promise<number> {
  const rows = wanted.flatMap(({ type, id }) => (id === undefined ? [] : [`${type.type} ${id}`]))
  if (new Set(rows).size < rows.length) throw new AppError('INVALID', 'assistants.errors.twice')
  const read = wanted.map(checked)
  const versions = await rehearse(inSession, resources, read)
  return inSession(async (tx) => {
    const key = await tx.first(sql<{ id: number }>`select k.id from ${ownKey(tx)} k`)
    if (!key) throw new Error('Only programs propose')
    // What nobody decides is no reason to propose more.
    const open = await tx.first(sql<{
      n: number
    }>`select count(*)::int as n from proposal p where p.customer_id = ${tx.customerId} and p.key_id = ${key.id} and p.withdrawn_at is null and p.ends_at > ${tx.now}
        and exists (select 1 from proposal_change c where c.customer_id = p.customer_id and c.proposal_id = p.id and c.decision is null)`)
    if ((open?.n ?? 0) >= mostOpen) throw new AppError('CONFLICT', 'assistants.errors.too_many', { values: { max: mostOpen } })
    return keepProposal(tx, key.id, { title, reason, wanted: read }, versions)
  })
}

/** Keeps what a key proposes of rows as they were read, each at its version; null where it is to be made. */
export async function keepProposal(
  tx: Tx,
  keyId: number,
  { title, reason, wanted }: Asked<Pick<Wanted, 'id' | 'changes' | 'quote'> & { readonly type: Pick<ExposedType, 'resource'> }>,
  versions: readonly (number | null)[],
): Promise<number> {
  const made = await tx.first(sql<{ id: number }>`insert into proposal (customer_id, made_at, ends_at, key_id, title, reason)
    values (${tx.customerId}, ${tx.now}, ${new Date(tx.now.getTime() + proposalDays * 86_400_000)}, ${keyId}, ${title}, ${reason}) returning id`)
  if (!made) throw new Error('Nothing was proposed')
  await tx.run(
    sql`insert into proposal_change (customer_id, proposal_id, entity, object_id, read_version, changes, quote) values ${sql.join(
      wanted.map(
        ({ type, id, changes, quote }, n) =>
          sql`(${tx.customerId}, ${made.id}, ${type.resource.def.name}, ${id ?? null}, ${versions[n] ?? null}, ${JSON.stringify(changes)}::jsonb, ${quote ?? null})`,
      ),
    )}`,
  )
  tx.audit({ entity: 'api_key', object_id: keyId, action: 'propose', details: JSON.stringify({ proposal: made.id, title, changes: wanted.length }) })
  return made.id
}

function checked(wanted: Wanted, at: number): Wanted {
  const { type, id, changes } = wanted
  const { def } = type.resource
  const known = proposable(def)
  const unknown = Object.keys(changes).filter((key) => !known.has(key))
  const at_ = (key: string) => `changes.${at}.values.${key}`
  if (unknown.length > 0)
    throw new AppError('INVALID', 'kit.errors.check_inputs', {
      fields: Object.fromEntries(unknown.map((key) => [at_(key), [{ key: 'assistants.errors.not_proposed' }]])),
    })
  const parsed = (id === undefined ? createSchema(def) : updateSchema(def)).safeParse(changes)
  if (!parsed.success)
    throw new AppError('INVALID', 'kit.errors.check_inputs', {
      fields: Object.fromEntries(Object.entries(messagesOf(parsed.error)).map(([key, messages]) => [at_(key), messages])),
    })
  const { id: _, version: __, ...values } = parsed.data
  return { ...wanted, changes: values }
}

async function rehearse(inSession: InSession, resources: Resources, wanted: readonly Wanted[]): Promise<readonly (number | null)[]> {
  try {
    return await inSession(async (tx) => {
      const versions: (number | null)[] = []
      for (const { type, id, changes } of wanted) {
        const { resource } = type
        if (id === undefined) {
          if (!type.creates) throw new AppError('FORBIDDEN', 'programs.errors.no_write', { code: 'SCOPE', values: { type: type.type } })
          await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, changes)
          versions.push(null)
          continue
        }
        if (!type.updates) throw new AppError('FORBIDDEN', 'programs.errors.no_write', { code: 'SCOPE', values: { type: type.type } })
        const { version } = await getRow(tx, authorizeVerb(tx, resource, 'read'), resource, resources, id)
        await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, id, changes)
        versions.push(version)
      }
      throw new Rehearsed(versions)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.versions
    throw error
  }
}

const ownKey = (tx: Tx) => keyOfAgent(tx.customerId, tx.who.memberId)

/** What a program itself has proposed, the newest first. */
export const proposedBy = (tx: Tx) =>
  tx.run(sql<{
    id: number
    title: string
    made_at: Date
    ends_at: Date
    withdrawn: boolean
    open: number
    accepted: number
    refused: number
  }>`select p.id, p.title, p.made_at, p.ends_at,
      p.withdrawn_at is not null as withdrawn, count(*) filter (where c.decision is null)::int as open, count(*) filter (where c.decision = 'YES')::int as accepted,
      count(*) filter (where c.decision = 'NO')::int as refused
    from proposal p join ${ownKey(tx)} k on k.id = p.key_id join proposal_change c on c.customer_id = p.customer_id and c.proposal_id = p.id
    where p.customer_id = ${tx.customerId} group by p.customer_id, p.id order by p.id desc limit 50`)

/** Takes back what is still open of a program's own proposal. Answers whether there was one. */
export async function withdraw(tx: Tx, id: number): Promise<boolean> {
  const gone = await tx.first(sql<{
    key_id: number
  }>`update proposal p set withdrawn_at = ${tx.now} from ${ownKey(tx)} k where p.customer_id = ${tx.customerId} and p.id = ${id} and p.withdrawn_at is null
    and k.id = p.key_id returning p.key_id`)
  if (gone) tx.audit({ entity: 'api_key', object_id: gone.key_id, action: 'withdraw_proposal', details: JSON.stringify({ proposal: id }) })
  return gone !== undefined
}
