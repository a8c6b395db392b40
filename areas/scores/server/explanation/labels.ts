import { sql } from 'kysely'
import { asSql, type RowRule } from '#kit/server/access/row-rule.ts'
import { localizedText, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { measureRules } from '#areas/measures/server/index.ts'
import { perimeterRules } from '#areas/organisation/server/index.ts'
import { policyContentRules, policyRules } from '#areas/policies/server/index.ts'
import type { Label } from '#areas/scores/contract/calls.ts'

/** `operator`: a perimeter that is told to those whom its measures serve, or are offered (MEA-07). */
const kinds = ['perimeter', 'operator', 'tag', 'policy', 'requirement', 'group', 'solution', 'measure', 'remediation', 'runtask', 'indicator'] as const
type LabelKind = (typeof kinds)[number]

/** Names of what scores speak of, asked for all at once. */
export class Labels {
  #wanted = new Map<LabelKind, Set<number>>(kinds.map((kind) => [kind, new Set()]))
  #found = new Map<string, Label>()
  #open = new Set<string>()
  #places = new Map<string, number>()

  /** Remembers to look a name up; a lineage below zero is a group's. */
  want(kind: LabelKind | 'lineage', id: number | null | undefined): void {
    if (id === null || id === undefined) return
    if (kind === 'lineage') this.#wanted.get(id < 0 ? 'group' : 'requirement')?.add(Math.abs(id))
    else this.#wanted.get(kind)?.add(id)
  }

  get(kind: LabelKind | 'lineage', id: number | null | undefined): Label | null {
    if (id === null || id === undefined) return null
    return this.#found.get(keyOf(kind, id)) ?? { id, name: `#${Math.abs(id)}`, identifier: null }
  }

  /** Of several those that the reader may open, to choose among: what somebody may not know of is not offered. */
  open(kind: LabelKind, ids: Iterable<number>): Label[] {
    return [...ids].flatMap((id) => (this.#open.has(keyOf(kind, id)) ? (this.get(kind, id) ?? []) : []))
  }

  /** Where a requirement or group stands in the text of its policy. */
  placeOf(lineage: number): number {
    return this.#places.get(keyOf('lineage', lineage)) ?? 0
  }

  /** Looks up all that was wanted, in one statement; of what the reader may not open only that it is there. `resources`: for those of areas above. */
  async load(tx: Tx, resources?: Resources): Promise<this> {
    const named = (kind: LabelKind, table: string, options: { identifier: boolean; key?: string; placed?: true; rule?: RowRule }) => {
      const ids = [...(this.#wanted.get(kind) ?? [])]
      if (ids.length === 0) return []
      const r = rowRef('r')
      const key = r(options.key ?? 'id')
      const open = options.rule?.(r, tx.who) ?? true
      return [
        sql`(select distinct on (${key}) ${sql.lit(kind)} as kind, ${key} as key, r.id, ${nameIf(open, localizedText(r, 'name', tx.who.lang), tx.who.lang)} as name, coalesce(${asSql(open)}, false) as open,
        ${options.identifier ? sql`case when ${asSql(open)} then ${r('identifier')} end` : sql`null::text`} collate "C" as identifier, ${options.placed ? r('position') : sql`0`} as place
        from ${sql.table(table)} r where r.customer_id = ${tx.customerId} and ${key} = any(${ids}::bigint[]) order by ${key}, r.id desc)`,
      ]
    }
    const parts = [
      ...named('perimeter', 'perimeter', { identifier: true, rule: perimeterRules.read }),
      ...named('operator', 'perimeter', { identifier: true }),
      ...named('tag', 'tag', { identifier: false }),
      ...named('policy', 'policy', { identifier: true, rule: policyRules.read }),
      ...named('requirement', 'control', { identifier: true, key: 'lineage_id', placed: true, rule: policyContentRules.read }),
      ...named('group', 'control_group', { identifier: true, placed: true, rule: policyContentRules.read }),
      ...named('solution', 'solution', { identifier: true }),
      ...named('measure', 'measure', { identifier: true, rule: measureRules.read }),
      ...(['remediation', 'runtask', 'indicator'] as const).flatMap((above) => {
        const rule = resources?.get(above)?.rules.read
        return rule ? named(above, above, { identifier: true, rule }) : []
      }),
    ]
    if (parts.length === 0) return this
    const rows = await tx.run(
      sql<{
        kind: string
        key: number
        id: number
        name: string | null
        open: boolean
        identifier: string | null
        place: number
      }>`${sql.join(parts, sql` union all `)}`,
    )
    for (const { kind, key, id, name, open, identifier, place } of rows) {
      if (open) this.#open.add(`${kind}:${key}`)
      this.#found.set(`${kind}:${key}`, { id, name: name ?? identifier ?? `#${id}`, identifier })
      this.#places.set(`${kind}:${key}`, place)
    }
    return this
  }
}

function keyOf(kind: LabelKind | 'lineage', id: number): string {
  if (kind !== 'lineage') return `${kind}:${id}`
  return id < 0 ? `group:${-id}` : `requirement:${id}`
}
