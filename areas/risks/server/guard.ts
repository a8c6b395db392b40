import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { differs } from '#kit/server/data/store/column-values.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { statusChange, willBe } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { measureWorths } from '#areas/scores/server/index.ts'
import { reviewMonths } from '#areas/risks/contract/levels.ts'
import { riskWork } from '#areas/risks/contract/risk-work.ts'
import { approvedFields, contributed, type risk } from '#areas/risks/contract/risk.ts'
import { derive, type Sides } from './compute-levels.ts'
import { guardEstimates } from './guard-estimates.ts'
import { riskRegisterRules } from './rules.ts'
import { scalesOf, type Judged } from './scale-of.ts'
import { guardShares, linkedAfter, shareLinesOf, sharesBy } from './shares.ts'

export type RiskWrite = GuardContext<typeof risk>

/** The name of writes by which levels follow the measures. */
export const following = 'levels'
/** The name of writes by which risks go over to another scale, all of a register at once. */
export const rescaling = 'rescale'

const sides = ['impact', 'probability'] as const
/** What levels are worked out of. */
const decisive = [
  'register',
  'measures',
  'measure_shares',
  ...(['init', 'min', 'target', 'manual'] as const).flatMap((kind) => sides.map((side) => `${kind}_${side}` as const)),
] as const

/** What is refused about risks beside what their lifecycle refuses, and what follows from what is said of them: in a number of statements that does not grow with them. */
export async function guardRisks(contexts: readonly RiskWrite[]): Promise<void> {
  const writes = contexts.filter(({ verb }) => verb !== 'delete')
  const [first] = writes
  if (!first) return
  for (const write of writes) {
    onlyOne(write.changes, ['perimeter', 'tag'], write.refuse, 'kit.errors.place_twice')
    onlyOne(write.changes, ['manager', 'group'], write.refuse, 'kit.errors.manager_or_group')
    keepToOwn(write)
    keepClosed(write)
    propose(write)
    guardEstimates(write)
  }
  await guardRegisters(first.tx, writes)
  const judged = writes.filter(
    (write) => !staysClosed(write) && (write.before === undefined || write.action === following || decisive.some((name) => name in write.changes)),
  )
  const registers = [...new Set(judged.flatMap((write) => registerOf(write) ?? []))]
  const scales = registers.length > 0 ? await scalesOf(first.tx, registers) : new Map<number, Judged>()
  const sound = judged.flatMap((write) => {
    const scale = scales.get(registerOf(write) ?? 0)
    return scale && guardSides(write, scale) ? [{ write, scale }] : []
  })
  if (sound.length > 0) await settle(first.tx, sound)
  for (const write of writes) {
    askAnew(write)
    guardTreatment(write)
  }
}

const registerOf = (write: RiskWrite) => willBe(write, 'register', 'register_id') as number | null
const placeOf = (write: RiskWrite, name: string) => willBe(write, name) as number | null

/** Whoever works on a risk without managing it adds what is done about it, and leaves it as it was judged (RSK-16). */
function keepToOwn({ grant, action, changes, refuse }: RiskWrite): void {
  if (grant.work !== undefined || action === 'request' || action === 'withdraw' || can(grant.who, 'risk.manage')) return
  const own: readonly string[] = contributed
  for (const name of Object.keys(changes)) if (!own.includes(name)) refuse(name, 'kit.errors.no_update_right')
}

const staysClosed = (write: RiskWrite) => write.before?.treatment === 'CLOSED' && statusChange(riskWork, write).to === 'CLOSED'

/** A closed risk stays as it was closed (RSK-04). */
function keepClosed(write: RiskWrite): void {
  if (!staysClosed(write) || write.action === 'bulk_undo' || write.action === 'unlink' || write.action === rescaling) return
  for (const name of Object.keys(write.changes)) if (name !== 'treatment') write.refuse(name, 'risks.errors.closed_stays')
}

/** The gravest of what it would do harm to is its initial impact, unless that is said. */
function propose({ before, changes }: RiskWrite): void {
  const gravest = Math.max(0, ...(changes.business_impacts ?? []).map(({ impact }) => impact ?? 0))
  if (before === undefined && gravest > 0) changes.init_impact ??= gravest
}

/** Risks stand in registers that their writer may see and that still take some; the registers are held until the end. */
async function guardRegisters(tx: Tx, writes: readonly RiskWrite[]): Promise<void> {
  const placed = writes.flatMap((write) => {
    const register = write.before !== undefined && write.changes.register === undefined ? null : registerOf(write)
    return register === null || register === write.before?.register_id ? [] : [{ ...write, register }]
  })
  const [first] = placed
  if (!first) return
  const t = rowRef('t')
  const found = await tx.run(sql<{
    id: number
    archived: boolean
    readable: boolean
  }>`select t.id, t.archived, ${asSql(riskRegisterRules.read(t, first.grant.who))} as readable
    from risk_register t where t.customer_id = ${tx.customerId} and t.id = any(${[...new Set(placed.map(({ register }) => register))]}::bigint[]) order by t.id for share of t`)
  const known = new Map(found.map((one) => [one.id, one]))
  for (const { register, refuse: no } of placed) {
    const one = known.get(register)
    if (!one?.readable) no('register', 'kit.errors.no_register_access')
    else if (one.archived) no('register', 'kit.errors.register_archived')
  }
}

/** Whether somebody says one of these otherwise than it is; what follows by itself, what is undone and what goes over to another scale says nothing. */
const sets = ({ before, changes, action, grant }: RiskWrite, names: readonly `${'init' | 'target'}_${(typeof sides)[number]}`[]): boolean =>
  grant.work === undefined &&
  action !== rescaling &&
  action !== 'bulk_undo' &&
  names.some((name) => changes[name] !== undefined && changes[name] !== ((before as Readonly<Record<string, unknown>> | undefined)?.[name] ?? null))

/** Impact and probability are said, are places of the scale, and the least that can be reached is not above where it begins, nor what is aimed at (RSK-05, RSK-06); whether the levels can be worked out. */
function guardSides(write: RiskWrite, { scale }: Judged): boolean {
  let sound = true
  const wrong = (name: string, key: string, values?: Record<string, number>) => {
    sound = false
    write.refuse(name, key, values)
  }
  const places = { impact: scale.impacts.length, probability: scale.probabilities.length }
  for (const side of sides) {
    const initial = placeOf(write, `init_${side}`)
    if (initial === null) wrong(`init_${side}`, `risks.errors.${side}_needed`)
    for (const kind of ['init', 'min', 'target', 'manual'] as const)
      if ((placeOf(write, `${kind}_${side}`) ?? 0) > places[side]) wrong(`${kind}_${side}`, 'risks.errors.no_such_place', { max: places[side] })
    if (initial !== null && (placeOf(write, `min_${side}`) ?? 0) > initial) wrong(`min_${side}`, `risks.errors.min_${side}`)
    if (initial !== null && sets(write, [`init_${side}`, `target_${side}`]) && (placeOf(write, `target_${side}`) ?? 0) > initial)
      wrong(`target_${side}`, `risks.errors.target_${side}`)
  }
  const [impact, probability] = sides.map((side) => placeOf(write, `target_${side}`))
  if ((impact === null) !== (probability === null))
    wrong(impact === null ? 'target_impact' : 'target_probability', `risks.errors.${impact === null ? 'impact' : 'probability'}_needed`)
  const byHand = sides.some((side) => placeOf(write, `manual_${side}`) !== null)
  const comment = willBe(write, 'manual_comment') as string | null
  if (byHand && (comment ?? '').trim() === '') wrong('manual_comment', 'risks.errors.manual_comment')
  if (!byHand && comment !== null && write.action !== 'bulk_undo') write.changes.manual_comment = null
  return sound
}

/** Writes what follows: levels, the next review of a new risk, and whether what was approved still is what is. */
async function settle(tx: Tx, writes: readonly { readonly write: RiskWrite; readonly scale: Judged }[]): Promise<void> {
  const there = writes.flatMap(({ write: { before } }) => (before ? [before.id] : []))
  const linked =
    there.length > 0
      ? await tx.run(sql<{ owner_id: number; ids: number[] }>`select owner_id, array_agg(target_id order by target_id) as ids from risk__measures
          where customer_id = ${tx.customerId} and owner_id = any(${there}::bigint[]) group by owner_id`)
      : []
  const linksOf = new Map(linked.map(({ owner_id, ids }) => [owner_id, ids]))
  const linesOf = await shareLinesOf(tx, 'risk', there)
  const links = await linkedAfter(
    tx,
    tx.who,
    writes.map(({ write }) => ({ were: linksOf.get(write.before?.id ?? 0) ?? [], wanted: write.changes.measures })),
  )
  const measured = writes.map(({ write, scale }, n) => {
    const [were, measures, lines] = [linksOf.get(write.before?.id ?? 0) ?? [], links[n] ?? [], linesOf.get(write.before?.id ?? 0) ?? []]
    return { write, scale, were, measures, sharesBefore: sharesBy(lines), shares: guardShares(write, measures, lines) }
  })
  const worths = await measureWorths(tx, [...new Set(measured.flatMap(({ measures }) => measures))])
  const efficiencies = await approvedEfficiencies(
    tx,
    writes.flatMap(({ write }) => (write.before && mayGoStale(write) ? [write.before.id] : [])),
  )
  for (const { write, scale, were, measures, sharesBefore, shares } of measured) {
    const { before, changes } = write
    const place = (name: keyof Sides) => placeOf(write, name)
    const found = derive(
      {
        init_impact: place('init_impact') ?? 1,
        init_probability: place('init_probability') ?? 1,
        min_impact: place('min_impact'),
        min_probability: place('min_probability'),
        target_impact: place('target_impact'),
        target_probability: place('target_probability'),
        manual_impact: place('manual_impact'),
        manual_probability: place('manual_probability'),
        measures,
        shares,
      },
      scale,
      worths,
    )
    Object.assign(changes, found)
    // What an analysis publishes was said there; its approval is refused instead.
    if (write.action !== 'publish' && sets(write, ['target_impact', 'target_probability']) && isTargetAbove(found))
      write.refuse('target_impact', 'risks.errors.target_above')
    if (before === undefined)
      changes.review_date ??= await monthsAfter(
        tx,
        reviewMonths(
          scale.scale.levels.map(({ value }) => value),
          found.current_level,
        ),
      )
    if (!before) continue
    const moved = (['current_impact', 'current_probability', 'current_level'] as const).some((name) => before[name] !== found[name])
    // What the rule itself moves is told apart; whoever judges a risk has looked at it.
    const pending = before.rule_state === 'PENDING'
    const ruled = pending && write.grant.work !== undefined
    if (ruled) changes.rule_state = moved ? 'MOVED' : null
    else if (before.rule_state !== null && write.grant.work === undefined) changes.rule_state = null
    if (!mayGoStale(write)) continue
    const approved = efficiencies.get(before.id)
    const others =
      (!pending && drifted(approved === undefined ? before.efficiency : approved, found.efficiency)) ||
      were.join() !== measures.toSorted((a, b) => a - b).join() ||
      JSON.stringify(sharesBefore) !== JSON.stringify(shares)
    if (moved || others) Object.assign(changes, { stale_reason: ruled ? 'RULE' : moved ? 'LEVEL' : 'MEASURE', stale_on: tx.today })
  }
}

/** A target that is graver than where the risk stands asks for nothing. */
export const isTargetAbove = ({
  target_level: target,
  current_level: current,
}: {
  readonly target_level: number | null
  readonly current_level: number
}): boolean => target !== null && target > current

const mayGoStale = ({ before, action }: RiskWrite) => before?.status === 'APPROVED' && before.stale_reason === null && action !== 'bulk_undo'

/** Points that the effect of the measures may drift from what was approved: controls that age and come round move it a little every day. */
const drift = 5
const drifted = (approved: number | null, now: number | null) => (approved === null || now === null ? approved !== now : Math.abs(now - approved) >= drift)

/** What the measures did together when each risk was approved: what creeps is measured from there. Copies from before shares tell a mean, which is another figure. */
async function approvedEfficiencies(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.run(sql<{
    id: number
    efficiency: number | null
  }>`select distinct on (q.object_id) q.object_id as id, (q.copy::jsonb -> 'en' ->> 'efficiency')::int as efficiency
    from decision_request q join decision d on d.customer_id = q.customer_id and d.request_id = q.id and d.outcome = 'APPROVED'
    where q.customer_id = ${tx.customerId} and q.entity = 'risk' and q.question = 'approval' and q.copy::jsonb -> 'en' ? 'measure_shares' and q.object_id = any(${ids}::bigint[]) order by q.object_id, q.id desc`)
  return new Map(rows.map((row) => [row.id, row.efficiency]))
}

/** A day some months from today; the last of its month where it has no such day. */
export async function monthsAfter(tx: Tx, months: number): Promise<string> {
  const [year = 0, month = 1, day = 1] = tx.today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Another target or treatment than was approved, or asked about, is asked anew (RSK-03). */
function askAnew(write: RiskWrite): void {
  const { before, changes, action } = write
  if (before === undefined || before.status === 'NOT_REQUESTED' || changes.status !== undefined || action === 'bulk_undo' || action === rescaling) return
  const stored: Readonly<Record<string, unknown>> = before
  const { from, to } = statusChange(riskWork, write)
  const changed = approvedFields.some((name) => changes[name] !== undefined && differs(stored[name], changes[name]))
  const reopened = from !== to && to === 'OPEN'
  // A closed risk stays as it is: nobody could decide about it, nor take the request back.
  const over = from !== to && to === 'CLOSED' && before.status === 'TO_BE_APPROVED'
  if (!changed && !reopened && !over) return
  Object.assign(changes, { status: 'NOT_REQUESTED', approver: null, decided_on: null, decision_comment: null, stale_reason: null, stale_on: null })
  if (to === 'ACCEPTED' || to === 'TRANSFERRED') changes.treatment = 'OPEN'
}

/** What is accepted or transferred was approved, and what is accepted is somebody's (RSK-04; decisions, Lifecycles). */
function guardTreatment(write: RiskWrite): void {
  const { before, refuse: no, action } = write
  const { from, to } = statusChange(riskWork, write)
  // From elsewhere no way leads there.
  if (action === 'bulk_undo' || from !== 'OPEN' || (to !== 'ACCEPTED' && to !== 'TRANSFERRED')) return
  if (before === undefined || willBe(write, 'status') !== 'APPROVED') no('treatment', 'risks.errors.approval_needed')
  if (to === 'ACCEPTED' && willBe(write, 'manager', 'manager_id') === null && willBe(write, 'group', 'group_id') === null)
    no('manager', 'risks.errors.owner_needed')
}
