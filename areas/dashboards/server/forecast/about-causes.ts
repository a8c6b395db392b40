import { everyTask } from '#areas/runbooks/server/index.ts'
import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyExclusion, Labels } from '#areas/scores/server/index.ts'
import type { Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { everyExemption, renewalsAsked } from '#areas/exemptions/server/index.ts'
import type { OpenModels } from './missing-measures.ts'
import type { ShownCause } from './shown-cause.ts'

interface Named {
  readonly id: number
  readonly name: string
  readonly identifier: string | null
  readonly owner: { readonly id: number; readonly name: string; readonly identifier: string | null } | null
  /** Whether the reader may open it: else it has no name, and nothing is offered. */
  readonly open: boolean
}

export interface NamedTask extends Named {
  /** It comes round no more. */
  readonly ended: boolean
  readonly periodicity: Periodicity
}

interface NamedExemption extends Named {
  /** The exclusion that it makes. */
  readonly exclusion: number
  readonly renewal: number | null
  readonly ends: string
  readonly days: number
}

/** What of an exclusion is to plan in a perimeter. */
export type OpenAgain = (exclusion: number, perimeter: number) => OpenModels

/** What the causes of falls are called, who has them in hand and what was started. */
export interface About {
  readonly openAgain: OpenAgain
  readonly labels: Labels
  readonly tasks: ReadonlyMap<number, NamedTask>
  /** By exclusion. */
  readonly exemptions: ReadonlyMap<number, NamedExemption>
}

const owner = sql`case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name, 'identifier', null) end`

/** Reads them all at once, however many there are. */
export async function readAbout(tx: Tx, resources: Resources, causes: readonly ShownCause[], openAgain: OpenAgain): Promise<About> {
  const labels = new Labels()
  for (const { kind, source_id, measure_id, perimeter_id } of causes) {
    if (kind === 'EXEMPTION') for (const model of openAgain(source_id ?? 0, perimeter_id ?? 0).missing) labels.want('solution', model)
    labels.want('measure', measure_id)
    labels.want('perimeter', perimeter_id)
  }
  const idsOf = (...kinds: ShownCause['kind'][]) => [...new Set(causes.flatMap(({ kind, source_id }) => (kinds.includes(kind) ? (source_id ?? []) : [])))]
  const [tasks, exemptions] = await Promise.all([
    readTasks(tx, resources, idsOf('UNANSWERED', 'LEFT')),
    readExemptions(tx, resources, idsOf('EXEMPTION')),
    labels.load(tx),
  ])
  return { openAgain, labels, tasks: new Map(tasks.map((row) => [row.id, row])), exemptions: new Map(exemptions.map((row) => [row.exclusion, row])) }
}

function readTasks(tx: Tx, resources: Resources, ids: readonly number[]): Promise<NamedTask[]> {
  const k = rowRef('k')
  const open = resourceOf(resources, 'runtask').rules.read(k, tx.who)
  return tx.run(sql<NamedTask>`select k.id, ${nameIf(open, localizedText(k, 'name', tx.who.lang), tx.who.lang)} as name, k.identifier collate "C" as identifier, coalesce(${asSql(open)}, false) as open,
      case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'identifier', null)
        when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name, 'identifier', null) end as owner,
      k.archived or coalesce(k.end_date < ${tx.today}::date, false) as ended, k.periodicity
    from ${everyTask(tx.customerId)} k left join member p on p.customer_id = k.customer_id and p.id = k.manager_id left join "group" g on g.customer_id = k.customer_id and g.id = k.group_id
    where k.id = any(${[...ids]}::bigint[])`)
}

function readExemptions(tx: Tx, resources: Resources, ids: readonly number[]): Promise<NamedExemption[]> {
  const e = rowRef('e')
  const n = rowRef('n')
  const { rules } = resourceOf(resources, 'exemption')
  const open = rules.read(e, tx.who)
  return tx.run(sql<NamedExemption>`select x.id as exclusion, e.id, ${nameIf(open, localizedText(e, 'name', tx.who.lang), tx.who.lang)} as name, e.identifier collate "C" as identifier,
      coalesce(${asSql(open)}, false) as open, ${owner} as owner, to_char(e.end_date, 'YYYY-MM-DD') as ends, e.end_date - e.start_date as days,
      (select max(n.id) from ${renewalsAsked(tx.customerId, sql`e.id`)} n where coalesce(${asSql(rules.read(n, tx.who))}, false)) as renewal
    from ${everyExclusion(tx.customerId)} x join ${everyExemption(tx.customerId)} e on e.id = x.source_id and x.source = 'exemption'
      left join member p on p.customer_id = e.customer_id and p.id = coalesce(e.manager_id, e.requester_id)
    where x.id = any(${[...ids]}::bigint[])`)
}
