import { sql } from 'kysely'
import type { ComparedNodes, ImportedPolicy, ImportResult } from '#areas/library/contract/import-result.ts'
import { diffFrameworks, type NodeSummary } from '#areas/library/server/diff-frameworks.ts'
import type { ParsedFramework, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { coverageTurn, policyTurn } from '#areas/policies/server/index.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'

/** What an import would do, with what it needs to do it. */
export interface Comparison {
  readonly result: ImportResult
  /** The library's row, when an edition is already there. */
  readonly libraryId: number | null
  readonly sameBytes: boolean
  /** Frameworks of the edition before, by URN. */
  readonly before: ReadonlyMap<string, ParsedFramework>
  /** Policies that frameworks of the file became earlier, by URN. */
  readonly policyIds: ReadonlyMap<string, number>
}

interface KnownLibrary {
  readonly id: number
  readonly edition: number
  readonly version_label: string
  readonly sha256: string
}

/** Compares a file with what the organisation has; writes nothing. */
export async function compareLibrary(tx: Tx, library: ParsedLibrary): Promise<Comparison> {
  const { customerId } = tx
  // One import of an organisation at a time: two files may bring the same objects. It also waits here for what its policies and their links wait for.
  for (const turn of ['library import', policyTurn(), coverageTurn()]) await takeTurn(tx, turn)
  const known = await tx.first(
    sql<KnownLibrary>`select id, edition, version_label, sha256 from library where customer_id = ${customerId} and urn = ${library.urn} and locale = ${library.locale}`,
  )
  const urns = library.frameworks.map((framework) => framework.urn)
  const policies = await tx.run(sql<{ id: number; urn: string }>`select id, urn from policy where customer_id = ${customerId} and urn = any(${urns}::text[])`)
  const policyIds = new Map(policies.map((policy) => [policy.urn, policy.id]))
  const outcome = !known ? 'created' : known.edition === library.version ? 'unchanged' : known.edition > library.version ? 'older' : 'upgraded'
  const before = known && outcome === 'upgraded' ? await frameworksOf(tx, known) : new Map<string, ParsedFramework>()
  const moving = outcome === 'created' || outcome === 'upgraded'
  return {
    libraryId: known?.id ?? null,
    sameBytes: known?.sha256 === library.sha256,
    before,
    policyIds,
    result: {
      outcome,
      name_en: library.name.en,
      name_fr: library.name.fr,
      version_label: library.version_label,
      known_version_label: known?.version_label ?? null,
      policies: moving ? library.frameworks.map((framework) => comparePolicy(framework, before.get(framework.urn), policyIds.get(framework.urn))) : [],
    },
  }
}

async function frameworksOf(tx: Tx, { id, edition }: KnownLibrary): Promise<Map<string, ParsedFramework>> {
  const row = await tx.first(sql<{ frameworks: ParsedFramework[] }>`select content->'frameworks' as frameworks from library_content
    where customer_id = ${tx.customerId} and library_id = ${id} and edition = ${edition}`)
  return new Map((row?.frameworks ?? []).map((framework) => [framework.urn, framework]))
}

const namedNodes = 200

function comparePolicy(framework: ParsedFramework, before: ParsedFramework | undefined, policyId: number | undefined): ImportedPolicy {
  const difference = before && diffFrameworks(before, framework)
  const summarise = (nodes: readonly (NodeSummary & { fields?: string[] })[]): ComparedNodes => ({
    total: nodes.length,
    nodes: nodes
      .slice(0, namedNodes)
      .map(({ ref_id, display_name, fields = [] }) => ({ identifier: ref_id, name_en: display_name.en, name_fr: display_name.fr, fields })),
  })
  return {
    name_en: framework.name.en,
    name_fr: framework.name.fr,
    policy_id: policyId ?? null,
    outcome: policyId === undefined ? 'created' : 'new_version',
    difference: difference ? { added: summarise(difference.added), changed: summarise(difference.changed), removed: summarise(difference.removed) } : null,
  }
}
