import { sql } from 'kysely'
import { addLinks, insertVersion, makeCurrent, storeContent } from '#areas/policies/server/index.ts'
import type { ParsedFramework, ParsedLibrary, ParsedNode } from '#areas/library/server/library-content.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { contentOf, groupsOf } from './framework-content.ts'
import { guessKind } from './guess-kind.ts'
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
  const fields = {
    name_en: framework.name.en,
    name_fr: framework.name.fr,
    description_en: framework.description.en,
    description_fr: framework.description.fr,
    provider: library.provider,
    translations: otherTexts(framework.translations, { annotation: framework.annotation }),
  }
  const policyId = known ?? (await createPolicy())
  if (known !== undefined) await updateRow(tx, authorizeVerb(tx, policies, 'update'), policies, resources, known, fields, { action: 'import' })

  async function createPolicy(): Promise<number> {
    // An OSCAL catalog has no other reference than its UUID, which nobody would recognise: it gets the next number instead.
    const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(framework.ref_id ?? '')
      ? null
      : (await freeIdentifiers(tx, 'policy', [framework])).get(framework.urn)
    return (
      await createRow(
        tx,
        authorizeVerb(tx, policies, 'create'),
        policies,
        resources,
        { ...fields, urn: framework.urn, identifier, kind: guessKind(library, framework) },
        'import',
      )
    ).id
  }

  const { scores_definition, outcomes_definition, field_visibility, extra } = framework
  const versionId = await insertVersion(tx, resources, policyId, {
    status: 'PUBLISHED',
    min_score: framework.min_score,
    max_score: framework.max_score,
    implementation_groups: groupsOf(framework),
    source: {
      library_urn: library.urn,
      version_label: library.version_label,
      publication_date: library.publication_date,
      scores_definition,
      outcomes_definition,
      field_visibility,
      extra,
    },
  })
  const content = contentOf(framework)
  const threats = await idsOf(
    tx,
    'threat',
    content.nodes.flatMap((node) => node.threats),
  )
  const controls = content.controls.map((control, n) => ({ ...control, threats: knownOf(threats, content.nodes[n]?.threats ?? []) }))
  const stored = await storeContent(tx, resources, policyId, versionId, { groups: content.groups, controls })
  await makeCurrent(tx, resources, policyId, versionId)
  const nodes = content.nodes.map((node, n) => ({ node, lineage_id: stored.controls[n]?.lineage_id ?? 0 }))
  await linkSolutions(tx, policyId, nodes, before)
  await noteUnknown(
    tx,
    'threat',
    nodes.flatMap(({ node, lineage_id }) => [...new Set(node.threats)].flatMap((urn) => (threats.has(urn) ? [] : [{ urn, lineage_id }]))),
  )
  return policyId
}

type Urns = ReadonlyMap<string, number>

/** What is known of some solutions or threats, by URN. */
async function idsOf(tx: Tx, table: 'solution' | 'threat', urns: readonly string[]): Promise<Urns> {
  const rows = await tx.run(
    sql<{ id: number; urn: string }>`select id, urn from ${sql.table(table)} where customer_id = ${tx.customerId} and urn = any(${[...new Set(urns)]}::text[])`,
  )
  return new Map(rows.map((row) => [row.urn, row.id]))
}

const knownOf = (ids: Urns, urns: readonly string[]): number[] => [...new Set(urns)].flatMap((urn) => ids.get(urn) ?? [])

interface StoredNode {
  readonly node: ParsedNode
  readonly lineage_id: number
}

/** Links requirements to the solutions they name; each answers all of it, so several share it by their mean. */
async function linkSolutions(tx: Tx, policyId: number, nodes: readonly StoredNode[], before: ParsedFramework | undefined): Promise<void> {
  const earlier = new Map(before?.nodes.map((node) => [node.urn, node]))
  const named = nodes.flatMap(({ node, lineage_id }) => {
    const previousControls = new Set(earlier.get(node.urn)?.reference_controls)
    return [...new Set(node.reference_controls)].filter((urn) => !previousControls.has(urn)).map((urn) => ({ urn, lineage_id }))
  })
  const solutions = await idsOf(
    tx,
    'solution',
    named.map(({ urn }) => urn),
  )
  const links = named.flatMap(({ urn, lineage_id }) =>
    solutions.has(urn) ? [{ lineage_id, solution_id: solutions.get(urn) ?? 0, share: 100, to_confirm: false }] : [],
  )
  if (links.length > 0) await addLinks(tx, policyId, links, 'import')
  await noteUnknown(
    tx,
    'reference_control',
    named.filter(({ urn }) => !solutions.has(urn)),
  )
}

/** What is unknown is noted for a later import. */
async function noteUnknown(
  tx: Tx,
  kind: 'reference_control' | 'threat',
  unknown: readonly { readonly urn: string; readonly lineage_id: number }[],
): Promise<void> {
  if (unknown.length === 0) return
  await tx.run(sql`insert into library_reference (customer_id, lineage_id, kind, urn)
    select ${tx.customerId}::bigint, w.lineage_id, ${kind}, w.urn
    from unnest(${unknown.map((u) => u.lineage_id)}::bigint[], ${unknown.map((u) => u.urn)}::text[]) as w (lineage_id, urn) on conflict do nothing`)
}
