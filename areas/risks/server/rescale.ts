import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { measureWorths } from '#areas/scores/server/index.ts'
import type { RiskScale } from '#areas/risks/contract/calls.ts'
import { levelAt } from '#areas/risks/contract/levels.ts'
import type { Rescaling } from '#areas/risks/contract/rescale.ts'
import { derive, type Sides } from './compute-levels.ts'
import { rescaling } from './guard.ts'
import { riskRules } from './rules.ts'
import { riskScaleOf, scalesOf } from './scale-of.ts'
import { sharesIn } from './shares.ts'

interface Placed extends Sides {
  readonly id: number
  readonly treatment: string
  readonly status: string
  readonly stale_reason: string | null
  readonly current_impact: number
  readonly current_probability: number
  readonly current_level: number
  readonly impacts: readonly { readonly id: number; readonly type: string; readonly impact: number | null; readonly comment: string | null }[]
}

/** The scale that a register has and the one to which it would go, with every fault of the mapping between them. */
async function scalesFor(
  tx: Tx,
  id: number,
  wanted: Rescaling,
): Promise<{ readonly from: RiskScale; readonly to: RiskScale; readonly appetite: number | null }> {
  const judged = (await scalesOf(tx, [id])).get(id)
  if (!judged) throw notFound()
  const to = await riskScaleOf(tx, wanted.scale)
  const { refuse, done } = refusals()
  if (!to) refuse('scale', 'risks.errors.scale_of_risks')
  done()
  if (!to) throw notFound()
  for (const [name, from, most] of [
    ['impacts', judged.scale.impacts.length, to.impacts.length],
    ['probabilities', judged.scale.probabilities.length, to.probabilities.length],
  ] as const) {
    const places = wanted[name]
    if (places.length !== from || places.some((place) => place > most)) refuse(name, 'risks.errors.no_such_place', { max: most })
    else if (places.some((place, n) => n > 0 && place < (places[n - 1] ?? 0))) refuse(name, 'risks.errors.places_order')
  }
  if (wanted.appetite !== null && !to.levels.some(({ value }) => value === wanted.appetite)) refuse('appetite', 'risks.errors.appetite_level')
  done()
  return { from: judged.scale, to, appetite: judged.appetite }
}

/** All risks of a register with what they are judged by, those that are closed too; locked where they are to be written. */
const placedIn = (tx: Tx, id: number, lock: boolean) =>
  tx.run(sql<Placed>`select r.id, r.treatment, r.status, r.stale_reason, r.init_impact, r.init_probability, r.min_impact, r.min_probability, r.target_impact, r.target_probability,
      r.manual_impact, r.manual_probability, r.current_impact, r.current_probability, r.current_level,
      array(select l.target_id from risk__measures l where l.customer_id = r.customer_id and l.owner_id = r.id order by 1) as measures,
      ${sharesIn('risk', rowRef('r'))} as shares,
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'type', b.type, 'impact', b.impact, 'comment', b.comment) order by b.position), '[]')
        from risk__business_impacts b where b.customer_id = r.customer_id and b.owner_id = r.id) as impacts
    from risk r where r.customer_id = ${tx.customerId} and r.register_id = ${id} order by r.id${lock ? sql` for no key update of r` : sql``}`)

const kinds = ['init', 'min', 'target', 'manual'] as const

/** The places of a risk on the new scale. */
function movedTo(row: Placed, { impacts, probabilities }: Rescaling): Sides {
  const at = (places: readonly number[], place: number | null) => (place === null ? null : (places[place - 1] ?? place))
  const sides = kinds.flatMap((kind) => [
    [`${kind}_impact`, at(impacts, row[`${kind}_impact`])] as const,
    [`${kind}_probability`, at(probabilities, row[`${kind}_probability`])] as const,
  ])
  return { ...row, ...Object.fromEntries(sides) }
}

/** What would become of the risks of a register, nothing written: as many statements whatever its size. */
export async function previewOf(tx: Tx, id: number, wanted: Rescaling) {
  const { to, appetite } = await scalesFor(tx, id, wanted)
  const rows = await placedIn(tx, id, false)
  const open = rows.filter(({ treatment }) => treatment !== 'CLOSED')
  const worths = await measureWorths(tx, [...new Set(open.flatMap(({ measures }) => measures))])
  const after = open.map((row) => ({ row, found: derive(movedTo(row, wanted), { id, appetite: wanted.appetite, scale: to }, worths) }))
  const moves = [...Map.groupBy(after, ({ row, found }) => `${row.current_level} ${found.current_level}`)].map(([key, ones]) => {
    const [from = 0, level = 0] = key.split(' ').map(Number)
    return { from, to: level, count: ones.length }
  })
  const changed = ({ row, found }: (typeof after)[number]) =>
    row.current_impact !== found.current_impact || row.current_probability !== found.current_probability || row.current_level !== found.current_level
  return {
    risks: rows.length,
    moves: moves.toSorted((a, b) => a.from - b.from || a.to - b.to),
    above_before: open.filter(({ current_level: level }) => appetite !== null && level > appetite).length,
    above_after: after.filter(({ found }) => wanted.appetite !== null && found.current_level > wanted.appetite).length,
    stale: after.filter((one) => one.row.status === 'APPROVED' && one.row.stale_reason === null && changed(one)).length,
    requests: open.filter(({ status }) => status === 'TO_BE_APPROVED').length,
  }
}

/** Judges a register by another scale: the register first, so that whatever is written next is judged by the new one, then each of its risks. All of them, or nothing. */
export async function rescale(
  tx: Tx,
  resources: Resources,
  id: number,
  { version, ...wanted }: Rescaling & { readonly version?: number | undefined },
): Promise<void> {
  const [registers, risks] = [resourceOf(resources, 'risk_register'), resourceOf(resources, 'risk')]
  const update = authorizeVerb(tx, registers, 'update')
  await lockRow(tx, update, registers, resources, id, 'update', version)
  const { to } = await scalesFor(tx, id, wanted)
  const grant = authorizeVerb(tx, risks, 'update')
  const t = rowRef('t')
  // A scale is that of all risks of a register: whoever may not change one of them changes none.
  const out = await tx.first(
    sql`select 1 from risk t where t.customer_id = ${tx.customerId} and t.register_id = ${id} and not coalesce(${asSql(riskRules.update(t, tx.who))}, false) limit 1`,
  )
  if (out) throw new AppError('FORBIDDEN', 'risks.errors.rescale_reach')
  await updateRow(tx, update, registers, resources, id, { scale: wanted.scale, appetite: wanted.appetite }, { action: rescaling })
  const rows = await placedIn(tx, id, true)
  await updateRows(
    tx,
    grant,
    risks,
    resources,
    rows.map((row) => ({ id: row.id, changes: changesOf(row, wanted, to) })),
    { action: rescaling },
  )
}

function changesOf(row: Placed, wanted: Rescaling, to: RiskScale): Record<string, unknown> {
  const moved = movedTo(row, wanted)
  const places = Object.fromEntries(kinds.flatMap((kind) => (['impact', 'probability'] as const).map((side) => [`${kind}_${side}`, moved[`${kind}_${side}`]])))
  const impacts =
    row.impacts.length === 0
      ? {}
      : { business_impacts: row.impacts.map((one) => ({ ...one, impact: one.impact === null ? null : (wanted.impacts[one.impact - 1] ?? one.impact) })) }
  if (row.treatment !== 'CLOSED') return { ...places, ...impacts }
  // As it was closed: where it stood goes over, and is not worked out again.
  const current = { impact: wanted.impacts[row.current_impact - 1] ?? 1, probability: wanted.probabilities[row.current_probability - 1] ?? 1 }
  const at = (impact: number | null, probability: number | null) =>
    impact === null || probability === null ? null : levelAt(to.matrix, { impact, probability })
  return {
    ...places,
    ...impacts,
    current_impact: current.impact,
    current_probability: current.probability,
    init_level: at(moved.init_impact, moved.init_probability),
    current_level: at(current.impact, current.probability),
    target_level: at(moved.target_impact, moved.target_probability),
  }
}
