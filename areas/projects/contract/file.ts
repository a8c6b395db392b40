import { z } from 'zod'

/** A line of the file of a decision: something of the project as it was. Its name is left out for whoever may not open it. */
const line = z.object({
  entity: z.string(),
  id: z.int(),
  identifier: z.string().nullable(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  status: z.string().nullable(),
  /** Until when, or due when. */
  date: z.string().nullable(),
  /** Points, percent or another figure of its kind. */
  value: z.number().nullable(),
  hidden: z.boolean().optional(),
})
export type FileLine = z.output<typeof line>

/** What parts of the product say of a project on the day of its decision, each under a name of its own. */
const part = z.object({ name: z.string(), lines: z.array(line), count: z.int() })
export type FilePart = z.output<typeof part>

export const fileSchema = z.object({
  day: z.string(),
  parts: z.array(part),
  /** What a project as critical as it is must have and does not; files that were kept before it was counted say nothing of it. */
  missing: z.object({ campaigns: z.int(), actions: z.int() }).optional(),
})
export type DecisionFile = z.output<typeof fileSchema>

/** Statuses of what is over and done with, where there is such a thing. What is not named there waits for somebody as long as it stands in a file. */
const over: Readonly<Record<string, readonly string[]>> = { tests: ['PASSED'], campaigns: ['FINISHED'], exemptions: ['GRANTED'] }

/** How many of a part are missing. */
export const missingIn = (file: DecisionFile, name: string): number =>
  name === 'campaigns' ? (file.missing?.campaigns ?? 0) : name === 'actions' ? (file.missing?.actions ?? 0) : 0

/** What a part says for going live: `open` where something of it is missing or left to do, `none` where there is nothing, which is not good by itself. */
export function standingOf(file: DecisionFile, { name, lines, count }: FilePart): 'open' | 'done' | 'none' {
  if (missingIn(file, name) > 0) return 'open'
  if (count === 0) return 'none'
  return count === lines.length && lines.every(({ status }) => over[name]?.includes(status ?? '')) ? 'done' : 'open'
}

/** How many things of a file are left to do: gaps, actions, tests, campaigns and requests that wait, and what is missing. */
export const leftToDo = (file: DecisionFile): number =>
  file.parts.reduce((sum, { name, lines, count }) => sum + count - lines.filter(({ status }) => over[name]?.includes(status ?? '')).length, 0) +
  (file.missing?.campaigns ?? 0) +
  (file.missing?.actions ?? 0)
