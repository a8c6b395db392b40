import { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import { onward } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { maxFileBytes } from '#kit/server/files/upload.ts'
import type { Api } from '#kit/server/http/api.ts'
import { receiveSheet } from '#kit/server/sheets/import.ts'
import { lineOutcomes, ownReport, reportStatuses, type OwnReport } from '#kit/server/sheets/report.ts'
import { importLines, sayLine } from '#kit/server/sheets/translate-report.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { gapFindings } from '#areas/gaps/server/index.ts'
import { publicPath } from '#areas/programs/contract/calls.ts'
import { withinReach, type ExposedType } from '#areas/programs/server/exposed.ts'
import type { AddPublic } from '#areas/programs/server/let-in.ts'

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const yesNo = z.enum(['true', 'false'])

const asked = z.strictObject({
  register: id.describe('The register that the findings go into'),
  dry_run: yesNo.describe('Everything is read and told, nothing is kept').optional(),
  skip_wrong: yesNo.describe('Lines that are wrong are left out; otherwise one of them refuses the file').optional(),
  part: yesNo
    .describe('Whether the file is only a part of what there is, so that what it does not name stays open; as the file says unless it is said')
    .optional(),
})

const message = z.object({ n: z.int(), level: z.enum(['error', 'warning', 'info']), message: z.string() })

const report = z.object({
  id: z.int(),
  status: z.enum(reportStatuses),
  progress: z.int(),
  file_name: z.string(),
  dry_run: z.boolean(),
  counts: z.record(z.string(), z.number()),
  messages: z.array(message),
})

/** What became of one line of the file, or would. */
const line = z.object({
  n: z.int(),
  sheet: z.string().nullable(),
  outcome: z.enum(lineOutcomes),
  id: z.int().nullable(),
  name: z.string().nullable(),
  cells: z.array(z.object({ column: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  messages: z.array(message),
})

const linesAsked = z.strictObject({
  outcome: z.enum(lineOutcomes).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(500).default(100),
})

interface Ground {
  readonly add: AddPublic
  readonly api: Api
  readonly resources: Resources
  readonly types: ReadonlyMap<string, ExposedType>
  readonly storage: FileStorage
}

/** What scans found, from their files, by the product's own import: accepted at once, and told by a report that only the key which sent the file reads. */
export function findingRoutes({ add, api, resources, types, storage }: Ground): void {
  const { lines, into = '' } = gapFindings
  const { create } = lines.def.rights
  const gaps = [...types.values()].find(({ resource }) => resource.def.name === 'gap')
  const holders = resources.get(into)
  if (!gaps || !holders || create === null) return
  const { type } = gaps
  const registers = withinReach(holders)
  const { translate } = api.ports

  add(
    { type, verb: 'write', answers: 202 },
    {
      method: 'POST',
      path: `/${type}/findings`,
      tag: type,
      summary: `Import findings into a register of ${type}: SARIF, OCSF, CSV or Excel`,
      access: create,
      upload: { maxBytes: maxFileBytes },
      named: true,
      query: asked,
      answer: z.object({ id: z.int() }),
    },
    async ({ request, reply, query, named, inSession }) => {
      const { register, dry_run: dry, skip_wrong: skip, part }: z.output<typeof asked> = query
      const { customerId } = await inSession(async (tx) => {
        const grant = authorizeVerb(tx, lines, 'create')
        // Each gap is written by the rules of gaps; the register only has to be there for the key.
        await getRow(tx, onward(grant, registers.def, 'read'), registers, resources, register)
        return tx.who
      })
      void reply.code(202)
      const wanted = { dryRun: dry === 'true', skipWrong: skip === 'true', into: register, ...(part && { part: part === 'true' }) }
      const taken = await receiveSheet({ request, named, inSession }, storage, customerId, {
        lines,
        kind: gapFindings,
        asked: wanted,
        answer: (made) => ({ id: made }),
      })
      reply.header('location', `${publicPath}/${type}/findings/${taken.id}`)
      return taken
    },
  )

  const mine = async (tx: Tx, reportId: number): Promise<OwnReport> => {
    authorizeVerb(tx, lines, 'create')
    const found = await ownReport(tx, reportId, lines.def.name)
    if (!found) throw notFound()
    return found
  }

  add(
    { type, verb: 'write' },
    {
      method: 'GET',
      path: `/${type}/findings/{id}`,
      tag: type,
      summary: 'Read how far an import of findings is, and what became of it',
      access: create,
      answer: report,
    },
    async ({ params, inSession }) =>
      inSession(async (tx) => {
        const { fileName, dryRun, kind: _, lines: said, ...rest } = await mine(tx, params.id)
        return { ...rest, file_name: fileName, dry_run: dryRun, messages: said.map((one) => sayLine(translate, one, tx.who.lang)) }
      }),
  )

  add(
    { type, verb: 'write' },
    {
      method: 'GET',
      path: `/${type}/findings/{id}/lines`,
      tag: type,
      summary: 'List what became of the lines of an import of findings, or would',
      access: create,
      query: linesAsked,
      answer: z.object({ objects: z.array(line), counts: z.partialRecord(z.enum(lineOutcomes), z.int()) }),
    },
    async ({ params, query, inSession }) => {
      const { outcome, page, per_page: perPage }: z.output<typeof linesAsked> = query
      return inSession(async (tx) => {
        await mine(tx, params.id)
        return importLines(tx, translate, params.id, { outcome, page, perPage })
      })
    },
  )
}
