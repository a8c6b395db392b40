import { sql } from 'kysely'
import { acceptedAtMost, type Check } from '#kit/contract/check.ts'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { findingCondition, rowsWithin } from '#kit/server/data/resources/checks.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/sql/columns.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Acceptance } from '#areas/checks/contract/calls.ts'
import { checksFor, type Declared } from './count.ts'

const t = rowRef('t')

interface Asked {
  readonly entity: string
  readonly word: string
  readonly ids: readonly number[]
}

/** The check of that name that who acts is shown; throws NOT_FOUND. */
function checkOf(tx: Tx, resources: Resources, { entity, word }: Omit<Asked, 'ids'>): Declared {
  const found = checksFor(resources, tx).find(({ check }) => check.entity === entity && check.word === word)
  if (!found) throw notFound()
  return found
}

const mayChange = (tx: Tx, { def, rules }: Resource) => asSql(can(tx.who, def.rights.update) ? rules.update(t, tx.who) : false)

/** The rows of a selection that who acts reads, locked against a change of what is found of them. Throws NOT_FOUND when one is out of reach, FORBIDDEN when it is not theirs to change. */
async function chosen(tx: Tx, { check, resource }: Declared, ids: readonly number[]): Promise<{ id: number; finds: boolean }[]> {
  const wanted = [...new Set(ids)]
  const rows = await tx.run(
    sql<{ id: number; may: boolean; finds: boolean }>`select t.id, coalesce(${mayChange(tx, resource)}, false) as may,
        coalesce(${asSql(findingCondition(resource, check.word, t, tx.who))}, false) as finds
      from ${sql.table(resource.def.name)} as t where t.customer_id = ${tx.customerId} and t.id = any(${wanted}::bigint[])
        and ${asSql(resource.rules.read(t, tx.who))} order by t.id for key share of t`,
    { planned: true },
  )
  if (rows.length < wanted.length) throw notFound()
  if (rows.some(({ may }) => !may)) throw forbidden()
  return rows
}

const audit = (tx: Tx, { entity, word }: Check, id: number, action: string, more: object, accepted: boolean) =>
  tx.audit({
    entity,
    object_id: id,
    action,
    version: 0,
    details: JSON.stringify({ ...more, rows: { accepted_findings: { before: accepted ? [] : [word], after: accepted ? [word] : [] } } }),
  })

/** Accepts what a check finds of some rows: until a day within the year to come, with a reason; all of them or none. */
export async function accept(tx: Tx, resources: Resources, asked: Asked & { readonly until: string; readonly reason: string }): Promise<void> {
  const { until, reason } = asked
  const declared = checkOf(tx, resources, asked)
  const days = (Date.parse(until) - Date.parse(tx.today)) / 86_400_000
  if (days < 1) throw invalidField('until', 'checks.errors.past')
  if (days > acceptedAtMost) throw invalidField('until', 'checks.errors.too_long')
  const rows = await chosen(tx, declared, asked.ids)
  if (rows.some(({ finds }) => !finds)) throw new AppError('CONFLICT', 'checks.errors.nothing_found')
  const { check } = declared
  await tx.run(sql`insert into check_acceptance (customer_id, entity, word, object_id, until, reason, accepted_by)
    select ${tx.customerId}, ${check.entity}, ${check.word}, o.id, ${until}::date, ${reason}, ${tx.who.memberId} from unnest(${rows.map(({ id }) => id)}::bigint[]) with ordinality as o(id, n) order by o.n
    on conflict (customer_id, entity, word, object_id) do update set until = excluded.until, reason = excluded.reason, accepted_by = excluded.accepted_by, accepted_at = moment()`)
  for (const { id } of rows) audit(tx, check, id, 'accept_finding', { until, reason }, true)
}

/** Lets rows count again; what was not accepted stays as it is. */
export async function withdraw(tx: Tx, resources: Resources, asked: Asked): Promise<void> {
  const declared = checkOf(tx, resources, asked)
  const rows = await chosen(tx, declared, asked.ids)
  const { check } = declared
  const gone = await tx.run(sql<{ object_id: number }>`delete from check_acceptance where customer_id = ${tx.customerId} and entity = ${check.entity}
    and word = ${check.word} and object_id = any(${rows.map(({ id }) => id)}::bigint[]) and until > ${tx.today}::date returning object_id`)
  for (const { object_id } of gone.toSorted((a, b) => a.object_id - b.object_id)) audit(tx, check, object_id, 'withdraw_finding', {}, false)
}

/** What is accepted of a check among the rows that its reader reads and it still finds: as its figure counts them. */
export async function acceptedOf(tx: Tx, resources: Resources, asked: Omit<Asked, 'ids'> & { readonly perimeter?: number | undefined }): Promise<Acceptance[]> {
  const { check, resource } = checkOf(tx, resources, asked)
  const within = asked.perimeter === undefined ? true : rowsWithin(resource, t, [asked.perimeter])
  const rows = await tx.run(
    sql<Omit<Acceptance, 'accepted_at'> & { accepted_at: Date }>`select t.id, ${title(resource, t, tx.who.lang)} as name,
        ${fieldOf(resource.def, 'identifier') ? t('identifier') : sql`null`} as identifier, x.reason, x.until, x.accepted_at,
        (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = x.customer_id and m.id = x.accepted_by) as accepted_by,
        ${can(tx.who, 'check.accept') ? sql`coalesce(${mayChange(tx, resource)}, false)` : sql`false`} as may
      from check_acceptance x join ${sql.table(resource.def.name)} as t on t.customer_id = x.customer_id and t.id = x.object_id
      where x.customer_id = ${tx.customerId} and x.entity = ${check.entity} and x.word = ${check.word} and x.until > ${tx.today}::date
        and ${asSql(resource.rules.read(t, tx.who))} and ${asSql(findingCondition(resource, check.word, t, tx.who))} and ${asSql(within)}
      order by x.until, t.id limit 1000`,
    { planned: true },
  )
  return rows.map((row) => ({ ...row, accepted_at: row.accepted_at.toISOString() }))
}
