import { sql } from 'kysely'
import { addLinks, insertVersion, makeCurrent, storeContent } from '#areas/policies/server/index.ts'
import type { ParsedFramework, ParsedLibrary, ParsedNode } from '#areas/library/server/library-content.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { contentOf, groupsOf } from './framework-content.ts'
import { otherTexts } from './single-text.ts'
import { freeIdentifiers } from './store-objects.ts'

interface Place {
  readonly policyId: number | undefined
  /** The framework in the edition before; links that it already named are the organisation's to keep or to end. */
  readonly before: ParsedFramework | undefined
}

/** Stores a framework as a new policy, or as a new published version of the one it became before; answers the policy's id. */
export async function storeFramework(
  tx: Tx,
  resources: Resources,
  library: ParsedLibrary,
  framework: ParsedFramework,
  { policyId: known, before }: Place,
): Promise<number> {
  const policies = resourceOf(resources, 'policy')
  const said = {
    name_en: framework.name.en,
    name_fr: framework.name.fr,
    description_en: framework.description.en,
    description_fr: framework.description.fr,
    provider: library.provider,
    translations: otherTexts(framework.translations, { annotation: framework.annotation }),
  }
  const policyId = known ?? (await createPolicy())
  if (known !== undefined) await updateRow(tx, authorizeVerb(tx, policies, 'update'), policies, resources, known, said, { action: 'import' })

  async function createPolicy(): Promise<number> {
    // An OSCAL catalog has no other reference than its UUID, which nobody would recognise: it gets the next number instead.
    const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(framework.ref_id ?? '')
      ? null
      : (await freeIdentifiers(tx, 'policy', [framework])).get(framework.urn)
    return (await createRow(tx, authorizeVerb(tx, policies, 'create'), policies, resources, { ...said, urn: framework.urn, identifier }, 'import')).id
  }

  const { scores_definition, outcomes_definition, field_visibility, extra } = framework
  const versionId = await insertVersion(tx, policyId, {
    status: 'PUBLISHED',
    min_score: framework.min_score,
    max_score: framework.max_score,
    implementation_groups: groupsOf(framework),
    source: { library_urn: library.urn, version_label: library.version_label, scores_definition, outcomes_definition, field_visibility, extra },
  })
  const content = contentOf(framework)
  const stored = await storeContent(tx, resources, policyId, versionId, content)
  await makeCurrent(tx, resources, policyId, versionId)
  await linkRequirements(
    tx,
    policyId,
    content.nodes.map((node, n) => ({ node, id: stored.controls[n]?.id ?? 0, lineage_id: stored.controls[n]?.lineage_id ?? 0 })),
    before,
  )
  return policyId
}

interface StoredNode {
  readonly node: ParsedNode
  readonly id: number
  readonly lineage_id: number
}

/** Links requirements to the solutions and threats they name; each solution answers all of it, so several share it by their mean. What is unknown is noted for a later import. */
async function linkRequirements(tx: Tx, policyId: number, controls: readonly StoredNode[], before: ParsedFramework | undefined): Promise<void> {
  const { customerId } = tx
  const ids = async (table: 'solution' | 'threat', urns: readonly string[]) => {
    const rows = await tx.run(
      sql<{ id: number; urn: string }>`select id, urn from ${sql.table(table)} where customer_id = ${customerId} and urn = any(${[...new Set(urns)]}::text[])`,
    )
    return new Map(rows.map((row) => [row.urn, row.id]))
  }
  const earlier = new Map(before?.nodes.map((node) => [node.urn, node]))
  const named = controls.flatMap(({ node, lineage_id }) => {
    const kept = new Set(earlier.get(node.urn)?.reference_controls)
    return [...new Set(node.reference_controls)].filter((urn) => !kept.has(urn)).map((urn) => ({ urn, lineage_id }))
  })
  const threatened = controls.flatMap(({ node, id, lineage_id }) => [...new Set(node.threats)].map((urn) => ({ urn, id, lineage_id })))
  const [solutions, threats] = [
    await ids(
      'solution',
      named.map((n) => n.urn),
    ),
    await ids(
      'threat',
      threatened.map((n) => n.urn),
    ),
  ]

  const links = named.flatMap(({ urn, lineage_id }) =>
    solutions.has(urn) ? [{ lineage_id, solution_id: solutions.get(urn) ?? 0, share: 100, to_confirm: false }] : [],
  )
  if (links.length > 0) await addLinks(tx, policyId, links, 'import')
  const hits = threatened.filter(({ urn }) => threats.has(urn))
  if (hits.length > 0) {
    await tx.run(sql`insert into control__threats (customer_id, owner_id, target_id)
      select ${customerId}::bigint, * from unnest(${hits.map((h) => h.id)}::bigint[], ${hits.map((h) => threats.get(h.urn))}::bigint[]) on conflict do nothing`)
  }
  const unknown = [
    ...named.filter(({ urn }) => !solutions.has(urn)).map(({ urn, lineage_id }) => ({ kind: 'reference_control', urn, lineage_id })),
    ...threatened.filter(({ urn }) => !threats.has(urn)).map(({ urn, lineage_id }) => ({ kind: 'threat', urn, lineage_id })),
  ]
  if (unknown.length === 0) return
  await tx.run(sql`insert into library_reference (customer_id, lineage_id, kind, urn)
    select ${customerId}::bigint, * from unnest(${unknown.map((u) => u.lineage_id)}::bigint[], ${unknown.map((u) => u.kind)}::text[], ${unknown.map((u) => u.urn)}::text[]) on conflict do nothing`)
}
