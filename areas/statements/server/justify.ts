import { invalidField } from '#kit/contract/errors.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { applicationOf } from './statement.ts'
import { loadLines, type Scores } from './load-lines.ts'

interface Reasons {
  readonly lineages: readonly number[]
  readonly justification: string
  readonly replace: boolean
}

/** Writes one reason for several requirements, each by the rules of the row that holds it: an inclusion, or the exclusion that is there. All or none. */
export async function justify(tx: Tx, scores: Scores, resources: Resources, id: number, { lineages, justification, replace }: Reasons) {
  const application = await applicationOf(tx, resources, id)
  const lines = new Map((await loadLines(scores, tx, application)).map((line) => [line.lineage_id, line]))
  const chosen = [...new Set(lineages)].map((lineage) => lines.get(lineage) ?? missing())
  const [inclusion, exclusion] = [resourceOf(resources, 'control_inclusion'), resourceOf(resources, 'control_not_applicable')]
  const open = chosen.filter(({ state, justification: known }) => (known ? replace && known.text !== justification : state !== 'OUT_OF_LEVEL'))
  const fresh = open.filter(({ justification: known }) => known === null)
  const updates = (excluded: boolean) =>
    open.flatMap(({ state, justification: known }) => (known && (state === 'EXCLUDED') === excluded ? [{ id: known.id, changes: { justification } }] : []))
  const [written, left] = [updates(false), updates(true)]
  await createRows(
    tx,
    authorizeVerb(tx, inclusion, 'create'),
    inclusion,
    resources,
    fresh.map(({ lineage_id }) => ({ perimeter: application.perimeter.id, lineage_id, justification })),
  )
  if (written.length > 0) await updateRows(tx, authorizeVerb(tx, inclusion, 'update'), inclusion, resources, written)
  if (left.length > 0) await updateRows(tx, authorizeVerb(tx, exclusion, 'update'), exclusion, resources, left)
  return { written: open.length, kept: chosen.length - open.length }
}

const missing = (): never => {
  throw invalidField('lineages', 'kit.errors.missing_reference')
}
