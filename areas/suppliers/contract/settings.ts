import { z } from 'zod'
import { isCountry } from '#kit/contract/countries.ts'
import { isDay, printable } from '#kit/contract/schema.ts'
import { isCurrency, isLei } from './codes.ts'
import type { Criticality } from './supplier.ts'

/** Months from one evaluation to the next, where the organisation says nothing else. */
export const defaultMonths: Readonly<Record<Criticality, number>> = { CRITICAL: 12, HIGH: 18, MEDIUM: 24, LOW: 36 }
/** Days until the first evaluation of a supplier whose criticality has just been said. */
export const firstWithin = 30

const line = (max: number) => z.string().trim().max(max).refine(printable).nullable()
const months = z.int().min(1).max(120)
/** A strict object: a key that is not asked for is named, as everywhere. */
const monthsOf = z.strictObject({ CRITICAL: months, HIGH: months, MEDIUM: months, LOW: months })

/** Kinds of financial entity, as the register of information names them. */
export const entityTypes = [
  'CREDIT_INSTITUTION',
  'PAYMENT_INSTITUTION',
  'ACCOUNT_INFORMATION',
  'E_MONEY',
  'INVESTMENT_FIRM',
  'CRYPTO_ASSETS',
  'ASSET_TOKENS',
  'CENTRAL_DEPOSITORY',
  'CENTRAL_COUNTERPARTY',
  'TRADING_VENUE',
  'TRADE_REPOSITORY',
  'FUND_MANAGER',
  'MANAGEMENT_COMPANY',
  'DATA_REPORTING',
  'INSURANCE',
  'INSURANCE_INTERMEDIARY',
  'PENSIONS',
  'RATING_AGENCY',
  'BENCHMARKS',
  'CROWDFUNDING',
  'SECURITISATION',
  'OTHER_FINANCIAL',
  'NON_FINANCIAL',
  'NON_FINANCIAL_OTHER',
] as const

/** By which questionnaire suppliers of a criticality are evaluated; none where nobody has said. */
const evaluatedBy = <T extends z.ZodType>(one: T) => z.strictObject({ CRITICAL: one, HIGH: one, MEDIUM: one, LOW: one })

/** Who keeps the register and reports it (B_01.01, B_01.02). */
export const registerEntitySchema = z.strictObject({
  name: line(255).default(null),
  lei: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || isLei(code), { params: { key: 'suppliers.errors.lei' } })
    .nullable()
    .default(null),
  country: z
    .string()
    .trim()
    .refine(isCountry, { params: { key: 'suppliers.errors.no_country' } })
    .nullable()
    .default(null),
  type: z.enum(entityTypes).nullable().default(null),
  authority: line(255).default(null),
  currency: z
    .string()
    .trim()
    .refine(isCurrency, { params: { key: 'suppliers.errors.no_currency' } })
    .nullable()
    .default(null),
  /** Since when it stands in a register. */
  integrated_on: z
    .string()
    .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
    .nullable()
    .default(null),
  total_assets: z.number().min(0).max(1e15).nullable().default(null),
})
export type RegisterEntity = z.output<typeof registerEntitySchema>

const asked = z.object({ id: z.int(), name: z.string(), identifier: z.string().nullable().optional() })

export const settingsSchema = z.object({
  months: monthsOf,
  /** Whose answers decide how critical a supplier is, and the accumulator that says it; null: by hand alone. */
  questionnaire: asked.nullable(),
  accumulator: z.string().nullable(),
  evaluated_by: evaluatedBy(asked.nullable()),
  entity: registerEntitySchema,
  version: z.int(),
})
export type SupplierSettings = z.output<typeof settingsSchema>

export const settingsBody = z
  .strictObject({
    months: monthsOf,
    questionnaire: z.int().min(1).nullable(),
    accumulator: z.string().max(10).nullable(),
    evaluated_by: evaluatedBy(z.int().min(1).nullable()),
    entity: registerEntitySchema,
  })
  .partial()
  .extend({ version: z.int().min(0).optional() })

/** The day on which a supplier is next evaluated. */
export function nextEvaluation(
  criticality: Criticality | null,
  last: string | null,
  today: string,
  perLevel: Readonly<Record<Criticality, number>>,
): string | null {
  if (criticality === null) return null
  const day = new Date(`${last ?? today}T00:00:00Z`)
  if (last === null) day.setUTCDate(day.getUTCDate() + firstWithin)
  else {
    const date = day.getUTCDate()
    day.setUTCDate(1)
    day.setUTCMonth(day.getUTCMonth() + perLevel[criticality])
    day.setUTCDate(Math.min(date, new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()))
  }
  return day.toISOString().slice(0, 10)
}
