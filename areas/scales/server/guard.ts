import { sql } from 'kysely'
import { AppError, invalidField, type FieldMessages } from '#kit/contract/errors.ts'
import type { StoredOf, WriteContext } from '#kit/server/data/resources/resource.ts'
import { faultsOf, hasMatrix, hasRanges, holesOf, meaningOf, shaped } from '#areas/scales/contract/level-shape.ts'
import { matrixFault } from '#areas/scales/contract/risk-matrix.ts'
import { leastPlaces, mostPlaces, type LevelInput, type ScaleType, type scale } from '#areas/scales/contract/scale.ts'
import { isInUse, lacksLevels } from './in-use.ts'

type Write = WriteContext<typeof scale>

/** What a scale consists of, before or after a write. */
interface Parts {
  readonly levels: readonly LevelInput[]
  readonly impact_levels: readonly { readonly id?: number }[]
  readonly probability_levels: readonly { readonly id?: number }[]
  readonly matrix: unknown
  readonly impact_types: readonly string[]
}

/** Levels that make sense for their kind, nothing of what they mean changed while something has them, and a default for what has them. */
export async function guardScale(context: Write): Promise<void> {
  const { verb, before, changes } = context
  if (verb === 'delete') {
    // The default one is refused as such.
    if (before && !before.is_default && (await isInUse(context, before))) throw new AppError('IN_USE', 'scales.errors.in_use')
    return
  }
  const type = before?.type ?? changes.type
  // One that is missing is refused with the other fields.
  if (!type) throw invalidField('type', 'kit.errors.mandatory')
  if (before && changes.type !== undefined && changes.type !== type) throw invalidField('type', 'scales.errors.type_fixed')
  if (before === undefined || structural.some((name) => changes[name] !== undefined)) await guardParts(context, type, before)
  if (changes.is_default && !before?.is_default && (await lacksLevels(context.tx, context.resources, type, await valuesOf(context))))
    throw new AppError('IN_USE', 'scales.errors.default_lacks', { fields: { is_default: [{ key: 'scales.errors.default_lacks' }] } })
}

const structural = ['levels', 'impact_levels', 'probability_levels', 'matrix', 'impact_types'] as const

async function guardParts(context: Write, type: ScaleType, before: StoredOf<typeof scale> | undefined): Promise<void> {
  const { changes } = context
  const was = before ? await partsOf(context, before) : nothing
  if (changes.levels) changes.levels = changes.levels.map((level) => shaped(type, completed(level, was.levels)))
  if (!hasMatrix(type)) {
    Object.assign(changes, { impact_levels: [], probability_levels: [] })
    delete changes.matrix
  }
  if (type !== 'business_impacts') changes.impact_types = []
  const is: Parts = {
    levels: changes.levels ?? was.levels,
    impact_levels: changes.impact_levels ?? was.impact_levels,
    probability_levels: changes.probability_levels ?? was.probability_levels,
    matrix: changes.matrix === undefined ? was.matrix : changes.matrix,
    impact_types: changes.impact_types ?? was.impact_types,
  }
  const fields: FieldMessages = {}
  if (is.levels.length < 2) fields.levels = [{ key: 'scales.errors.two_levels' }]
  for (const { at, field, message } of faultsOf(type, is.levels)) fields[`levels.${at}.${field}`] = [message]
  if (hasMatrix(type)) Object.assign(fields, matrixFaults(is))
  if (type === 'business_impacts' && is.impact_types.length === 0) fields.impact_types = [{ key: 'scales.errors.impact_type_needed' }]
  const restructured = before === undefined || structureOf(type, was) !== structureOf(type, is)
  // One from before holes were refused is still renamed as it is.
  if (restructured && hasRanges(type) && Object.keys(fields).length === 0) Object.assign(fields, holeFaults(is.levels))
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
  if (before && restructured && (await isInUse(context, before)))
    throw new AppError('IN_USE', 'scales.errors.in_use', { fields: { levels: [{ key: 'scales.errors.in_use' }] } })
}

/** Every hole is told by where it is. */
function holeFaults(levels: readonly LevelInput[]): FieldMessages {
  const holes = holesOf(levels)
  return holes.length === 0 ? {} : { levels: holes.map(({ low, high }) => ({ key: 'scales.errors.hole', values: { low, high } })) }
}

const nothing: Parts = { levels: [], impact_levels: [], probability_levels: [], matrix: null, impact_types: [] }

/** The values of its levels as they will be. */
async function valuesOf({ tx, before, changes }: Pick<Write, 'tx' | 'before' | 'changes'>): Promise<number[]> {
  if (changes.levels) return changes.levels.flatMap(({ value }) => (value == null ? [] : [value]))
  const stored = await tx.run(sql<{ value: number }>`select value from scale__levels
    where customer_id = ${tx.customerId} and owner_id = ${before?.id} and value is not null`)
  return stored.map(({ value }) => value)
}

/** A level that is there already keeps what is not said of it. */
const completed = (level: LevelInput, known: readonly LevelInput[]): LevelInput => ({
  ...(level.id === undefined ? {} : known.find(({ id }) => id === level.id)),
  ...level,
})

function matrixFaults({ impact_levels, probability_levels, matrix, levels }: Parts): FieldMessages {
  const fits = ({ length }: readonly unknown[]) => length >= leastPlaces && length <= mostPlaces
  const fields: FieldMessages = {}
  const places = { key: 'scales.errors.places', values: { min: leastPlaces, max: mostPlaces } }
  if (!fits(impact_levels)) fields.impact_levels = [places]
  if (!fits(probability_levels)) fields.probability_levels = [places]
  const fault = matrixFault(matrix, impact_levels.length, probability_levels.length, levels)
  if (fault !== null && Object.keys(fields).length === 0) fields.matrix = [{ key: fault }]
  return fields
}

/** All that values of a scale rest on; the places of a side are told apart by their rows, so that two that change places do not go unseen. */
const structureOf = (type: ScaleType, { levels, impact_levels, probability_levels, matrix, impact_types }: Parts): string =>
  JSON.stringify([meaningOf(type, levels), impact_levels.map(({ id }) => id), probability_levels.map(({ id }) => id), matrix, impact_types.toSorted()])

/** What is stored; the caller holds the scale's lock, and its turn. */
async function partsOf({ tx }: Write, { id, matrix, impact_types }: StoredOf<typeof scale>): Promise<Parts> {
  const children = (table: string) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(c) - 'customer_id' - 'owner_id' - 'position' - 'valid_from' order by c.position, c.id), '[]')
      from ${sql.table(table)} c where c.customer_id = ${tx.customerId} and c.owner_id = ${id})`
  const found = await tx.first(sql<Pick<Parts, 'levels' | 'impact_levels' | 'probability_levels'>>`select ${children('scale__levels')} as levels,
    ${children('scale__impact_levels')} as impact_levels, ${children('scale__probability_levels')} as probability_levels`)
  return { ...nothing, ...found, matrix, impact_types }
}
