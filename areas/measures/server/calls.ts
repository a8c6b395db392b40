import { sql } from 'kysely'
import { forbidden, invalidField } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import { getRow, lockRow, updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { answerBenefit, baseSummary, discardMeasure, implementMeasure, setBeneficiaries } from '#areas/measures/contract/calls.ts'
import { discard, implement, writeBeneficiaries } from './lifecycle.ts'
import { measureRules } from './rules.ts'

/** What the kit does not derive for measures; `fork_run` and `reset` live with the actions they create and end. */
export function measureCalls(api: Api, resources: Resources): void {
  const measures = resourceOf(resources, 'measure')

  handle(api, 'measure', implementMeasure, async ({ tx, grant, params, body, say }) => {
    await implement(tx, grant, resources, params.id, { ...(body.implemented_on && { on: body.implemented_on }), ...(body.manager !== undefined && { manager: body.manager }) })
    return { message: say('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', discardMeasure, async ({ tx, grant, params, body, say }) => {
    await discard(tx, grant, resources, params.id, body.justification)
    return { message: say('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', setBeneficiaries, async ({ tx, grant, params, body, say }) => {
    const row = await lockRow(tx, grant, measures, resources, params.id, 'update')
    if (body.perimeters.includes(row.perimeter_id as number)) throw invalidField('perimeters', 'measures.errors.own_perimeter')
    if (new Set(body.perimeters).size < body.perimeters.length) throw invalidField('perimeters', 'kit.errors.duplicate')
    const internal = await tx.run(sql<{ id: number }>`select id from perimeter where customer_id = ${tx.customerId} and id = any(${body.perimeters}::bigint[]) and type = 'INTERNAL' and not archived`)
    if (internal.length < body.perimeters.length) throw invalidField('perimeters', 'kit.errors.missing_reference')
    await writeBeneficiaries(tx, params.id, body.perimeters, await writablePerimeters(tx, body.perimeters))
    if (body.serves_self !== undefined) await updateRow(tx, grant, measures, resources, params.id, { serves_self: body.serves_self }, { action: 'serve' })
    tx.audit({ entity: 'measure', object_id: params.id, action: 'beneficiaries', version: row.version, details: JSON.stringify({ perimeters: body.perimeters }) })
    await tx.emit({ name: 'measure.beneficiaries', entity: 'measure', id: params.id })
    return { message: say('kit.messages.saved'), object: await getRow(tx, grant, measures, resources, params.id) }
  })

  handle(api, 'measure', answerBenefit, async ({ tx, params, body, say }) => {
    if (!(await writablePerimeters(tx, [body.perimeter])).includes(body.perimeter)) throw forbidden('measures.errors.no_edit')
    const found = body.accepted
      ? await tx.first(sql`update measure_beneficiary set accepted = true, accepted_by = ${tx.who.memberId}, accepted_at = moment()
          where customer_id = ${tx.customerId} and measure_id = ${params.id} and perimeter_id = ${body.perimeter} returning 1`)
      : await tx.first(sql`delete from measure_beneficiary where customer_id = ${tx.customerId} and measure_id = ${params.id} and perimeter_id = ${body.perimeter} returning 1`)
    if (!found) throw invalidField('perimeter', 'kit.errors.missing_reference')
    tx.audit({ entity: 'measure', object_id: params.id, action: body.accepted ? 'accept_benefit' : 'decline_benefit', details: JSON.stringify({ perimeter: body.perimeter }) })
    await tx.emit({ name: 'measure.beneficiaries', entity: 'measure', id: params.id })
    return { message: say('kit.messages.saved') }
  })

  handle(api, 'measure', baseSummary, async ({ tx, who, query }) => {
    const p = rowRef('p')
    const within = who.roles.some((role) => role.startsWith('global_')) ? sql`true` : sql`p.id = any(${who.perimeterIds}::bigint[])`
    const count = (condition: ReturnType<typeof sql>) => sql`count(m.id) filter (where ${condition})`
    const objects = await tx.run(sql<never>`select jsonb_build_object('id', p.id, 'name', ${localizedText(p, 'name', who.lang)}, 'identifier', p.identifier) as perimeter,
        ${count(sql`m.status = 'TO_IMPLEMENT'`)} as to_implement, ${count(sql`m.decision = 'PLANNED'`)} as planned, ${count(sql`m.decision = 'DISCARDED'`)} as discarded,
        ${count(sql`m.status = 'IMPLEMENTED'`)} as implemented,
        (select count(*) from measure_beneficiary b where b.customer_id = p.customer_id and b.perimeter_id = p.id and b.accepted) as benefiting,
        (select count(*) from policy_application a where a.customer_id = p.customer_id and a.perimeter_id = p.id) as policies,
        coalesce(sum(m.yearly_cost) filter (where m.status = 'IMPLEMENTED'), 0) as yearly_cost,
        coalesce(sum(m.yearly_internal_charge) filter (where m.status = 'IMPLEMENTED'), 0) as yearly_internal_charge
      from perimeter p left join measure m on m.customer_id = p.customer_id and m.perimeter_id = p.id
      where p.customer_id = ${tx.customerId} and p.type = 'INTERNAL' and not p.archived and ${within}
        and ${query.perimeter === undefined ? sql`true` : sql`p.id = ${query.perimeter}`}
      group by p.customer_id, p.id order by ${localizedText(p, 'name', who.lang)}`)
    return { objects }
  })
}

/** Of some perimeters, those whose measures the person may write. */
async function writablePerimeters(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rule = measureRules.update((column) => sql.ref(column === 'perimeter_id' ? 'p.id' : `p.${column}`), tx.who)
  const rows = await tx.run(sql<{ id: number }>`select p.id from perimeter p where p.customer_id = ${tx.customerId} and p.id = any(${ids}::bigint[]) and ${asSql(rule)}`)
  return rows.map((row) => row.id)
}
