import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { invalidField, notFound } from '#kit/contract/errors.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { VersionDifference } from '#areas/policies/contract/calls.ts'
import { publisherVersion } from './publisher-version.ts'
import { workingVersion } from './solutions.ts'
import { readContent, type VersionContent } from './version-content.ts'

interface Comparable {
  readonly key: string
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly compared: Readonly<Record<string, unknown>>
}

type Head = VersionDifference['from']

/** What lies between two versions. Order alone is no change; groups match by URN, requirements by the key of their lineage. */
export async function compareVersions(tx: Tx, fromId: number, toId: number): Promise<VersionDifference> {
  const heads = await tx.run(
    sql<Head>`select v.id, v.number, ${publisherVersion(rowRef('v'))} as publisher_version, v.status from policy_version v where v.customer_id = ${tx.customerId} and v.id = any(${[fromId, toId]}::bigint[])`,
  )
  const head = (id: number) => {
    const found = heads.find((h) => h.id === id)
    if (!found) throw notFound()
    return found
  }
  const [before, after] = [await readContent(tx, fromId), await readContent(tx, toId)]
  const { lang } = tx.who
  return {
    from: head(fromId),
    to: head(toId),
    groups: compare(groupsOf(before), groupsOf(after), lang),
    requirements: compare(requirementsOf(before), requirementsOf(after), lang),
  }
}

const groupKey = (content: VersionContent, place: number | null) =>
  place === null ? null : (content.groups[place]?.urn ?? content.groups[place]?.identifier ?? null)

const comparedTexts = ['identifier', 'name_en', 'name_fr', 'description_en', 'description_fr', 'annotation', 'weight'] as const
const comparedOfControls = [...comparedTexts, 'level', 'implementation_groups', 'typical_evidence'] as const

function groupsOf(content: VersionContent): Comparable[] {
  return content.groups.map((row, n) => ({
    ...row,
    key: row.urn ?? row.identifier ?? `#${n}`,
    compared: { ...pick(row, comparedTexts), parent: groupKey(content, row.parent) },
  }))
}

function requirementsOf(content: VersionContent): Comparable[] {
  return content.controls.map((row) => ({ ...row, compared: { ...pick(row, comparedOfControls), group: groupKey(content, row.group) } }))
}

const pick = <T extends object>(row: T, keys: readonly (keyof T & string)[]): Record<string, unknown> => Object.fromEntries(keys.map((key) => [key, row[key]]))

function compare(before: readonly Comparable[], after: readonly Comparable[], lang: Language): VersionDifference['groups'] {
  const describe = (row: Comparable, fields: string[] = []) => ({
    key: row.key,
    identifier: row.identifier,
    name: lang === 'fr' ? (row.name_fr ?? row.name_en) : (row.name_en ?? row.name_fr),
    fields,
  })
  const old = new Map(before.map((row) => [row.key, row]))
  const remaining = new Set(after.map((row) => row.key))
  return {
    added: after.filter((row) => !old.has(row.key)).map((row) => describe(row)),
    removed: before.filter((row) => !remaining.has(row.key)).map((row) => describe(row)),
    changed: after.flatMap((row) => {
      const known = old.get(row.key)
      const fields = known ? Object.keys(row.compared).filter((name) => !isDeepStrictEqual(known.compared[name], row.compared[name])) : []
      return fields.length > 0 ? [describe(row, fields)] : []
    }),
  }
}

/** `ref` is a version of the policy, else the policy that it was copied from (POL-12); `to` a version, else the one in use. */
export async function comparePolicy(tx: Tx, policyId: number, ref: number, to?: number): Promise<VersionDifference> {
  const owned = async (id: number) =>
    tx.first(sql<{ id: number }>`select id from policy_version where customer_id = ${tx.customerId} and id = ${id} and policy_id = ${policyId}`)
  const target = to === undefined ? await workingVersion(tx, policyId) : (await owned(to))?.id
  if (target === undefined) throw notFound()
  const version = await owned(ref)
  if (version) return compareVersions(tx, version.id, target)
  const parent = await tx.first(
    sql`select 1 from policy where customer_id = ${tx.customerId} and id = ${policyId} and origin_id = ${ref} and origin_customer_id = ${tx.customerId}`,
  )
  if (!parent) throw notFound()
  return compareVersions(tx, await workingVersion(tx, ref), target)
}

/** The published version that a perimeter may move to: the given one, else the current one. */
export async function adoptable(tx: Tx, policyId: number, wanted: number | undefined): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`select v.id from policy_version v join policy p on p.customer_id = v.customer_id and p.id = v.policy_id
    where v.customer_id = ${tx.customerId} and v.policy_id = ${policyId} and v.status <> 'DRAFT' and v.id = coalesce(${wanted ?? null}::bigint, p.current_version_id)`)
  if (!row) throw invalidField('policy_version', 'kit.errors.missing_reference')
  return row.id
}
