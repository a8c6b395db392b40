import { AppError } from '#kit/contract/errors.ts'
import { isCountry } from '#kit/contract/countries.ts'
import { isCurrency } from '#areas/suppliers/contract/codes.ts'

type Wrong = [field: string, key: string]
/** What is written, by its fields. */
type Written<K extends string> = Readonly<Partial<Record<K, unknown>>>

/** Those of some fields that are written and name no country of ISO 3166. */
export const wrongCountries = <K extends string>(changes: Written<K>, fields: readonly K[]): Wrong[] =>
  fields.filter((field) => typeof changes[field] === 'string' && !isCountry(changes[field])).map((field) => [field, 'suppliers.errors.no_country'])

/** The same of currencies of ISO 4217. */
export const wrongCurrency = (changes: Written<'currency'>): Wrong[] =>
  typeof changes.currency === 'string' && !isCurrency(changes.currency) ? [['currency', 'suppliers.errors.no_currency']] : []

/** All of them are told at once; none: nothing is wrong. */
export function refuse(wrong: readonly Wrong[]): void {
  if (wrong.length > 0)
    throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: Object.fromEntries(wrong.map(([field, key]) => [field, [{ key }]])) })
}
