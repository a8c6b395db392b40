import { sql } from 'kysely'
import { seedModels } from '#areas/catalog/server/index.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { freeIdentifiers } from '#kit/server/data/store/copies.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { addLinks } from '#areas/policies/server/solutions.ts'
import { storeContent, type VersionContent } from '#areas/policies/server/version-content.ts'
import { insertVersion, makeCurrent, policyTurn } from '#areas/policies/server/versions.ts'
import { chapters, families, models, essentials, risks } from './content.ts'
import type { FamilyKey, Text } from './types.ts'

const source = 'starter'
const urnOf = (kind: string, ref: string) => `urn:vigie:essentials:${kind}:${ref.toLowerCase()}`

/**
 * Puts the content that comes with the product into the catalog of the installation, once: what the provider has changed, put away or removed since stays as it is.
 * Answers whether it was put there now.
 */
export async function seedCatalog(db: DatabaseAccess, resources: Resources): Promise<boolean> {
  const [catalog] = await db.alone<{ id: number | null }>('select public_catalog() as id')
  if (!catalog?.id) return false
  const customerId = catalog.id
  return db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, source, 'start'))
    await takeTurn(tx, policyTurn())
    const known = sql`customer_id = ${customerId} and urn = ${essentials.urn}`
    const isNew = !(await tx.first(sql`select 1 from policy where ${known} union all select 1 from policy_history where ${known} limit 1`))
    if (isNew) await fill(tx, resources)
    const added = await seedModels(tx, resources, urnOf)
    return isNew || added > 0
  })
}

async function fill(tx: Tx, resources: Resources): Promise<void> {
  const categories = await familyIds(tx, resources)
  const solutions = await make(
    tx,
    resources,
    'solution',
    models.map(({ ref, family, nature, csf, effort: [build_days, yearly_internal_charge, yearly_cost], en, fr }) => ({
      ref,
      changes: { ...texts(en, fr), category: categories.get(family), nature, csf_function: csf, build_days, yearly_internal_charge, yearly_cost },
    })),
  )
  const threats = await make(
    tx,
    resources,
    'threat',
    risks.map(({ ref, en, fr }) => ({ ref, changes: texts(en, fr) })),
  )
  const policies = resourceOf(resources, 'policy')
  const [identifier] = await freeIdentifiers(tx, policies, [essentials.identifier])
  const { urn, en, fr } = essentials
  const values = { ...texts(en, fr), identifier, urn, kind: 'INDUSTRY', provider: 'Vigie' }
  const policy = await createRow(tx, authorize(tx.who, 'policy.create'), policies, resources, values, source)
  const version = await insertVersion(tx, resources, policy.id, { status: 'PUBLISHED' })
  const stored = await storeContent(tx, resources, policy.id, version, contentOf(threats))
  await makeCurrent(tx, resources, policy.id, version)
  const links = chapters
    .flatMap(({ requirements }) => requirements)
    .flatMap((requirement, n) =>
      Object.entries(requirement.models).map(([ref, share]) => ({
        lineage_id: stored.controls[n]?.lineage_id ?? 0,
        solution_id: solutions.get(ref) ?? 0,
        share,
        to_confirm: false,
      })),
    )
  await addLinks(tx, policy.id, links, source)
}

const texts = ([name_en, description_en]: Text, [name_fr, description_fr]: Text): Changes => ({ name_en, name_fr, description_en, description_fr })

/** Makes models or threats and answers their ids by reference. */
async function make(tx: Tx, resources: Resources, entity: 'solution' | 'threat', rows: readonly { readonly ref: string; readonly changes: Changes }[]) {
  const resource = resourceOf(resources, entity)
  const identifiers = await freeIdentifiers(
    tx,
    resource,
    rows.map(({ ref }) => ref),
  )
  const made = await createRows(
    tx,
    authorize(tx.who, resource.def.rights.create ?? 'session'),
    resource,
    resources,
    rows.map(({ ref, changes }, n) => ({ ...changes, identifier: identifiers[n], urn: urnOf(entity, ref) })),
    { action: source },
  )
  return new Map(rows.map(({ ref }, n) => [ref, made[n]?.id ?? 0]))
}

/** The categories of the models; those that the catalog has by the same name are taken. */
async function familyIds(tx: Tx, resources: Resources): Promise<ReadonlyMap<FamilyKey, number>> {
  const resource = resourceOf(resources, 'category')
  const own = await tx.run(sql<{ id: number; en: string; fr: string }>`select id, shown_name(name_en, name_fr) as en, shown_name(name_fr, name_en) as fr
    from category where customer_id = ${tx.customerId}`)
  const keys = Object.keys(families) as FamilyKey[]
  const known = (key: FamilyKey) => own.find(({ en, fr }) => en === families[key].en.toLowerCase() || fr === families[key].fr.toLowerCase())?.id
  const missing = keys.filter((key) => known(key) === undefined)
  const made = await createRows(
    tx,
    authorize(tx.who, 'category.write'),
    resource,
    resources,
    missing.map((key) => ({ name_en: families[key].en, name_fr: families[key].fr, color: families[key].color })),
    { action: source },
  )
  return new Map(keys.map((key) => [key, known(key) ?? made[missing.indexOf(key)]?.id ?? 0]))
}

function contentOf(threats: ReadonlyMap<string, number>): VersionContent {
  const fieldsOf = (urn: string, identifier: string, en: Text, fr: Text) => ({
    identifier,
    name_en: en[0],
    name_fr: fr[0],
    description_en: en[1],
    description_fr: fr[1],
    annotation: null,
    urn,
    translations: null,
  })
  let position = 0
  const next = () => (position += 1)
  const groups = chapters.map(({ ref, en, fr }) => ({ ...fieldsOf(urnOf('group', ref), ref, en, fr), parent: null, weight: null, position: next() }))
  const controls = chapters.flatMap(({ requirements }, group) =>
    requirements.map(({ ref, level, en, fr, threats: named }) => ({
      ...fieldsOf(urnOf('requirement', ref), ref, en, fr),
      group,
      key: urnOf('requirement', ref),
      weight: 1,
      level,
      implementation_groups: [],
      typical_evidence: null,
      source: null,
      position: next(),
      threats: named.flatMap((threat) => threats.get(threat) ?? []),
    })),
  )
  return { groups, controls }
}
