import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { assignedObjectSchema } from './assigned-calls.ts'

const object = assignedObjectSchema.shape.object

/** Weeks that are looked at ahead, the current one first. */
export const weeksAhead = 13
/** People shown at a time. */
export const holdersShown = 50
/** Single points of failure shown at a time. */
export const pointsShown = 20
/** Rows of a week that are listed; beyond them it is told that there are more. */
export const weekShown = 200
/** Open work in one week from which somebody has too much. */
export const heavyWeek = 10

/** What stands still where nobody else holds something. */
export const standstills = ['UNKEPT', 'NOT_DONE', 'NOT_REVIEWED', 'NOT_RENEWED'] as const

/** Open work by week, `weeksAhead` numbers: what is late counts in the first. */
const weeks = z.array(z.int())

const holder = z.object({
  id: z.int(),
  name: z.string(),
  initials: z.string().nullable(),
  /** They may sign in. */
  active: z.boolean(),
  /** As many as the page of their objects lists. */
  holds: z.int(),
  /** Single points of failure that are theirs. */
  alone: z.int(),
  weeks,
  /** When they are away, of what is not over the first. */
  away: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
})
export type Holder = z.infer<typeof holder>

/** How many single points of failure there are of a kind. */
const pointKind = z.object({ entity: z.string(), area: z.string(), count: z.int() })

export const listHolders = defineCall('GET /holder', {
  right: 'member.write',
  summary: 'List who holds what: objects, single points of failure and work by week',
  costly: true,
  query: z.strictObject({ search: z.string().max(200).default(''), page: z.coerce.number().int().min(1).max(1000).default(1) }),
  answer: z.object({
    objects: z.array(holder),
    total: z.int(),
    /** Mondays of the weeks. */
    weeks: z.array(z.iso.date()),
    points: z.array(pointKind),
    /** Whose most of them are. */
    most: z.object({ id: z.int(), name: z.string(), count: z.int() }).nullable(),
  }),
})

const point = z.object({
  entity: z.string(),
  area: z.string(),
  id: z.int(),
  object,
  holder: z.object({ id: z.int(), name: z.string() }),
  standstill: z.enum(standstills),
  /** When that shows first. */
  on: z.iso.date().nullable(),
})
export type Point = z.infer<typeof point>

export const listPoints = defineCall('GET /holder/alone', {
  right: 'member.write',
  summary: 'List single points of failure: what one person holds and nobody else',
  costly: true,
  query: z.strictObject({
    entity: z.string().max(100).optional(),
    holder: z.coerce.number().int().min(1).optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  answer: z.object({ objects: z.array(point), total: z.int() }),
})

const weekObject = z.object({
  entity: z.string(),
  area: z.string(),
  id: z.int(),
  object,
  due: z.iso.date(),
  /** How often it comes round in the week, where no object stands for each time yet; null: the object itself is due. */
  times: z.int().nullable(),
})
export type WeekObject = z.infer<typeof weekObject>

export const listWeek = defineCall('GET /holder/{id}/week', {
  right: 'member.write',
  summary: 'List the work of a user that is due in a week',
  costly: true,
  query: z.strictObject({
    week: z.coerce
      .number()
      .int()
      .min(0)
      .max(weeksAhead - 1),
  }),
  answer: z.object({ objects: z.array(weekObject), total: z.int() }),
})

/** Why somebody is proposed, the best reason first. */
export const takerReasons = ['FUNCTION_HERE', 'STAND_IN', 'SAME_HERE', 'FUNCTION', 'HERE', 'FREE'] as const
export type TakerReason = (typeof takerReasons)[number]

const departureObject = assignedObjectSchema.extend({ due: z.iso.date().nullable() })

/** Objects of one kind in one place, which go to one person. */
const departureLine = z.object({
  entity: z.string(),
  area: z.string(),
  place: z.object({ id: z.int(), name: z.string() }).nullable(),
  objects: z.array(departureObject),
  weeks,
  /** Whom it is proposed to, the best first; none where nobody may take all of it. */
  takers: z.array(z.object({ id: z.int(), reason: z.enum(takerReasons), there: z.int() })),
})
export type DepartureLine = z.infer<typeof departureLine>

const planned = z.object({ day: z.iso.date(), count: z.int(), by: z.object({ id: z.int(), name: z.string() }) })
export type PlannedHandOver = z.infer<typeof planned>

export const simulateDeparture = defineCall('GET /member/{id}/departure', {
  right: 'member.write',
  summary: 'Propose who takes what if a user leaves',
  costly: true,
  answer: z.object({
    object: z.object({
      member: z.object({ id: z.int(), name: z.string() }),
      lines: z.array(departureLine),
      people: z.array(z.object({ id: z.int(), name: z.string(), weeks })),
      weeks: z.array(z.iso.date()),
      alone: z.int(),
      /** There are more objects than those listed. */
      more: z.boolean(),
      /** What is to be handed over on a day that is to come. */
      planned: planned.nullable(),
    }),
  }),
})
export type Departure = z.infer<typeof simulateDeparture.answer>['object']

/** Who takes what. */
export const departureParts = z
  .array(
    z.strictObject({
      to: z.int().min(1),
      objects: z
        .array(z.strictObject({ entity: z.string().max(100), field: z.string().max(100), id: z.int().min(1) }))
        .min(1)
        .max(1000),
    }),
  )
  .min(1)
  .max(200)

/** Several people take over in one write: all of it or nothing, with one undo. */
export const handOverDeparture = defineCall('POST /member/{id}/departure', {
  right: 'member.write',
  summary: 'Give the objects of a user to several others at once',
  body: z.strictObject({
    parts: departureParts,
  }),
  answer: z.object({ message: z.string().optional(), object: z.object({ count: z.int(), undo: z.string() }) }),
})

const effect = z.object({
  /** The last day that is looked at. */
  until: z.iso.date(),
  /** Whose score it is: the highest perimeter that the reader may open. */
  place: z.string(),
  /** Recurring tasks of measures that are theirs alone, and those of them that nobody takes by the proposal. */
  tasks: z.int(),
  left: z.int(),
  /** The score on that day while all goes on, without them, and with the proposal; null where nothing counts. */
  kept: z.number().nullable(),
  without: z.number().nullable(),
  proposed: z.number().nullable(),
})
export type DepartureEffect = z.infer<typeof effect>

/** The effect on the score; `left`: what nobody takes. */
export const readDepartureEffect = defineCall('POST /member/{id}/departure/preview', {
  right: 'member.write',
  summary: 'Tell what the score becomes if a user leaves, without and with a proposal',
  costly: true,
  reads: true,
  body: z.strictObject({ left: z.array(z.strictObject({ entity: z.string().max(100), id: z.int().min(1) })).max(1000) }),
  answer: z.object({ object: effect.nullable() }),
})

/** The same on a day that is to come, as whoever plans it. */
export const planDeparture = defineCall('POST /member/{id}/departure/plan', {
  right: 'member.write',
  summary: 'Plan to give the objects of a user to several others on a day',
  body: z.strictObject({ day: z.iso.date(), parts: departureParts }),
  answer: z.object({ message: z.string().optional(), object: planned.nullable() }),
})

export const cancelDeparture = defineCall('DELETE /member/{id}/departure/plan', {
  right: 'member.write',
  summary: 'Cancel what was planned to be given to others',
  answer: z.object({ message: z.string().optional() }),
})
