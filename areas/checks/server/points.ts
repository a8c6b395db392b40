import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import { rowsWithin } from '#kit/server/data/resources/checks.ts'
import { WorkedOutOf } from '#kit/server/data/remembered.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { placeOf, repairGain, visibleTo, type ScoreRepair, type Place, type ScoreResult } from '#areas/scores/server/index.ts'
import type { CheckPoints } from '#areas/checks/contract/calls.ts'
import { checksFor, type Declared } from './count.ts'

/** The checks whose findings lower a score, by what mends them in its facts, and by which of a row's columns those name it. What else is found moves no score. */
const lowering: Readonly<Record<string, readonly [kind: ScoreRepair['kind'], column: string]>> = {
  'control.NO_MEASURE': ['ANSWER', 'lineage_id'],
  'measure.OFFER_WAITING': ['ACCEPT', 'id'],
  'measure.PLANNED_NO_ACTION': ['IMPLEMENT', 'id'],
  'measure.LOW_NO_ACTION': ['LIFT', 'id'],
}

const t = rowRef('t')

/** Points of the score that hang on what checks find, each by itself and all together: a dry run of the score for each, in one statement for each. */
export async function pointsOf(tx: Tx, resources: Resources, scores: (tx: Tx) => Promise<ScoreResult>, perimeter: number | undefined): Promise<CheckPoints> {
  const nothing: CheckPoints = { lines: [], all: null }
  if (!can(tx.who, 'score.read')) return nothing
  const current = await scores(tx)
  const place = placeFor(current, tx, perimeter)
  if (!place) return nothing
  const declared = checksFor(resources, tx).filter(({ check }) => Object.hasOwn(lowering, check.name))
  const mends = await Promise.all(declared.map((one) => mendOf(tx, one, perimeter)))
  return known.of(current, [place, declared.map(({ check }) => check.name), mends], () => gains(current, place, declared, mends))
}

/** Points by the place and by what would be mended. */
const known = new WorkedOutOf<ScoreResult, CheckPoints>(50)

function gains(current: ScoreResult, place: Place, declared: readonly Declared[], mends: readonly ScoreRepair[]): CheckPoints {
  const lines = declared.flatMap(({ check: { entity, word } }, at) => {
    const mend = mends[at]
    const points = mend && mend.ids.length > 0 ? repairGain(current, place, [mend]) : null
    return points === null ? [] : [{ entity, word, points }]
  })
  return { lines, all: lines.length > 0 ? repairGain(current, place, mends) : null }
}

async function mendOf(tx: Tx, { check, resource }: Declared, perimeter: number | undefined): Promise<ScoreRepair> {
  const [kind, column] = lowering[check.name] ?? ['LIFT', 'id']
  const found = figureCondition(resource, check.found, t, tx.who, tx.today)
  const rule = both(resource.rules.read(t, tx.who), found, perimeter === undefined ? true : rowsWithin(resource, t, [perimeter]))
  const rows = await tx.run(
    sql<{ id: number }>`select distinct ${t(column)} as id from ${sql.table(resource.def.name)} as t where t.customer_id = ${tx.customerId} and ${asSql(rule)}`,
    { planned: true },
  )
  return { kind, ids: rows.map(({ id }) => id) }
}

/** The perimeter that is asked for with all below it, else the highest that the reader may open; null where that has no score. */
function placeFor(current: ScoreResult, { who }: Tx, perimeter: number | undefined): Place | null {
  try {
    return placeOf(current, visibleTo(who), { perimeter, scope: 'consolidated' })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
