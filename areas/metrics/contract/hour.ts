import { z } from 'zod'

/** An hour of a day by its number since midnight in the organisation's time zone, `YYYY-MM-DDThh`: days have 23 to 25 of them. */
const form = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-4])$/

export interface HourOfDay {
  readonly day: string
  readonly hour: number
}

export const hourKey = (day: string, hour: number): string => `${day}T${String(hour).padStart(2, '0')}`

/** Undefined for what is no hour, such as a day. */
export function readHour(text: string): HourOfDay | undefined {
  const [, day, hour] = form.exec(text) ?? []
  return day === undefined || hour === undefined ? undefined : { day, hour: Number(hour) }
}

export const isHour = (period: string): boolean => form.test(period)

/** A day, or an hour of one. */
export const dayOrHour = z.iso.date().or(
  z
    .string()
    .regex(form)
    .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success),
)
