import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, identifier, links, localized, markdown, ref, timestamp } from '#kit/contract/field.ts'
import { toldReport } from './reports.ts'

/** What is written about each thing that the management looks at, in the order of the report, and what it decides (ISO/IEC 27001:2022, 9.3). */
export const reviewInputs = [
  'earlier_actions',
  'context',
  'needs',
  'nonconformities',
  'measurement',
  'audits',
  'objectives',
  'feedback',
  'risks',
  'improvement',
] as const
export const reviewResults = ['decided_improvements', 'decided_changes'] as const
export const reviewTexts = [...reviewInputs, ...reviewResults] as const
export type ReviewText = (typeof reviewTexts)[number]

/** Being prepared, or held: then its words and its figures stay as they were. */
export const reviewStates = ['DRAFT', 'CLOSED'] as const

const words = () => markdown({ max: 8000 })

/** A review by the management of a period: the figures of the product, what people say of them, what was decided. */
export const managementReview = defineEntity({
  name: 'management_review',
  area: 'reporting',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'MR' }),
    name: localized({ need: 'required' }),
    perimeter: ref('perimeter'),
    period_from: date({ need: 'required' }),
    period_to: date({ need: 'required' }),
    held_on: date(),
    chair: ref('member', { asks: null }),
    participants: links('member', { asks: null, max: 100 }),
    earlier_actions: words(),
    context: words(),
    needs: words(),
    nonconformities: words(),
    measurement: words(),
    audits: words(),
    objectives: words(),
    feedback: words(),
    risks: words(),
    improvement: words(),
    decided_improvements: words(),
    decided_changes: words(),
    /** What was decided to be done: the next review looks at these. */
    actions: links('remediation', { max: 200 }),
    status: choice(reviewStates, { default: 'DRAFT', by: 'server' }),
    closed_at: timestamp({ by: 'server' }),
    closed_by: ref('member', { by: 'server', unlisted: true }),
  },
  rights: {
    read: 'management_review.read',
    create: 'management_review.write',
    update: 'management_review.write',
    delete: 'management_review.write',
  },
  list: {
    columns: ['identifier', 'name', 'status', 'perimeter', 'period_from', 'period_to', 'held_on', 'chair'],
    more: ['participants', 'actions', 'closed_at', 'closed_by'],
    filters: ['identifier', 'name', 'status', 'perimeter', 'period_from', 'period_to', 'held_on', 'chair', 'participants', 'actions'],
    sort: '-period_to',
    search: ['identifier', 'name', 'chair'],
  },
  form: [
    { section: 'general', fields: ['name', 'perimeter', 'period_from', 'period_to', 'held_on', 'chair', 'participants', 'identifier'] },
    { section: 'inputs', fields: [...reviewInputs], later: true },
    { section: 'results', fields: [...reviewResults, 'actions'], later: true },
  ],
})

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

export const readReviewFigures = defineCall('GET /management_review/{id}/figures', {
  right: 'management_review.read',
  costly: true,
  summary: 'Tell the figures of a management review: of now, or as they were when it was closed',
  answer: z.object({ object: toldReport }),
})

/** Its figures are frozen with its words; of one that somebody else saved meanwhile nothing is closed (409). */
export const closeReview = defineCall('POST /management_review/{id}/close', {
  right: 'management_review.write',
  costly: true,
  named: true,
  summary: 'Close a management review with its figures as they are now',
  body: z.strictObject({ version: id }),
  answer: z.object({ message: z.string() }),
})
