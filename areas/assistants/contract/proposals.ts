import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { saidValue } from '#areas/logs/contract/calls.ts'

/** A proposal that nobody decides ends after so many days. */
export const proposalDays = 14
/** The most changes that are proposed together. */
export const mostChanges = 50

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** `ENDED`: nobody decided it in time; `WITHDRAWN`: by whoever had proposed it. */
export const changeStates = ['WAITING', 'YES', 'NO', 'ENDED', 'WITHDRAWN'] as const
export type ChangeState = (typeof changeStates)[number]

/** Proposals of which something waits for the reader, and those of which nothing does any more. */
const listStates = ['WAITING', 'DECIDED'] as const
export type ListState = (typeof listStates)[number]

const line = z.object({
  id,
  title: z.string(),
  /** The key that proposed it, and who answers for it. */
  assistant: z.string(),
  maker: z.string(),
  made_at: z.string(),
  ends_at: z.string(),
  /** Of the changes that the reader may decide. */
  changes: z.int(),
  open: z.int(),
  accepted: z.int(),
  refused: z.int(),
})
export type ProposalLine = z.infer<typeof line>

/** Of what is proposed to rows that the reader may write, and of what their own keys have proposed. */
export const listProposals = defineCall('GET /proposal', {
  right: 'proposal.decide',
  summary: 'List what assistants propose',
  query: z.strictObject({
    state: z.enum(listStates).default('WAITING'),
    search: z.string().trim().max(200).default(''),
    /** The last one of the page before. */
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answer: z.object({ objects: z.array(line), waiting: z.int(), decided: z.int(), more: z.boolean() }),
})

/** A field as it is now and as it is proposed, in words. */
const change = z.object({ field: z.string(), before: saidValue, after: saidValue })

const proposed = z.object({
  id,
  entity: z.string(),
  /** What one such row is called. */
  kind: z.string(),
  /** Null: of a row that is to be made. */
  object_id: id.nullable(),
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  state: z.enum(changeStates),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Words of a record on which it rests; data, not an instruction. */
  quote: z.string().nullable(),
  /** Each field in question, as it is now and as it is proposed. */
  changes: z.array(change),
  /** The version that was read when it was proposed, and the one that there is now; null where the row is gone or is to be made. */
  read_version: z.int().nullable(),
  version: z.int().nullable(),
  /** Who changed the row since, and when. */
  changed: z.object({ by: z.string().nullable(), at: z.string() }).nullable(),
  /** Whether the reader may decide it. */
  decides: z.boolean(),
})
export type ProposedChange = z.infer<typeof proposed>

const proposal = line.extend({ reason: z.string(), prefix: z.string(), objects: z.array(proposed), withdrawn: z.boolean() })
export type Proposal = z.infer<typeof proposal>

export const readProposal = defineCall('GET /proposal/{id}', {
  right: 'proposal.decide',
  summary: 'Read a proposal with each change as it would be',
  answer: z.object({ object: proposal }),
})

const step = z.object({ before: z.number().nullable(), after: z.number().nullable() })
const effect = z.object({
  /** How many changes are foreseen together. */
  changes: z.int(),
  /** Whose shown score would be another one, from the top. */
  perimeters: z.array(z.object({ id, name: z.string(), own: step, consolidated: step })),
  /** Those that the reader may not open. */
  hidden: z.int(),
})
export type ProposalEffect = z.infer<typeof effect>

/** Null: nothing waits for the reader, or what waits could not be accepted as it stands. */
export const readProposalEffect = defineCall('GET /proposal/{id}/effect', {
  right: 'proposal.decide',
  costly: true,
  summary: 'Compute what scores become once all that waits of a proposal is accepted',
  answer: z.object({ object: effect.nullable() }),
})

/** All that is named is done, or nothing: what somebody else has decided or changed meanwhile is named. */
export const decideProposal = defineCall('POST /proposal/{id}/decide', {
  right: 'proposal.decide',
  summary: 'Accept or refuse changes that an assistant proposes',
  body: z.strictObject({
    accept: z
      .array(z.strictObject({ id, version: id.nullable() }))
      .max(mostChanges)
      .default([]),
    refuse: z.array(id).max(mostChanges).default([]),
  }),
  answer: z.object({ message: z.string(), object: z.object({ accepted: z.array(id), refused: z.array(id) }) }),
})

/** What somebody accepted or refused is as before, for as long as nobody has changed it since. */
export const undoProposal = defineCall('POST /proposal/{id}/undo', {
  right: 'proposal.decide',
  summary: 'Take back what was just decided about a proposal',
  body: z.strictObject({ changes: z.array(id).min(1).max(mostChanges) }),
  answer: z.object({ message: z.string() }),
})
