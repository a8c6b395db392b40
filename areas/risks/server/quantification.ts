import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { NoPlace } from '#kit/server/data/database/fair-places.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { quantifyRegister, quantifyRisk, type EstimateMoment, type Quantification } from '#areas/risks/contract/estimates.ts'
import { openActionsOf } from '#areas/actions/server/index.ts'
import { QuantificationFault, type Estimate } from './quantify/input.ts'
import { quantifyApart, QuantificationTooLong } from './quantify/quantify-apart.ts'
import { expectedLoss, worthOf } from './quantify/expected-loss.ts'

/** Always the same, so that figures move because something else was estimated. */
const [seed, years] = [20_261_130, 100_000]

type Asked = Pick<ListQuery, 'filters' | 'global_search'>

interface Line extends Record<`${'frequency' | 'loss'}_${'low' | 'likely' | 'high'}`, number> {
  readonly moment: EstimateMoment
}
interface Estimated {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly lines: readonly Line[]
}
interface Read {
  readonly owner: number
  readonly risks: number
  readonly estimated: readonly Estimated[]
  /** k€ of the actions of these risks. */
  readonly cost: number
}

/** Simulations, which no transaction waits for: estimates are read in one, figures are worked out after it in a thread of their own. */
export function quantificationCalls(api: Api, resources: Resources): void {
  api.addRaw(operationOf(quantifyRisk, 'risk'), async ({ request, reply, params }) => ({
    ok: true,
    object: await quantificationOf(await api.inSession(request, (tx) => read(tx, resources, 'id', params.id)), reply),
  }))
  api.addRaw(operationOf(quantifyRegister, 'risk_register'), async ({ request, reply, params, body }) => {
    const { queryParams }: { readonly queryParams: Asked } = body
    return { ok: true, object: await quantificationOf(await api.inSession(request, (tx) => read(tx, resources, 'register_id', params.id, queryParams)), reply) }
  })
}

/** A risk, or the open ones of a register, as far as the reader finds them, with those that are estimated: three statements at most, and one for what their actions cost. */
async function read(tx: Tx, resources: Resources, by: 'id' | 'register_id', id: number, query: Asked = { filters: [], global_search: '' }): Promise<Read> {
  const risks = resourceOf(resources, 'risk')
  const { def, rules } = risks
  authorize(tx.who, def.rights.read ?? 'session')
  checkQuery(risks, { sort: [], filters: query.filters })
  const t = rowRef('t')
  if (by === 'register_id') {
    const registers = resourceOf(resources, 'risk_register')
    const register = can(tx.who, registers.def.rights.read)
      ? await tx.first(sql`select 1 from risk_register t where t.customer_id = ${tx.customerId} and t.id = ${id} and ${asSql(registers.rules.read(t, tx.who))}`)
      : undefined
    if (!register) throw notFound()
  }
  const mine = sql`t.customer_id = ${tx.customerId} and ${by === 'id' ? sql`t.id = ${id}` : sql`t.register_id = ${id} and t.treatment <> 'CLOSED'`}
      and ${listConditions(risks, query, rules.read(t, tx.who), t, tx.who, resources)}`
  const [count, estimated] = await Promise.all([
    tx.first(sql<{ risks: number }>`select count(*)::int as risks from risk t where ${mine}`),
    tx.run(sql<Estimated>`select t.id, t.identifier, ${localizedText(t, 'name', tx.who.lang)} as name,
        (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from risk__estimates e where e.customer_id = t.customer_id and e.owner_id = t.id) as lines
      from risk t where ${mine} and exists (select 1 from risk__estimates e where e.customer_id = t.customer_id and e.owner_id = t.id and e.moment = 'NOW') order by t.id`),
  ])
  const { risks: found = 0 } = count ?? {}
  if (by === 'id' && found === 0) throw notFound()
  return { owner: tx.customerId, risks: found, estimated, cost: estimated.length === 0 ? 0 : await costOf(tx, resources, estimated) }
}

async function costOf(tx: Tx, resources: Resources, risks: readonly Estimated[]): Promise<number> {
  const { def, rules } = resourceOf(resources, 'remediation')
  if (!can(tx.who, def.rights.read)) return 0
  const ids = risks.filter(({ lines }) => lines.some(({ moment }) => moment === 'AFTER')).map(({ id }) => id)
  const found = await tx.first(sql<{ cost: number }>`select coalesce(sum(a.cost), 0)::float8 as cost from ${openActionsOf(tx.customerId)} a
    where ${asSql(rules.read(rowRef('a'), tx.who))}
      and a.id in (select l.target_id from risk__actions l where l.customer_id = ${tx.customerId} and l.owner_id = any(${ids}::bigint[]))`)
  return found?.cost ?? 0
}

const estimateOf = ({ lines }: Estimated, moment: EstimateMoment): Estimate | undefined => {
  const line = lines.find((one) => one.moment === moment)
  return (
    line && {
      frequency: { low: line.frequency_low, likely: line.frequency_likely, high: line.frequency_high },
      loss: { low: line.loss_low * 1000, likely: line.loss_likely * 1000, high: line.loss_high * 1000 },
    }
  )
}

async function quantificationOf({ owner, risks, estimated, cost }: Read, reply: FastifyReply): Promise<Quantification | null> {
  if (estimated.length === 0) return null
  const asked = estimated.map((risk) => {
    const now = estimateOf(risk, 'NOW') ?? null
    return { id: risk.id, before: estimateOf(risk, 'BEFORE') ?? now, now, after: estimateOf(risk, 'AFTER') ?? now }
  })
  const leaving = new AbortController()
  const left = () => leaving.abort(new AppError('BUSY', 'kit.errors.busy'))
  reply.raw.once('close', left)
  try {
    const done = await quantifyApart(owner, { seed, years, risks: asked }, { signal: leaving.signal })
    // What is expected is told in closed form, as top risks and what actions save are: one figure everywhere, without chance.
    const expected = (estimate: Estimate | null) => (estimate ? expectedLoss(estimate) : 0)
    const mean = (moment: 'before' | 'now' | 'after') => asked.reduce((sum, risk) => sum + expected(risk[moment]), 0)
    const worth = worthOf(
      asked.map(({ now, after }) => ({ without: now, with: after })),
      cost,
    )
    return {
      seed,
      years,
      risks,
      estimated: estimated.length,
      told: { before: isEstimated(estimated, 'BEFORE'), after: isEstimated(estimated, 'AFTER') },
      moments: {
        before: { ...done.moments.before, mean: mean('before') },
        now: { ...done.moments.now, mean: mean('now') },
        after: { ...done.moments.after, mean: mean('after') },
      },
      curve: [...done.curve],
      contributions: done.moments.now.risks
        .map(({ id, worst, happens }, n) => ({
          id,
          identifier: estimated[n]?.identifier ?? '',
          name: estimated[n]?.name ?? null,
          now: expected(asked[n]?.now ?? null),
          after: expected(asked[n]?.after ?? null),
          worst,
          happens,
        }))
        .toSorted((a, b) => b.now - a.now),
      worth: { saved: worth.saved, cost, per_kilo_euro: worth.perKiloEuro, months: worth.months },
    }
  } catch (error) {
    if (error instanceof QuantificationFault) throw new AppError('CONFLICT', 'risks.errors.too_much_to_simulate')
    if (error instanceof NoPlace || error instanceof QuantificationTooLong) throw new AppError('BUSY', 'kit.errors.busy', { cause: error })
    throw error
  } finally {
    reply.raw.off('close', left)
  }
}

const isEstimated = (risks: readonly Estimated[], moment: EstimateMoment) => risks.some((risk) => estimateOf(risk, moment) !== undefined)
