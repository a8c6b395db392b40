import type { Filter } from '#kit/contract/list-query.ts'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Text without case and accents, as the server compares it. */
const plain = (value: unknown) => String(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface Named {
  readonly id?: unknown
  readonly name?: unknown
}
const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && 'name' in value

/** What a value is sorted by: references by name, lists by their first entry. */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? comparable(value[0]) : isNamed(value) ? value.name : value)

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Orders two values as a person expects; empty ones come last. */
export function compareValues(a: unknown, b: unknown): number {
  const [x, y] = [comparable(a), comparable(b)]
  if (isEmpty(x) || isEmpty(y)) return Number(isEmpty(x)) - Number(isEmpty(y))
  if (typeof x === 'number' && typeof y === 'number') return x - y
  return collator.compare(String(x), String(y))
}

const fits = (value: unknown, option: Filter['selected_options'][number]): boolean => {
  if (option === null) return isEmpty(value)
  if (Array.isArray(value)) return value.some((entry) => fits(entry, option))
  if (typeof option !== 'object') return (isNamed(value) ? value.id : value) === option
  if ('text' in option) return plain(comparable(value) ?? '').includes(plain(option.text))
  // Only the server knows what day it is for the organisation.
  if (isEmpty(value) || 'period' in option) return false
  const given = value as string | number
  return (option.from === undefined || given >= option.from) && (option.to === undefined || given <= option.to)
}

/** Whether a value passes a column filter: any of its options, as the server has it (TBL-01). */
export const passesFilter = (value: unknown, options: Filter['selected_options']) => !options.length || options.some((option) => fits(value, option))

/** Whether any of the values holds the searched text. */
export const matchesSearch = (values: readonly unknown[], search: string) => {
  const wanted = plain(search.trim())
  return !wanted || values.some((value) => plain(comparable(value) ?? '').includes(wanted))
}
