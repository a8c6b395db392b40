import { sql } from 'kysely'
import { forbidden } from '#kit/contract/errors.ts'
import type { Figure } from '#kit/contract/figure.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
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
    // Of rows that are joined from the outside, those that are there.
    const here = (figure: Figure) => asSql(both(sql<boolean>`m.id is not null`, figureCondition(measures, figure, m, who, tx.today)))
    const count = (figure: Figure) => sql`count(*) filter (where ${here(figure)})`
    const sum = (column: string) => sql`coalesce(sum(${m(column)}) filter (where ${here(measureFigures.implemented)}), 0)`
    const objects =
      await tx.run(sql<never>`select jsonb_build_object('id', p.id, 'name', ${localizedText(p, 'name', who.lang)}, 'identifier', p.identifier) as perimeter,
        ${count(measureFigures.to_handle)} as to_implement, ${count(measureFigures.planned)} as planned, ${count(measureFigures.discarded)} as discarded,
        ${count(measureFigures.implemented)} as implemented, ${count(measureFigures.served)} as benefiting,
        ${policiesAt(p('customer_id'), p('id'))} as policies,
        ${sum('yearly_cost')} as yearly_cost, ${sum('yearly_internal_charge')} as yearly_internal_charge
      from perimeter p left join measure m on m.customer_id = p.customer_id and m.perimeter_id = p.id
      where p.customer_id = ${tx.customerId} and p.type = 'INTERNAL' and not p.archived and ${within}
        and ${query.perimeter === undefined ? sql`true` : sql`p.id = ${query.perimeter}`}
      group by p.customer_id, p.id, p.identifier, p.name_en, p.name_fr order by ${localizedText(p, 'name', who.lang)}`)
    return { objects }
  })
}
