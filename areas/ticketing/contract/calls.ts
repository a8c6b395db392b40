import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { externalStatuses } from '#areas/actions/contract/external-status.ts'
import { alongs, attentionPage } from './tables.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const message = z.object({ message: z.string() })
const state = z.object({ id: z.string().min(1).max(100), name: z.string().max(255), phase: z.enum(externalStatuses), without: z.boolean().optional() })
const table = z.record(z.string().min(1).max(100), z.string().min(1).max(100))
const kind = z.enum(['remediation', 'occurrence'])
const fields = z.enum(['state', 'title', 'due', 'assignee', 'priority'])
export type TicketField = z.output<typeof fields>
/** Actions or times of a task that are sent along in one press, at most; the next press sends the next. */
export const mostSent = 1000

const object = z.object({ id: z.int(), identifier: z.string().nullable(), name: z.string() })
const join = z.object({
  id: z.int(),
  version: z.int(),
  kind,
  /** The plan or the runbook. */
  of: object,
  project: z.string(),
  project_name: z.string(),
  type: z.string(),
  enabled: z.boolean(),
  tickets: z.int(),
  conflicts: z.int(),
  gone: z.int(),
})
export type JoinRow = z.output<typeof join>

export const readJoins = defineCall('GET /customer_connector/{id}/tickets', {
  right: 'ticket_join.read',
  summary: 'List the plans and runbooks that go along with a ticket tool',
  answer: z.object({
    object: z.object({ id: z.int(), name: z.string(), service: z.string(), mark: z.string(), paused: z.boolean(), polled_at: z.iso.datetime().nullable() }),
    objects: z.array(join),
    edit_right: z.boolean(),
  }),
})
export type Joins = z.output<typeof readJoins.answer>

/** Asks the tool itself: its projects, and of one its kinds of tickets and what states those of one have. */
export const readPlaces = defineCall('GET /customer_connector/{id}/tickets/places', {
  right: 'ticket_join.write',
  summary: 'Read where a ticket tool takes tickets',
  query: z.strictObject({ project: z.string().min(1).max(100).optional() }),
  answer: z.object({ object: z.object({ projects: z.array(z.object({ key: z.string(), name: z.string() })), types: z.array(z.string()) }) }),
})

const along = z.array(z.enum(alongs)).max(alongs.length)

export const joinPlan = defineCall('POST /customer_connector/{id}/tickets', {
  right: 'ticket_join.write',
  summary: 'Have a plan or a runbook go along with a place of a ticket tool',
  named: true,
  body: z.strictObject({ kind, of: id, project: z.string().min(1).max(100), type: z.string().min(1).max(100), at_once: z.boolean().default(true) }),
  answer: z.object({ message: z.string(), object: z.object({ id: z.int() }) }),
})

const side = z.object({
  /** As its reader reads it. */
  shown: z.string().nullable(),
  /** The stored state, where it is one of ours. */
  value: z.string().nullable(),
  who: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})
const conflict = z.object({ field: fields, here: side, there: side, since: z.iso.datetime(), found_at: z.iso.datetime() })
export type Conflict = z.output<typeof conflict>
const inConflict = z.object({ ticket: z.int(), key: z.string(), url: z.string(), kind, row: object, fields: z.array(conflict) })
export type InConflict = z.output<typeof inConflict>

export const readJoin = defineCall('GET /ticket_join/{id}', {
  right: 'ticket_join.read',
  summary: 'Read what of a plan goes along with its tickets, what waits for a decision and what is gone',
  query: z.strictObject({ most: z.coerce.number().int().min(attentionPage).max(20_000).optional() }),
  answer: z.object({
    object: join.extend({
      at_once: z.boolean(),
      along,
      states: z.array(state),
      sends: table,
      takes: table,
      usual: z.object({ sends: table, takes: table }),
      /** All that the plan or runbook has, and those of them that are older than the joining, still to be done and without ticket; of these, whose person the tool does not know. */
      rows: z.int(),
      older: z.int(),
      older_unknown: z.int(),
      /** People whose tickets are looked for in the tool, and those that were found there. */
      people: z.int(),
      people_found: z.int(),
      /** The first of each; `conflicts`, `gone` and `troubled_count` say how many there are. */
      in_conflict: z.array(inConflict),
      troubled_count: z.int(),
      are_gone: z.array(z.object({ ticket: z.int(), key: z.string(), kind, row: object, gone_at: z.iso.datetime() })),
      troubled: z.array(z.object({ ticket: z.int(), key: z.string().nullable(), kind, row: object, problem: z.string(), told: z.string().nullable() })),
    }),
  }),
})
export type WholeJoin = z.output<typeof readJoin.answer>['object']

export const changeJoin = defineCall('PUT /ticket_join/{id}', {
  right: 'ticket_join.write',
  summary: 'Change what goes along with tickets and what each state means',
  body: z.strictObject({ version: z.int().min(1), enabled: z.boolean(), at_once: z.boolean(), along, sends: table, takes: table }),
  answer: message,
})

/** Tickets stay in the tool; nothing is told either way any more. */
export const leavePlan = defineCall('DELETE /ticket_join/{id}', {
  right: 'ticket_join.write',
  summary: 'Have a plan or a runbook go along with tickets no longer',
  answer: message,
})

/** Those that are still to be done, older than the joining and without ticket. */
export const sendOlder = defineCall('POST /ticket_join/{id}/send', {
  right: 'ticket_join.write',
  summary: 'Send actions along that are older than the joining',
  body: z.strictObject({}),
  answer: z.object({ message: z.string(), object: z.object({ sent: z.int() }) }),
})

export const ticketStates = ['WANTED', 'THERE', 'GONE', 'LEFT'] as const
export const readTicket = defineCall('GET /ticket', {
  right: 'ticket.read',
  summary: 'Read the ticket of an action or of an occurrence',
  query: z.strictObject({ kind, id: z.coerce.number().int().min(1) }),
  answer: z.object({
    object: z
      .object({
        id: z.int(),
        state: z.enum(ticketStates),
        key: z.string().nullable(),
        url: z.string().nullable(),
        service: z.string(),
        external_status: z.enum(externalStatuses).nullable(),
        external_state: z.string().nullable(),
        problem: z.string().nullable(),
        told: z.string().nullable(),
        gone_at: z.iso.datetime().nullable(),
        conflicts: z.array(conflict),
      })
      .nullable(),
    /** Where a ticket could be made for it: of its own plan, else of any that is joined. */
    places: z.array(z.object({ join: z.int(), project: z.string(), project_name: z.string(), service: z.string() })),
    edit_right: z.boolean(),
  }),
})
export type TicketOf = z.output<typeof readTicket.answer>

export const makeTicket = defineCall('POST /ticket', {
  right: 'ticket.write',
  summary: 'Make a ticket for an action or an occurrence',
  body: z.strictObject({ kind, id, join: id }),
  answer: message,
})

/** Nothing is overwritten before this: each field that is named takes the value of one side on both. */
export const decideTicket = defineCall('POST /ticket/{id}/decide', {
  right: 'ticket.write',
  summary: 'Decide which side’s values hold where both have changed',
  body: z.strictObject({ fields: z.partialRecord(fields, z.enum(['here', 'there'])).refine((given) => Object.keys(given).length > 0) }),
  answer: message,
})

export const renewTicket = defineCall('POST /ticket/{id}/renew', {
  right: 'ticket.write',
  summary: 'Make a new ticket in place of one that is gone',
  body: z.strictObject({}),
  answer: message,
})

export const leaveTicket = defineCall('POST /ticket/{id}/leave', {
  right: 'ticket.write',
  summary: 'Leave an action or an occurrence without a ticket',
  body: z.strictObject({}),
  answer: message,
})
