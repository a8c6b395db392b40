import { sql } from 'kysely'
import type { Filter } from '#kit/contract/list-query.ts'
import { only } from '#kit/contract/figure.ts'
import { can, type Grant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import type { Scope } from './scope.ts'
import type { Budget, Late } from '#areas/dashboards/contract/work.ts'

const shown = 6
const listed = (filters: readonly Filter[]) => ({ entity: 'remediation' as const, filters: [...filters] })

interface LateRow {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly target_date: string
  readonly perimeter: { readonly name: string | null } | null
  readonly manager: { readonly name: string | null } | null
  readonly group: { readonly name: string | null } | null
}

/** The actions that are due longest, of the very list that they lead to. */
export async function lateActions(tx: Tx, grant: Grant, resources: Resources, { day, within, of }: Scope): Promise<Late> {
  const resource = resourceOf(resources, 'remediation')
  const filters = [...actionFigures.late.filters(day), ...within]
  const { objects, total } = await listPage(tx, grant, resource, resources, {
    sort: [{ name: 'target_date', order: 'asc' }],
    filters,
    global_search: '',
    per_page: shown,
    page: 1,
  })
  const first = objects
    .map((row) => row as { readonly id: number } & Partial<LateRow>)
    .map(({ id, identifier = '', name, target_date = '', perimeter, manager, group }) => ({
      id,
      identifier,
      name: name ?? identifier,
      target_date,
      perimeter: perimeter?.name ?? null,
      owner: manager?.name ?? group?.name ?? null,
    }))
  return { total, of, first, link: listed(filters) }
}

/** What is summed of each entity, in k€. */
const amounts = { remediation: 'cost', program: 'budget' } as const

/** What actions cost in k€: those finished since the first of January, and those still open; and what plans may cost this year. Of the very lists that they lead to. */
export async function budgetOf(tx: Tx, grant: Grant, resources: Resources, { day, within, whole }: Scope): Promise<Budget> {
  const year = day.slice(0, 4)
  const priced = only('cost', { from: 0.01 })
  const lists = {
    spent: { entity: 'remediation', filters: [only('status', 'FINISHED'), only('done_date', { from: `${year}-01-01`, to: day }), priced, ...within] },
    committed: { entity: 'remediation', filters: [only('closed', false), priced, ...within] },
    budget: { entity: 'program', filters: [only('budget', { from: 0.01 })] },
  } as const
  const t = rowRef('t')
  const parts = Object.entries(lists).map(([name, { entity, filters }]) => {
    const resource = resourceOf(resources, entity)
    const keuro = resource.derived?.[amounts[entity]]?.(t, grant.who.lang, grant.who) ?? t(amounts[entity])
    const where = listConditions(resource, { filters: [...filters], global_search: '' }, resource.rules.read(t, grant.who), t, grant.who)
    return sql`select ${name}::text as name, count(*)::int as count, coalesce(sum(${keuro}), 0)::float8 as keuro from ${sql.table(entity)} t
      where t.customer_id = ${tx.customerId} and ${where}`
  })
  const rows = await tx.run(sql<{ name: string; count: number; keuro: number }>`${sql.join(parts, sql` union all `)}`)
  const of = (name: keyof typeof lists) => rows.find((row) => row.name === name) ?? { count: 0, keuro: 0 }
  const sum = (name: 'spent' | 'committed') => ({ keuro: of(name).keuro, actions: of(name).count, link: listed(lists[name].filters) })
  const { filters } = lists.budget
  return {
    year: Number(year),
    spent: sum('spent'),
    committed: sum('committed'),
    budget:
      whole && can(tx.who, 'program.read')
        ? { keuro: of('budget').keuro, plans: of('budget').count, link: { entity: 'program', filters: [...filters] } }
        : null,
  }
}
