import { sql, type RawBuilder } from 'kysely'
import type { Reader, RowRef } from '#kit/server/access/row-rule.ts'
import { found, held } from '#kit/server/data/resources/inside-register.ts'
import { eachOf, type Derived, type Together } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { isLateRow } from '#kit/server/data/work/work-sql.ts'
import { remediationStatuses } from '#areas/actions/contract/lifecycle.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { en } from '#areas/actions/locales/en.ts'
import { fr } from '#areas/actions/locales/fr.ts'
import { externalStatusOf } from './external-tickets.ts'
import { remediationRules } from './rules.ts'

/** Past its target date and not ended. */
export const late = (row: RowRef): RawBuilder<boolean> => isLateRow(remediationWork, row)

/** With a proof of its own: an evidence that it shows, which each of its links and files is. */
const proven: Derived = (row) => sql`exists (select 1 from remediation__evidences x where x.customer_id = ${row('customer_id')} and x.owner_id = ${row('id')})`

const tasks = (row: RowRef, what: RawBuilder<unknown>) =>
  sql`(select ${what} from remediation__tasks k where k.customer_id = ${row('customer_id')} and k.owner_id = ${row('id')})`

const progress: Derived = (row) => sql`case when ${row('status')} = 'FINISHED' then 100
  else ${tasks(row, sql`coalesce(round(100.0 * count(*) filter (where k.status = 'DONE') / nullif(count(*), 0)), 0)::int`)} end`

/** Warnings that do not refuse anything (FRM-34; decisions, Lifecycles). */
const warning: Derived = (row, lang) => {
  const { target_past, open_tasks } = { en, fr }[lang].warnings
  return sql`case when ${late(row)} then jsonb_build_object('status', true, 'message', ${target_past}::text)
    when ${row('status')} = 'FINISHED' and ${tasks(row, sql`coalesce(bool_or(k.status = 'TO_DO'), false)`)} then jsonb_build_object('status', true, 'message', ${open_tasks}::text)
    else jsonb_build_object('status', false) end`
}

const externalStatus: Derived = (row) => externalStatusOf('remediation', row)

/** Beside the flags that every work item has. */
export const remediationDerived = { progress, proven, warning, external_status: externalStatus }

/**
 * Over the actions of a plan that the reader finds in it: a plan may hold others, out of their reach. They are looked up by their plan: a prepared plan
 * takes a wide reach for a narrow one, and would read all that is within it, once for each plan; under `coalesce` it cannot.
 */
const ofPlan = (row: RowRef, who: Reader | undefined, what: RawBuilder<unknown>) =>
  sql`(select ${what} from remediation held where held.customer_id = ${row('customer_id')} and held.program_id = ${row('id')}${found(remediationRules.read, who)})`

/** What a plan counts of its actions, in one reading of them. */
export const planCounts = {
  over: ofPlan,
  values: {
    actions: () => sql`count(*)`,
    late: () => sql`count(*) filter (where ${late(held)})`,
    counts: () =>
      sql`jsonb_build_object(${sql.join(remediationStatuses.flatMap((status) => [sql.lit(status), sql`count(*) filter (where held.status = ${sql.lit(status)})`]))})`,
    progress: () => sql`round(100.0 * count(*) filter (where held.status = 'FINISHED') / nullif(count(*) filter (where held.status <> 'CANCELLED'), 0))::int`,
  },
} satisfies Together

export const programDerived = {
  budget: (row) =>
    sql`(select b.amount from program__budgets b where b.customer_id = ${row('customer_id')} and b.owner_id = ${row('id')} and b.year = extract(year from ${today}) limit 1)`,
  ...eachOf(planCounts),
} satisfies Readonly<Record<string, Derived>>
