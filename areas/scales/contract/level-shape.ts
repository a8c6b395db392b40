import type { Message } from '#kit/contract/errors.ts'
import type { LevelInput, ScaleType } from './scale.ts'

type LevelField = Exclude<keyof LevelInput, 'id'>

const named = ['name_en', 'name_fr', 'color', 'description_en', 'description_fr'] as const
const harm = ['financial', 'operational', 'legal', 'image', 'human'].flatMap((type) => [`${type}_en`, `${type}_fr`] as LevelField[])

/** What a level of each kind of scale says (SCL-05 … SCL-11), beside its name, colour and description; anything else is not kept. */
export const levelFields: Readonly<Record<ScaleType, readonly LevelField[]>> = {
  priority: ['value'],
  indicator: ['low', 'high'],
  eval: ['value', 'comment_required', 'remediation', 'is_compliant'],
  risk: ['value'],
  perimeter: ['value', 'weight'],
  weather: ['low', 'high', 'icon'],
  business_impacts: ['value', ...harm],
}

/** Fields that stay open while a scale is in use: what levels are called and look like, not what they mean (SCL-04). */
const appearance: readonly LevelField[] = [...named, 'icon', ...harm]

/** Whether levels are ranges of 0 to 100, both bounds included. */
export const hasRanges = (type: ScaleType): boolean => levelFields[type].includes('low')
/** Only a risk scale has two sides and a matrix. */
export const hasMatrix = (type: ScaleType): boolean => type === 'risk'

const flags: readonly LevelField[] = ['comment_required', 'is_compliant']

/** A level with what its kind has and nothing else; a range is known by its lower bound. */
export function shaped(type: ScaleType, level: LevelInput): LevelInput {
  const allowed = new Set<string>(['id', ...named, ...levelFields[type]])
  const all = new Set([...Object.keys(level), ...Object.values(levelFields).flat()])
  const entries = [...all].flatMap((key) => {
    if (!allowed.has(key)) return [[key, flags.includes(key as LevelField) ? false : null]]
    return key in level ? [[key, level[key as keyof LevelInput]]] : []
  })
  return { ...(Object.fromEntries(entries) as LevelInput), ...(hasRanges(type) && { value: level.low ?? null }) }
}

/** What things are judged by: in use it stays as it is. */
export const meaningOf = (type: ScaleType, levels: readonly LevelInput[]): string =>
  JSON.stringify(
    levels
      .map((level) => levelFields[type].filter((key) => !appearance.includes(key)).map((key) => Number(level[key]) || (level[key] ?? 0)))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  )

/** What is wrong with a level, by its place and field. */
export interface LevelFault {
  readonly at: number
  readonly field: 'value' | 'low' | 'high' | 'icon' | 'remediation' | 'weight'
  readonly message: Message
}

const fault = (at: number, field: LevelFault['field'], key: string): LevelFault => ({ at, field, message: { key } })

/** Everything that is wrong with the levels of a scale, each on its own and among each other (SCL-02, SCL-03). */
export function faultsOf(type: ScaleType, levels: readonly LevelInput[]): LevelFault[] {
  return hasRanges(type) ? rangeFaults(levels) : valueFaults(type, levels)
}

function valueFaults(type: ScaleType, levels: readonly LevelInput[]): LevelFault[] {
  return levels.flatMap(({ value, weight }, at) => {
    if (value == null) return [fault(at, 'value', 'kit.errors.mandatory')]
    if (type === 'perimeter' && weight == null) return [fault(at, 'weight', 'kit.errors.mandatory')]
    return levels.findIndex((other) => other.value === value) < at ? [fault(at, 'value', 'scales.errors.same_value')] : []
  })
}

function rangeFaults(levels: readonly LevelInput[]): LevelFault[] {
  return levels.flatMap(({ low, high }, at) => {
    if (low == null || high == null) return [fault(at, low == null ? 'low' : 'high', 'kit.errors.mandatory')]
    if (low >= high) return [fault(at, 'low', 'scales.errors.low_below_high')]
    const overlaps = levels.some((other, n) => n < at && other.low != null && other.high != null && other.low <= high && low <= other.high)
    return overlaps ? [fault(at, 'low', 'scales.errors.ranges_overlap')] : []
  })
}

/** A stretch of whole numbers, both ends included. */
export interface Stretch {
  readonly low: number
  readonly high: number
}

/** The parts of 0 to 100 that no level covers, from below (SCL-06). */
export function holesOf(levels: readonly Pick<LevelInput, 'low' | 'high'>[]): Stretch[] {
  const holes: Stretch[] = []
  let next = 0
  for (const { low, high } of levels.toSorted((a, b) => (a.low ?? 0) - (b.low ?? 0))) {
    if (low == null || high == null || low > high) continue
    if (low > next) holes.push({ low: next, high: low - 1 })
    next = Math.max(next, high + 1)
  }
  if (next <= 100) holes.push({ low: next, high: 100 })
  return holes
}
