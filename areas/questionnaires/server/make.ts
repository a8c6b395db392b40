import { sql } from 'kysely'
import { adoptionTurn, joinOwn, sharedColumns } from '#areas/catalog/server/index.ts'
import { invalidField, notFound } from '#kit/contract/errors.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { copiedFor, copyNames, freeIdentifiers, keepOrigins, type Original } from '#kit/server/data/store/copies.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { SharedQuestionnaire } from '#areas/questionnaires/contract/calls.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import { beginDraft, publishDraft, saveDraft, versionOf } from './versions.ts'

interface Made {
  readonly changes: Changes
  readonly structure: Structure
  readonly action: string
  /** Published at once: what it asks has been so elsewhere. */
  readonly published?: boolean
}

/** A questionnaire with what it asks. */
export async function makeQuestionnaire(tx: Tx, resources: Resources, { changes, structure, action, published }: Made): Promise<number> {
  const resource = resourceOf(resources, 'questionnaire')
  const { id } = await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, changes, action)
  await saveDraft(tx, resources, id, structure)
  if (published) await publishDraft(tx, resources, id)
  return id
}

const texts = ['name_en', 'name_fr', 'description_en', 'description_fr', 'usage'] as const
const textsOf = (row: Changes): Changes => Object.fromEntries(texts.map((name) => [name, row[name] ?? null]))

type Shared = Original & Changes & { readonly identifier: string; readonly structure: Structure }

/** Copies a questionnaire that others share, published, or one of the customer's own, as a draft (CAT-03, QST-14). */
export async function forkOne(tx: Tx, resources: Resources, id: number): Promise<number> {
  const resource = resourceOf(resources, 'questionnaire')
  await takeTurn(tx, adoptionTurn())
  const others = can(tx.who, 'shared_catalog.read')
    ? await tx.first(sql<Shared>`select * from shared.questionnaire where id = ${id} and customer_id <> ${tx.customerId}`)
    : undefined
  const catalog_type = await copiedFor(tx)
  if (others) {
    const [identifier] = await freeIdentifiers(tx, resource, [others.identifier])
    const copy = await makeQuestionnaire(tx, resources, {
      changes: { ...textsOf(others), identifier, catalog_type },
      structure: others.structure,
      action: 'fork',
      published: true,
    })
    await keepOrigins(tx, resource, [{ id: copy, of: others }])
    return copy
  }
  const own = await getRow(tx, authorize(tx.who, 'questionnaire.read'), resource, resources, id)
  const { structure } = await versionOf(tx, id)
  const copy = await makeQuestionnaire(tx, resources, {
    changes: { ...textsOf(own), ...(await copyNames(tx, resource, own)), catalog_type },
    structure,
    action: 'fork',
  })
  await keepOrigins(tx, resource, [{ id: copy, of: { customer_id: tx.customerId, id, version: own.version } }])
  return copy
}

/** Takes what is shared now into the draft of the next version of a copy, which is published as any other; throws CONFLICT while a draft is there already. */
export async function renewCopy(tx: Tx, resources: Resources, id: number, into: number): Promise<number> {
  const resource = resourceOf(resources, 'questionnaire')
  authorize(tx.who, 'shared_catalog.read')
  await takeTurn(tx, adoptionTurn())
  const of = await tx.first(sql<Shared>`select * from shared.questionnaire where id = ${id} and customer_id <> ${tx.customerId}`)
  if (!of) throw notFound()
  const copy = await tx.first(
    sql`select 1 from questionnaire where customer_id = ${tx.customerId} and id = ${into} and origin_customer_id = ${of.customer_id} and origin_id = ${id}`,
  )
  if (!copy) throw invalidField('into', 'questionnaires.errors.no_copy')
  await beginDraft(tx, resources, into)
  await saveDraft(tx, resources, into, of.structure)
  await keepOrigins(tx, resource, [{ id: into, of }])
  return into
}

const select = (tx: Tx, more = sql``, condition = sql`true`) => sql`select ${sharedColumns(tx)}, s.usage, s.edition, s.questions ${more}
  from shared.questionnaire s ${joinOwn(tx, 'questionnaire')} where ${condition} order by s.identifier, s.id limit 500`

/** Every questionnaire that is shared with the customer. */
export const listShared = (tx: Tx): Promise<SharedQuestionnaire[]> => tx.run(sql<SharedQuestionnaire>`${select(tx)}`)

/** One of them with what it asks; throws NOT_FOUND for what is not shared. */
export async function readShared(tx: Tx, id: number): Promise<SharedQuestionnaire & { structure: Structure }> {
  const row = await tx.first(sql<SharedQuestionnaire & { structure: Structure }>`${select(tx, sql`, s.structure`, sql`s.id = ${id}`)}`)
  if (!row) throw notFound()
  return row
}
