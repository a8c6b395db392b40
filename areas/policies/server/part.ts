import { sql } from 'kysely'
import { z } from 'zod'
import { invalidField } from '#kit/contract/errors.ts'
import { createSchema } from '#kit/contract/schema.ts'
import { nameKey, type PartItem, type PartKind, type PartMade, type PartRows } from '#kit/server/data/parts/part-kind.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { copiedFor, freeIdentifiers } from '#kit/server/data/store/copies.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { policy } from '#areas/policies/contract/policy.ts'
import { coverageTurn } from './coverage-turn.ts'
import { addLinks } from './solutions.ts'
import { readContent, storeContent } from './version-content.ts'
import { insertVersion, makeCurrent, policyTurn } from './versions.ts'

const text = (max: number) => z.string().max(max).nullable()
const texts = {
  identifier: text(64),
  name_en: text(500),
  name_fr: text(500),
  description_en: text(20_000),
  description_fr: text(20_000),
  annotation: text(20_000),
  urn: text(500),
  translations: z.json(),
}
const place = z.int().min(0).nullable()
const weight = z.number().min(0).max(1_000_000)
const position = z.int().min(0)
const group = z.strictObject({ ...texts, parent: place, weight: weight.nullable(), position })
const control = z.strictObject({
  ...texts,
  group: place,
  key: z.string().min(1).max(500),
  weight,
  level: z.int().min(0).max(100).nullable(),
  implementation_groups: z.array(z.string().max(200)).max(100),
  typical_evidence: text(20_000),
  source: z.json(),
  position,
  threats: z.array(z.int()).max(200),
})
const link = z.strictObject({ key: z.string().max(500), solution: z.int(), share: z.int().min(1).max(100) })
const implementationGroups = z
  .array(
    z.strictObject({
      ref_id: z.string().max(200),
      name_en: text(500),
      name_fr: text(500),
      description_en: text(20_000),
      description_fr: text(20_000),
      default_selected: z.boolean(),
    }),
  )
  .max(100)

/** What is said of a policy: itself, the version in force with all that it holds, and the models that answer it. */
const whole = z.strictObject({
  policy: z.strictObject({
    identifier: z.string().max(64),
    name_en: text(500),
    name_fr: text(500),
    description_en: text(20_000),
    description_fr: text(20_000),
    kind: text(32),
    provider: text(200),
  }),
  version: z.strictObject({
    min_score: z.number().nullable(),
    max_score: z.number().nullable(),
    implementation_groups: implementationGroups,
    source: z.json(),
  }),
  groups: z.array(group).max(20_000),
  controls: z.array(control).max(20_000),
  links: z.array(link).max(100_000),
})
type Whole = z.output<typeof whole>

type Row = Whole['policy'] & { readonly id: number; readonly version_id: number }

/** Policies in force, each with the version that is. */
export const policyPart: PartKind = {
  entity: policy.name,
  part: 'policies',
  rights: { read: policy.rights.read, create: policy.rights.create ?? policy.rights.read },
  read: async (tx, resources, ids) => {
    authorizeVerb(tx, resourceOf(resources, policy.name), 'read')
    const rows = await tx.run(sql<Row>`select id, current_version_id as version_id, identifier, name_en, name_fr, description_en, description_fr, kind, provider
      from policy where customer_id = ${tx.customerId} and current_version_id is not null and not archived and (${ids}::bigint[] is null or id = any(${ids}::bigint[])) order by id`)
    const items: PartItem[] = []
    for (const { id, version_id: versionId, ...said } of rows) items.push(itemOf(id, await wholeOf(tx, id, versionId, said)))
    return items
  },
  write: async (tx, resources, items, known) => {
    if (items.length === 0) return []
    const policies = resourceOf(resources, policy.name)
    authorizeVerb(tx, policies, 'create')
    await takeTurn(tx, policyTurn())
    await takeTurn(tx, coverageTurn())
    const there = await tx.run(
      sql<{
        en: string | null
        fr: string | null
      }>`select shown_name(name_en, name_fr) as en, shown_name(name_fr, name_en) as fr from policy where customer_id = ${tx.customerId} order by id`,
    )
    const names = new Set(there.map((one) => nameKey(one.en, one.fr)))
    const made: PartMade[] = []
    for (const item of items) {
      const parsed = whole.safeParse(item.values)
      if (!parsed.success) throw wrong(item, parsed.error)
      const { name_en: en, name_fr: fr } = parsed.data.policy
      const same = names.has(nameKey(en, fr))
      if (!same) await write(tx, resources, item, parsed.data, known)
      made.push({ name: item.name, made: !same })
    }
    return made
  },
}

const wrong = ({ name }: PartItem, error: z.ZodError) => invalidField('file', 'kit.errors.part_item', { name, field: error.issues[0]?.path.join('.') ?? '' })

async function wholeOf(tx: Tx, id: number, versionId: number, said: Whole['policy']): Promise<Whole> {
  const [version, content, links] = [
    await tx.first(
      sql<
        Whole['version']
      >`select min_score, max_score, implementation_groups, source from policy_version where customer_id = ${tx.customerId} and id = ${versionId}`,
    ),
    await readContent(tx, versionId),
    await tx.run(sql<
      Whole['links'][number]
    >`select l.key, s.solution_id as solution, s.share from control_solution s join control_lineage l on l.customer_id = s.customer_id and l.id = s.lineage_id
      where s.customer_id = ${tx.customerId} and l.policy_id = ${id} order by l.key, s.solution_id`),
  ]
  if (!version) throw new Error('A policy has no version')
  const pick = <K extends string>(row: Readonly<Record<K, unknown>>, keys: readonly K[]) => Object.fromEntries(keys.map((key) => [key, row[key]]))
  return {
    policy: said,
    version,
    groups: content.groups.map((one) => pick(one, Object.keys(group.shape) as (keyof typeof one)[])),
    controls: content.controls.map((one) => pick(one, Object.keys(control.shape) as (keyof typeof one)[])),
    links,
  } as Whole
}

const itemOf = (id: number, values: Whole): PartItem => ({
  id,
  name: values.policy.name_en ?? values.policy.name_fr ?? values.policy.identifier,
  values,
  names: { solution: [...new Set(values.links.map(({ solution }) => solution))], threat: [...new Set(values.controls.flatMap(({ threats }) => threats))] },
})

async function write(tx: Tx, resources: Resources, item: PartItem, { policy: said, version, groups, controls, links }: Whole, known: PartRows): Promise<void> {
  const policies = resourceOf(resources, policy.name)
  // Groups stand in the list, and none within itself.
  if (
    groups.some(({ parent }) => parent !== null && parent >= groups.length) ||
    controls.some((one) => one.group !== null && one.group >= groups.length) ||
    turns(groups)
  )
    throw invalidField('file', 'kit.errors.part_item', { name: item.name, field: 'groups' })
  const [identifier] = await freeIdentifiers(tx, policies, [said.identifier])
  const checked = createSchema(policy).safeParse({ ...said, identifier })
  if (!checked.success) throw wrong(item, checked.error)
  const { id } = await createRow(
    tx,
    authorizeVerb(tx, policies, 'create'),
    policies,
    resources,
    { ...checked.data, catalog_type: await copiedFor(tx) },
    'import',
  )
  const { implementation_groups, source, ...scores } = version
  const at = await insertVersion(tx, resources, id, {
    ...scores,
    status: 'PUBLISHED',
    implementation_groups,
    source: source as object | null,
  })
  const own = (entity: string, from: number) => known.get(entity, from) ?? []
  const stored = await storeContent(tx, resources, id, at, {
    groups,
    controls: controls.map((one) => ({ ...one, threats: one.threats.flatMap((from) => own('threat', from)) })),
  })
  const lineages = new Map(controls.map(({ key }, n) => [key, stored.controls[n]?.lineage_id]))
  const added = links.flatMap(({ key, solution, share }) => {
    const [lineage, here] = [lineages.get(key), known.get('solution', solution)]
    return lineage === undefined || here === undefined ? [] : [{ lineage_id: lineage, solution_id: here, share, to_confirm: false }]
  })
  if (added.length > 0) await addLinks(tx, id, added, 'import')
  await makeCurrent(tx, resources, id, at)
  known.set(policy.name, item.id, id)
}

/** Whether groups hold each other in a circle. */
const turns = (groups: Whole['groups']): boolean =>
  groups.some((_, start) => {
    let at: number | null = start
    for (let n = 0; at !== null; n += 1) {
      if (n > groups.length) return true
      at = groups[at]?.parent ?? null
    }
    return false
  })
