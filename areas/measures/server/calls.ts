import { sql } from 'kysely'
import { forbidden } from '#kit/contract/errors.ts'
import type { Figure } from '#kit/contract/figure.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { figureCondition, workedOut } from '#kit/server/data/resources/figures.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  answerBenefit,
  answerDifferences,
  baseSummary,
  discardMeasure,
  implementMeasure,
  readDifferences,
  setBeneficiaries,
  undoDecision,
} from '#areas/measures/contract/calls.ts'
import { measuresByModel } from '#areas/measures/contract/by-model.ts'
import { measuresOfControl } from '#areas/policies/contract/control-measures.ts'
import { measureFigures } from '#areas/measures/contract/figures.ts'
import { policiesAt } from '#areas/policies/server/index.ts'
import { answerOffer, serve, writablePerimeters } from './beneficiaries.ts'
import { listByModel } from './by-model.ts'
import { measuresAnswering } from './control-measures.ts'
import { differencesOf, settleDifferences } from './differences.ts'
import { discard, implement } from './lifecycle.ts'
import { undo } from './undo.ts'

/** What the kit does not derive for measures; `fork_run` and `reset` live with the actions they create and end, proposals with the recurring tasks. */
export function measureCalls(api: Api, resources: Resources): void {
  const measures = resourceOf(resources, 'measure')

  handle(api, 'measure', implementMeasure, async ({ tx, grant, params, body, translate }) => {
    await implement(tx, grant, resources, params.id, {
      ...(body.implemented_on && { on: body.implemented_on }),
      ...(body.manager !== undefined && { manager: body.manager }),
      ...(body.version !== undefined && { version: body.version }),
    })
    return { message: translate('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', discardMeasure, async ({ tx, grant, params, body, translate }) => {
    await discard(tx, grant, resources, params.id, body.justification, body.version)
    return { message: translate('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', undoDecision, async ({ tx, grant, params, body, translate }) => {
    await undo(tx, grant, resources, params.id, body.version)
    return { message: translate('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', setBeneficiaries, async ({ tx, grant, params, body, translate }) => {
    await serve(tx, grant, resources, params.id, body)
    return { message: translate('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', answerBenefit, async ({ tx, params, body, translate }) => {
    if (!(await writablePerimeters(tx, [body.perimeter])).includes(body.perimeter)) throw forbidden('measures.errors.no_edit')
    await answerOffer(tx, params.id, body)
    return { message: translate('kit.messages.saved') }
  })

  handle(api, 'measure', readDifferences, async ({ tx, query }) => ({ objects: await differencesOf(tx, query) }))

  handle(api, 'measure', answerDifferences, async ({ tx, grant, params, body, translate }) => {
    await settleDifferences(tx, grant, resources, params.id, body)
    return { message: translate('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', measuresByModel, ({ tx, grant, query, body }) => {
    if (query.as_of) tx.readAsOf(query.as_of)
    return listByModel(tx, grant, resources, body)
  })

  handle(api, 'measure', measuresOfControl, ({ tx, grant, params, query }) => {
    if (query.as_of) tx.readAsOf(query.as_of)
    return measuresAnswering(tx, grant, resources, params.id, query.perimeter)
  })

  handle(api, 'measure', baseSummary, async ({ tx, who, query }) => {
    if (query.as_of) tx.readAsOf(query.as_of)
    const [p, m] = [rowRef('p'), rowRef('m')]
    const within = who.roles.some((role) => role.startsWith('global_')) ? sql`true` : sql`p.id = any(${who.perimeterIds}::bigint[])`
    const known = workedOut(measures, ['situation', 'perimeter_archived'], m, who)
    const here = (figure: Figure) => asSql(figureCondition(known.resource, figure, m, who, tx.today))
    const count = (figure: Figure) => sql`count(*) filter (where ${here(figure)})`
    const sum = (column: string) => sql`sum(${m(column)}) filter (where ${here(measureFigures.implemented)})`
    const columnOf = (name: string) => sql`coalesce(${rowRef('c')(name)}, 0) as ${sql.ref(name)}`
    const objects =
      await tx.run(sql<never>`with bases as materialized (select p.* from perimeter p where p.customer_id = ${tx.customerId} and p.type = 'INTERNAL' and not p.archived and ${within}
        and ${query.perimeter === undefined ? sql`true` : sql`p.id = ${query.perimeter}`}),
      known as materialized (select m.perimeter_id, m.yearly_cost, m.yearly_internal_charge, ${known.columns} from measure m
        where m.customer_id = ${tx.customerId} and m.perimeter_id in (select id from bases)),
      counted as (select m.perimeter_id, ${count(measureFigures.to_handle)} as to_implement, ${count(measureFigures.planned)} as planned,
          ${count(measureFigures.discarded)} as discarded, ${count(measureFigures.implemented)} as implemented, ${count(measureFigures.served)} as benefiting,
          ${sum('yearly_cost')} as yearly_cost, ${sum('yearly_internal_charge')} as yearly_internal_charge
        from known m group by m.perimeter_id)
      select jsonb_build_object('id', p.id, 'name', ${localizedText(p, 'name', who.lang)}, 'identifier', p.identifier) as perimeter,
        ${sql.join(['to_implement', 'planned', 'discarded', 'implemented', 'benefiting', 'yearly_cost', 'yearly_internal_charge'].map(columnOf))},
        ${policiesAt(p('customer_id'), p('id'))} as policies
      from bases p left join counted c on c.perimeter_id = p.id order by ${localizedText(p, 'name', who.lang)}`)
    return { objects }
  })
}
