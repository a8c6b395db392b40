import { sql } from 'kysely'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { renderMessage } from '#kit/server/sheets/stored-message.ts'
import type { AddedFramework, Addition, AdditionItem } from '#areas/library/contract/addition.ts'
import type { LibraryCounts } from '#areas/library/contract/import-result.ts'
import type { ShelfKind } from '#areas/library/contract/shelf.ts'
import { urnTail } from '#areas/library/server/format/urn.ts'
import { countAlike } from '#areas/policies/server/index.ts'
import type { PolicyKind } from '#areas/policies/contract/policy.ts'
import { additionRows, policiesOf, type ItemRow } from './addition-rows.ts'
import { familyOf } from './urn-family.ts'
import { refusalOf } from './undo-refusal.ts'

const hasEnded = ({ status }: ItemRow) => status === 'COMPLETE' || status === 'ERROR'
/** The page that says what has come of an addition; a few statements, however many libraries it had. */
export async function readAddition(tx: Tx, translate: Translate, id: number): Promise<Addition> {
  const { addition, items } = await additionRows(tx, id)
  const running = !items.every(hasEnded)
  const policies = policiesOf(items)
  const chosen = items.filter((item) => item.chosen)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const onlyPolicy = only && policiesOf([only])[0]
  const last = Math.max(...items.map(({ updated_at }) => updated_at.getTime()))
  return {
    id,
    seconds: running ? null : Math.max(0, (last - addition.created_at.getTime()) / 1000),
    undone_at: addition.undone_at?.toISOString() ?? null,
    refusal: await refusalOf(tx, addition, items),
    items: items.map((item) => itemOf(item, translate, tx.who.lang)),
    framework: only && onlyPolicy !== undefined ? await frameworkOf(tx, onlyPolicy, only, running) : null,
    absent: await absentOf(tx, policies),
  }
}

function itemOf(item: ItemRow, translate: Translate, lang: Tx['who']['lang']): AdditionItem {
  const { counts, result, entry, status, lines } = item
  const worst = lines.find(({ level }) => level === 'error')
  return {
    report_id: item.report_id,
    file_id: item.file_id,
    name_en: result?.name_en ?? entry?.name_en ?? item.file_name,
    name_fr: result?.name_fr ?? entry?.name_fr ?? null,
    kind: entry?.kind ?? kindOf(counts),
    chosen: item.chosen,
    status,
    progress: item.progress,
    outcome: result?.outcome ?? null,
    reason: status === 'ERROR' && worst ? renderMessage(translate, worst.message, lang) : null,
    requirements: counts.requirements ?? entry?.counts.requirements ?? 0,
    pairs: counts.mapping_pairs ?? entry?.counts.mapping_pairs ?? 0,
    solutions: counts.solutions ?? entry?.counts.solutions ?? 0,
    policy_id: result?.policies[0]?.policy_id ?? null,
  }
}

const kindOf = (counts: Partial<LibraryCounts>): ShelfKind =>
  counts.policies ? 'framework' : counts.mapping_pairs ? 'mapping' : counts.solutions ? 'solution' : counts.risk_matrices ? 'matrix' : 'other'

interface FrameworkRow {
  readonly version: number
  readonly version_id: number | null
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly identifier: string | null
  readonly provider: string | null
  readonly kind: PolicyKind | null
  readonly requirements: number
  readonly groups: number
  readonly linked: number
  readonly suggested: number
  readonly by_sets: readonly string[]
  readonly models: number
  readonly applied: boolean
}

/** Suggested: without a model, but paired by a mapping set with a requirement that has one. */
async function frameworkOf(tx: Tx, policyId: number, { entry, result }: ItemRow, running: boolean): Promise<AddedFramework | null> {
  const { customerId, who } = tx
  const row = await tx.first(sql<FrameworkRow>`with lines as (
      select c.lineage_id, l.key, exists (select 1 from control_solution cs where cs.customer_id = ${customerId} and cs.lineage_id = c.lineage_id) as linked
      from policy p join control c on c.customer_id = ${customerId} and c.policy_version_id = p.current_version_id
      join control_lineage l on l.customer_id = ${customerId} and l.id = c.lineage_id where p.customer_id = ${customerId} and p.id = ${policyId}),
    answered as (select distinct l.key from control_lineage l join control_solution cs on cs.customer_id = ${customerId} and cs.lineage_id = l.id
      where l.customer_id = ${customerId} and l.policy_id <> ${policyId}),
    paired as (select source_urn as key, target_urn as other, mapping_set_id as set_id from mapping_pair where customer_id = ${customerId} and relationship <> 'not_related'
      union all select target_urn, source_urn, mapping_set_id from mapping_pair where customer_id = ${customerId} and relationship <> 'not_related'),
    sets as (select m.id, ${localizedText(rowRef('m'), 'name', who.lang)} as name, count(distinct i.key) as known from lines i join paired x on x.key = i.key
      join answered a on a.key = x.other join mapping_set m on m.customer_id = ${customerId} and m.id = x.set_id
      where not i.linked group by m.customer_id, m.id order by known desc, m.id limit 3)
    select p.version, p.current_version_id as version_id, p.name_en, p.name_fr, p.identifier, p.provider, p.kind, (select count(*) from lines) as requirements,
      (select count(*) from control_group g where g.customer_id = ${customerId} and g.policy_version_id = p.current_version_id) as groups,
      (select count(*) from lines where linked) as linked,
      (select count(*) from lines i where not i.linked and exists (select 1 from paired x join answered a on a.key = x.other where x.key = i.key)) as suggested,
      (select coalesce(jsonb_agg(s.name order by s.known desc, s.id), '[]') from sets s) as by_sets,
      (select count(*) from solution s where s.customer_id = ${customerId} and not s.archived) as models,
      exists (select 1 from policy_application a where a.customer_id = ${customerId} and a.policy_id = p.id) as applied
    from policy p where p.customer_id = ${customerId} and p.id = ${policyId}`)
  if (!row) return null
  const { name_en, name_fr, identifier, version_id, ...rest } = row
  return {
    ...rest,
    by_sets: [...row.by_sets],
    policy_id: policyId,
    // Asked for every half a second while it comes.
    alike: running || version_id === null ? 0 : await countAlike(tx, version_id),
    name: who.lang === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr),
    reference: identifier,
    version_label: result?.version_label ?? entry?.version_label ?? '',
    publication_date: entry?.publication_date ?? null,
    may_change: !row.applied,
    languages: entry?.languages ?? [],
  }
}

/** What requirements of these policies name and nobody has, by the name that its URNs share. */
async function absentOf(tx: Tx, policies: readonly number[]): Promise<Addition['absent']> {
  if (policies.length === 0) return []
  const rows = await tx.run(sql<{ kind: 'reference_control' | 'threat'; urn: string; links: number }>`select r.kind, r.urn, count(*) as links
    from library_reference r join control_lineage l on l.customer_id = r.customer_id and l.id = r.lineage_id
    where r.customer_id = ${tx.customerId} and l.policy_id = any(${policies}::bigint[]) group by r.kind, r.urn`)
  const families = new Map<string, Addition['absent'][number]>()
  for (const { kind, urn, links } of rows) {
    const family = familyOf(urn)
    const same = families.get(family)
    families.set(family, { name: urnTail(family), kind, links: links + (same?.links ?? 0), objects: 1 + (same?.objects ?? 0) })
  }
  return [...families.values()].toSorted((a, b) => b.links - a.links)
}
