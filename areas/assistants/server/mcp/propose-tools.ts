import { z } from 'zod'
import { AppError } from '#kit/contract/errors.ts'
import { mostChanges, proposalDays } from '#areas/assistants/contract/proposals.ts'
import { propose, proposedBy, withdraw } from '#areas/assistants/server/proposals/propose.ts'
import { defineTool, rowId, typeName } from './tool.ts'

const values = z.record(z.string().max(80), z.unknown()).describe('Fields as list_types names them under proposable; references by id')
const quote = z.string().trim().min(1).max(2000).optional().describe('Words of a record on which the change rests; people see them as a quotation')

export const proposeTools = [
  defineTool({
    name: 'propose_changes',
    title: 'Propose changes',
    description: `Proposes to change rows, or to make new ones. Nothing is changed: people see each change beside what there is and accept or refuse it within ${proposalDays} days. Values that could not be written are refused now.`,
    reads: false,
    input: z.strictObject({
      title: z.string().trim().min(3).max(200).describe('What it comes to, such as “Close 7 gaps gone from the scan”'),
      reason: z.string().trim().min(3).max(4000).describe('Why, and what was read for it'),
      changes: z
        .array(z.strictObject({ type: typeName, id: rowId.optional().describe('Left out: a new row'), values, quote }))
        .min(1)
        .max(mostChanges),
    }),
    output: z.object({ proposal: z.int(), changes: z.int(), link: z.string() }),
    run: async ({ writable, resources, inSession }, { title, reason, changes }) => {
      const wanted = changes.map(({ type: name, id, values: given, quote: words }) => {
        const type = writable.get(name)
        if (!type) throw new AppError('FORBIDDEN', 'programs.errors.no_write', { code: 'SCOPE', values: { type: name } })
        return { type, changes: given, ...(id !== undefined && { id }), ...(words !== undefined && { quote: words }) }
      })
      const proposal = await propose(inSession, resources, { title, reason, wanted })
      return { proposal, changes: wanted.length, link: `/reviews/proposals?id=${proposal}` }
    },
  }),

  defineTool({
    name: 'my_proposals',
    title: 'What became of my proposals',
    description: 'The last fifty proposals of this key, with how many changes of each are open, accepted and refused.',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      proposals: z.array(
        z.object({
          proposal: z.int(),
          title: z.string(),
          made_at: z.string(),
          ends_at: z.string(),
          withdrawn: z.boolean(),
          open: z.int(),
          accepted: z.int(),
          refused: z.int(),
        }),
      ),
    }),
    run: async ({ inSession }) => ({
      proposals: (await inSession(proposedBy)).map(({ id, made_at: made, ends_at: ends, ...one }) => ({
        ...one,
        proposal: id,
        made_at: made.toISOString(),
        ends_at: ends.toISOString(),
      })),
    }),
  }),

  defineTool({
    name: 'withdraw_proposal',
    title: 'Withdraw a proposal',
    description: 'Takes back what is still open of a proposal of this key. What was accepted stays.',
    reads: false,
    input: z.strictObject({ proposal: rowId }),
    output: z.object({ withdrawn: z.boolean() }),
    run: async ({ inSession }, { proposal }) => ({ withdrawn: await inSession((tx) => withdraw(tx, proposal)) }),
  }),
]
