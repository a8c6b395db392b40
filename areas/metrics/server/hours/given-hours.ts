import { sql } from 'kysely'
import { readHour } from '#areas/metrics/contract/hour.ts'

interface OfHour {
  readonly metric_id: number
  readonly perimeter_id: number
  /** `YYYY-MM-DDThh`. */
  readonly period: string
}

/** What is said of hours, with day and hour in place of the period. */
export const asHours = <T extends OfHour>(values: readonly T[]) =>
  values.map(({ period, ...rest }) => {
    const { day, hour } = readHour(period) ?? { day: period, hour: 0 }
    return { ...rest, day, hour }
  })

/** Places and hours as rows `g`. */
export const hoursGiven = (values: readonly OfHour[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(asHours(values).map(({ metric_id, perimeter_id, day, hour }) => ({ metric_id, perimeter_id, day, hour })))}::jsonb) as g (metric_id bigint, perimeter_id bigint, day date, hour int)`

/** An hour as a period is named, of a row with day and hour. */
export const hourPeriod = (row: string) => sql.raw(`to_char(${row}.day, 'YYYY-MM-DD') || 'T' || lpad(${row}.hour::text, 2, '0')`)
