import { z } from 'zod'
import { filterSchema, sortSchema } from './list-query.ts'

/** What a block may be told: a figure, groups of rows, rows, a course over time, a matrix. A score is a figure with what belongs to it. */
export const answerKinds = ['figure', 'groups', 'rows', 'series', 'matrix'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** Over which days something is told (DSH-08, DSH-09). The current and the last period are quarters of the calendar. */
export const spans = [
  'CURRENT',
  'LAST',
  'LAST_365_DAYS',
  'LAST_24_HOURS',
  'LAST_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
  'LAST_QUARTER',
  'LAST_SEMESTER',
  'LAST_YEAR',
] as const
export type SpanName = (typeof spans)[number]

/** How far apart the points of a course are. */
export const courseSteps = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
export type CourseStep = (typeof courseSteps)[number]

/** The most points of a course. */
export const mostPoints = 120
/** The most groups that are told by name, in a table and in a picture; the others are one, if there is more than one of them. */
export const [mostGroups, mostBars] = [40, 8] as const
/** The key of the row that all groups have that are not told by name. */
export const otherGroups = '*'
/** The most groups whose rows one list opens. */
export const mostOpened = 100
/** Rows of a list, and of one of the first (DSH-10). */
export const [mostRows, topRows] = [50, 10] as const

const name = z.string().min(1).max(64)

/** What is asked of a source. `rows.<entity>` asks rows of an entity, and takes everything but `given`; what an area declares takes `given` alone. */
export const askSchema = z.strictObject({
  source: z.string().min(1).max(80),
  /** A declared figure of the entity, by its name: its filters come before the others. */
  figure: z.string().max(80).optional(),
  filters: z.array(filterSchema).max(20).default([]),
  /** What is told of the rows: how many there are, or the sum or mean of a number. */
  how: z.enum(['COUNT', 'SUM', 'MEAN']).default('COUNT'),
  of: name.optional(),
  /** The field by which they are grouped, and one that splits each group. */
  by: name.optional(),
  across: name.optional(),
  /** The date that says in which period a row counts; without it the period does not matter. */
  over: name.optional(),
  columns: z.array(name).max(8).default([]),
  sort: z.array(sortSchema).max(3).default([]),
  given: z.record(name, z.union([z.int(), z.string().max(80), z.array(z.int()).max(50)])).default({}),
})
export type Ask = z.output<typeof askSchema>

/** What a page offers to be put in a dashboard: what it shows, as a block of that type. */
export interface OfferedBlock<Type extends string = string> {
  readonly title: string
  readonly type: Type
  readonly ask: Partial<Ask> & Pick<Ask, 'source'>
}

/** The list that shows exactly what is counted. */
export const listLink = z.object({ entity: z.string(), filters: z.array(filterSchema), total: z.int().nullable() })
export type ListLink = z.infer<typeof listLink>

const tint = z.string().nullable()
const number = z.number().nullable()

const figure = z.object({
  kind: z.literal('figure'),
  value: number,
  /** As it is written: `percent`, `days`, `keuro`, any other word behind it, or nothing. */
  unit: z.string().nullable(),
  /** What it is a part of, such as late ones of those that are open. */
  of: z.object({ value: number, label: z.string() }).nullable(),
  /** The same in the period before, where that was asked. */
  before: number,
  target: number,
  /** Whether more is better; null where that is nobody's to say. */
  rises: z.boolean().nullable(),
  /** What else is said of it, such as coverage and proven share of a score. */
  facts: z.array(z.object({ label: z.string(), value: number, unit: z.string().nullable() })),
  /** The tone of what is counted, where it has one of its own, such as what is late. */
  tint: tint.optional(),
  opens: listLink.nullable(),
})
const groups = z.object({
  kind: z.literal('groups'),
  unit: z.string().nullable(),
  series: z.array(z.object({ key: z.string(), label: z.string(), tint })),
  rows: z.array(z.object({ key: z.string(), label: z.string(), tint, values: z.array(number), target: number, opens: listLink.nullable() })),
  /** Of all groups, those that are not named too. */
  total: number,
  rises: z.boolean().nullable(),
  opens: listLink.nullable(),
})
const cell = z.union([
  z.string(),
  z.number(),
  z.null(),
  /** A level, a status or a day is more than its word. */
  z.object({ text: z.string(), tint, day: z.string().nullable() }),
])
const rows = z.object({
  kind: z.literal('rows'),
  columns: z.array(z.object({ name: z.string(), label: z.string(), align: z.enum(['start', 'end']) })),
  rows: z.array(z.object({ id: z.int().nullable(), cells: z.array(cell) })),
  total: z.int(),
  opens: listLink.nullable(),
})
const series = z.object({
  kind: z.literal('series'),
  unit: z.string().nullable(),
  /** Two of them may bound a range, such as that of the quartiles. */
  series: z.array(z.object({ key: z.string(), label: z.string(), tint, bound: z.enum(['LOW', 'HIGH']).optional() })),
  /** By the last day of each, or the day itself; null: nothing is known of that day. */
  points: z.array(z.object({ day: z.string(), values: z.array(number), opens: listLink.nullable() })),
  target: number,
  rises: z.boolean().nullable(),
  opens: listLink.nullable(),
})
const matrix = z.object({
  kind: z.literal('matrix'),
  /** Highest first, and lowest first. */
  rows: z.array(z.string()),
  columns: z.array(z.string()),
  cells: z.array(z.array(z.object({ count: z.int(), tint, level: z.string().nullable() }))),
  total: z.int(),
  above: z.int().nullable(),
  opens: listLink.nullable(),
})

export const answerSchema = z.discriminatedUnion('kind', [figure, groups, rows, series, matrix])
export type Answer = z.infer<typeof answerSchema>
export type FigureAnswer = z.infer<typeof figure>
export type GroupsAnswer = z.infer<typeof groups>
export type RowsAnswer = z.infer<typeof rows>
export type SeriesAnswer = z.infer<typeof series>
export type MatrixAnswer = z.infer<typeof matrix>
export type AnswerCell = z.infer<typeof cell>

/** What may be chosen of a declared source, for whoever asks it: rows of an entity, or one of some words. */
export const settingSchema = z.object({
  name: z.string(),
  label: z.string(),
  entity: z.string().nullable(),
  many: z.boolean(),
  needed: z.boolean(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type Setting = z.infer<typeof settingSchema>

const fieldChoice = z.object({ name: z.string(), label: z.string() })
/** A field by which rows are kept, with what may be chosen of it: options of a choice, a flag or a level, rows of an entity, a period, a range, or a text. */
const filterChoice = fieldChoice.extend({
  control: z.enum(['options', 'entity', 'period', 'range', 'text']),
  entity: z.string().nullable(),
  options: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() })),
})
export type OfferedFilter = z.infer<typeof filterChoice>
/** A source as whoever builds a dashboard is offered it. */
export const sourceSchema = z.object({
  name: z.string(),
  label: z.string(),
  /** Under which heading it stands. */
  group: z.string(),
  kinds: z.array(z.enum(answerKinds)),
  /** Whether the period that is asked changes anything. */
  dated: z.boolean(),
  settings: z.array(settingSchema),
  /** Of rows of an entity; null of others. */
  rows: z
    .object({
      entity: z.string(),
      figures: z.array(fieldChoice),
      filters: z.array(filterChoice),
      groups: z.array(fieldChoice),
      dates: z.array(fieldChoice),
      numbers: z.array(fieldChoice),
      columns: z.array(fieldChoice),
    })
    .nullable(),
})
export type OfferedSource = z.infer<typeof sourceSchema>
