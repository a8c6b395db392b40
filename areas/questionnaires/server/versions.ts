import { sql } from 'kysely'
import { AppError, notFound, type FieldMessages } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources, type StoredOf } from '#kit/server/data/resources/resource.ts'
import { updateLocked } from '#kit/server/data/store/update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { faultsOf } from '#areas/questionnaires/contract/faults.ts'
import type { questionnaire } from '#areas/questionnaires/contract/questionnaire.ts'
import { questionsOf, structureSchema, type Structure, type StructureInput } from '#areas/questionnaires/contract/structure.ts'

type Row = StoredOf<typeof questionnaire>

/** What a new questionnaire begins with: one section, to be named. */
export const begun: Structure = structureSchema.parse({ sections: [{ key: 'S1', title_en: null, title_fr: null, description_en: null, description_fr: null }] })

/** The document as it is kept; throws when it is none. */
export const wholeStructure = (given: StructureInput): Structure => structureSchema.parse(given)

export interface Version {
  readonly edition: number
  readonly structure: Structure
  readonly published_at: Date | null
}

/** A version of a questionnaire by its number, else its draft, else the one in force. */
export async function versionOf(tx: Tx, id: number, edition?: number): Promise<Version> {
  const row = await tx.first(sql<Version>`select edition, structure, published_at from questionnaire_version
    where customer_id = ${tx.customerId} and questionnaire_id = ${id} ${edition === undefined ? sql`` : sql`and edition = ${edition}`}
    order by edition desc limit 1`)
  if (!row) throw notFound()
  return row
}

async function locked(tx: Tx, resources: Resources, id: number, version?: number) {
  const resource = resourceOf(resources, 'questionnaire')
  const grant = authorize(tx.who, 'questionnaire.write')
  const before = (await lockRow(tx, grant, resource, resources, id, 'update', version)) as Row
  const write = async (changes: Record<string, unknown>, action: string) => {
    const [after] = await updateLocked(tx, grant, resource, resources, [{ before, input: changes }], { action })
    return (after as Row | undefined) ?? before
  }
  return { before, write }
}

const putDraft = (tx: Tx, id: number, edition: number, structure: Structure) =>
  tx.run(sql`update questionnaire_version set structure = ${JSON.stringify(structure)}::jsonb
    where customer_id = ${tx.customerId} and questionnaire_id = ${id} and edition = ${edition} and published_at is null`)

const shared = ({ catalog_type }: Row) => catalog_type !== 'PRIVATE'
const noDraft = () => new AppError('CONFLICT', 'questionnaires.errors.locked')

/** Saves the draft, with what is still wrong with it counted. Throws CONFLICT where there is none: what is published stays. */
export async function saveDraft(tx: Tx, resources: Resources, id: number, structure: Structure, version?: number): Promise<Row> {
  const { before, write } = await locked(tx, resources, id, version)
  if (before.draft_edition === null) throw noDraft()
  await putDraft(tx, id, before.draft_edition, structure)
  return write(
    {
      written_at: new Date().toISOString(),
      to_correct: faultsOf(structure, shared(before)).length,
      ...(before.edition === null && { questions: questionsOf(structure).length }),
    },
    'write',
  )
}

/** Publishes the draft; throws INVALID with every wrong field (QST-05). What is in it for the first time gets its id for good. */
export async function publishDraft(tx: Tx, resources: Resources, id: number, version?: number): Promise<number> {
  const { before, write } = await locked(tx, resources, id, version)
  const edition = before.draft_edition
  if (edition === null) throw noDraft()
  const { structure } = await versionOf(tx, id, edition)
  const faults = faultsOf(structure, shared(before))
  const unnamed = shared(before) && (!before.name_en || !before.name_fr)
  if (faults.length > 0 || unnamed) {
    const fields: FieldMessages = unnamed ? { name: [{ key: 'questionnaires.faults.text_both' }] } : {}
    for (const { path, code, values } of faults) (fields[path] ??= []).push({ key: `questionnaires.faults.${code}`, ...(values && { values }) })
    throw new AppError('INVALID', 'questionnaires.errors.not_publishable', { fields })
  }
  await tx.run(sql`update questionnaire_version set published_at = moment(), published_by = ${tx.who.memberId}
    where customer_id = ${tx.customerId} and questionnaire_id = ${id} and edition = ${edition}`)
  await keepElements(tx, id, structure)
  await write({ status: 'PUBLISHED', edition, draft_edition: null, questions: questionsOf(structure).length, to_correct: 0 }, 'publish')
  return edition
}

/** Ids for what answers will name; what had one by its key keeps it. */
async function keepElements(tx: Tx, id: number, { sections, accumulators }: Structure): Promise<void> {
  const all = [
    ...accumulators.map(({ key }) => ['ACCUMULATOR', '', key] as const),
    ...sections.flatMap((section) => [
      ['SECTION', '', section.key] as const,
      ...section.questions.flatMap((question) => [
        ['QUESTION', '', question.key] as const,
        ...question.options.map((option) => ['OPTION', question.key, option.key] as const),
      ]),
    ]),
  ]
  await tx.run(sql`insert into questionnaire_element (customer_id, questionnaire_id, kind, question, key)
    select ${tx.customerId}::bigint, ${id}::bigint, w.kind, w.question, w.key
    from unnest(${all.map(([kind]) => kind)}::text[], ${all.map(([, question]) => question)}::text[], ${all.map(([, , key]) => key)}::text[]) with ordinality as w (kind, question, key, n)
    order by w.n on conflict do nothing`)
}

/** Begins the next version with what the one in force says. Throws CONFLICT where a draft is there already. */
export async function beginDraft(tx: Tx, resources: Resources, id: number): Promise<number> {
  const { before, write } = await locked(tx, resources, id)
  if (before.draft_edition !== null || before.edition === null) throw new AppError('CONFLICT', 'questionnaires.errors.draft_there')
  const edition = before.edition + 1
  await tx.run(sql`insert into questionnaire_version (customer_id, questionnaire_id, edition, structure)
    select customer_id, questionnaire_id, ${edition}, structure from questionnaire_version
    where customer_id = ${tx.customerId} and questionnaire_id = ${id} and edition = ${before.edition}`)
  await write({ draft_edition: edition }, 'draft')
  return edition
}

/** A draft of every questionnaire that has just been made. */
export async function beginFirst(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`insert into questionnaire_version (customer_id, questionnaire_id, edition, structure)
    select ${tx.customerId}::bigint, w.id, 1, ${JSON.stringify(begun)}::jsonb from unnest(${[...ids]}::bigint[]) as w (id)`)
}
