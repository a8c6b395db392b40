import { sql } from 'kysely'
import { z } from 'zod'
import { only } from '#kit/contract/figure.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { GroupsAnswer } from '#kit/contract/source.ts'
import { tintOfLook } from '#kit/contract/status-looks.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { defineSource, refusePast, type Asking, type Source } from '#kit/server/sources/source.ts'
import { readStatement } from '#areas/policies/server/index.ts'
import { cachedScores, standingOf } from '#areas/scores/server/index.ts'
import { requirementStates, stateLooks } from '#areas/statements/contract/statement.ts'
import { stateOf } from './load-lines.ts'

/** Statements that are told by name; each costs a statement of the database. */
const most = 12

/** How the requirements of each statement of applicability stand, as the statement itself tells of them. */
const states = defineSource({
  name: 'statements.states',
  kind: 'groups',
  right: 'policy_application.read',
  settings: { perimeter: { entity: 'perimeter' } },
  given: z.strictObject({ perimeter: z.int().min(1).optional() }),
  read: async (asking, given): Promise<GroupsAnswer> => {
    refusePast(asking)
    const { api, tx, resources, say } = asking
    const resource = resourceOf(resources, 'policy_application')
    const within = given.perimeter ?? asking.perimeter ?? undefined
    const filters = within === undefined ? [] : [only('perimeter', ...(await belowOf(asking, within)))]
    const sort = [{ name: 'policy', order: 'asc' as const }]
    const { objects, total } = await listPage(tx, authorize(tx.who, resource.def.rights.read), resource, resources, {
      sort,
      filters,
      global_search: '',
      per_page: most,
      page: 1,
    })
    const scores = await cachedScores(api)(tx)
    const rows: GroupsAnswer['rows'] = []
    for (const row of objects) {
      const { id } = row
      const { policy, perimeter } = row as { [field: string]: unknown } as Record<'policy' | 'perimeter', Reference>
      const lines = await readStatement(tx, id)
      const found = lines.map((line) => stateOf(line, standingOf(scores, perimeter.id, policy.id, line.lineage_id) ?? null))
      rows.push({
        key: String(id),
        label: [policy.name, perimeter.name].filter(Boolean).join(' · '),
        tint: null,
        values: requirementStates.map((state) => found.filter((one) => one === state).length),
        target: null,
        opens: null,
      })
    }
    if (total > rows.length)
      rows.push({
        key: 'others',
        label: say('statements.sources.states.others', { count: total - rows.length }),
        tint: null,
        values: requirementStates.map(() => null),
        target: null,
        opens: null,
      })
    return {
      kind: 'groups',
      unit: null,
      series: requirementStates.map((state) => ({ key: state, label: say(`statements.state.${state}`), tint: tintOfLook(stateLooks[state]) })),
      rows,
      total: null,
      rises: null,
      opens: { entity: 'policy_application', filters, total },
    }
  },
})

/** A perimeter with those below it, as the list of applications is asked for them. */
async function belowOf({ tx }: Pick<Asking, 'tx'>, perimeter: number): Promise<number[]> {
  const rows = await tx.run(
    sql<{ id: number }>`select descendant_id as id from perimeter_closure where customer_id = ${tx.customerId} and ancestor_id = ${perimeter} order by 1`,
  )
  return rows.length > 0 ? rows.map(({ id }) => id) : [perimeter]
}

export const statementSources: readonly Source[] = [states]
