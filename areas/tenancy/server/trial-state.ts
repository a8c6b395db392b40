import { sql, type RawBuilder } from 'kysely'
import { optionProperties, optionTypes, type CustomerOption, type OptionType } from '#areas/tenancy/contract/trial.ts'

/** A trial as it is kept. */
export interface OptionRow {
  readonly id: number
  readonly type: OptionType
  readonly status: CustomerOption['status']
  readonly date_start: string
  /** The first day without it. */
  readonly ends_on: string
  readonly send_reminder: boolean
}

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Selects the trials of a customer. */
export const optionRows = (customerId: number): RawBuilder<OptionRow> =>
  sql<OptionRow>`select id, type, status, date_start::text, ends_on::text, send_reminder from customer_option where customer_id = ${customerId}`

/** A trial as it stands on a day: over when its last day is, whether a job has seen it or not. */
export function shownOption({ ends_on, ...row }: OptionRow, today: string): CustomerOption {
  const left = Math.max(0, days(today, ends_on))
  const status = row.status === 'ON_TRIAL' && left === 0 ? 'EXPIRED' : row.status
  return { ...row, status, count_down: left, dismissed: status === 'DISMISSED' }
}

/** The properties that trials under way set, over what was bought or not (SHL-22). */
export const triedProperties = (options: readonly CustomerOption[]): Record<string, boolean> =>
  Object.fromEntries(options.filter(({ status }) => status === 'ON_TRIAL').map(({ type }) => [optionProperties[type], true]))

/** What has been bought for good, so that there is nothing to try. */
export const bought = (properties: Readonly<Record<string, unknown>>): readonly OptionType[] =>
  optionTypes.filter((type) => properties[optionProperties[type]] === true)
