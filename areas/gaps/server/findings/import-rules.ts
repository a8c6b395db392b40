import { sql } from 'kysely'
import { dayAfter } from '#kit/contract/day-after.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { FoundLine } from './read-lines.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** A rule of a register: for which findings, and what becomes of them. */
export interface ImportRule {
  readonly from_severity: number | null
  readonly account: string | null
  readonly target: string | null
  /** None where it is archived by now. */
  readonly perimeter: Named | null
  readonly manager: Named | null
  readonly severity: number | null
  readonly days: number | null
}

/** What the rules decide of one finding that becomes a gap. */
export interface Ruled {
  readonly perimeter?: Named
  readonly manager?: Named
  readonly severity?: number
  readonly target_date?: string
}

/** The rules of a register in their order. */
export function importRules(tx: Tx, register: number): Promise<ImportRule[]> {
  const p = rowRef('p')
  return tx.run(sql<ImportRule>`select r.from_severity, r.account, r.target, r.severity, r.days,
      case when p.id is not null and not p.archived then jsonb_build_object('id', p.id, 'name', ${localizedText(p, 'name', tx.who.lang)}) end as perimeter,
      case when m.id is not null and not m.archived and not m.disabled then jsonb_build_object('id', m.id, 'name', m.name) end as manager
    from gap_register__rules r
      left join perimeter p on p.customer_id = r.customer_id and p.id = r.perimeter_id
      left join member m on m.customer_id = r.customer_id and m.id = r.manager_id
    where r.customer_id = ${tx.customerId} and r.owner_id = ${register} order by r.position`)
}

/** What the rules say of a finding: each value as the first rule has it that matches and says one. A date of the file's own stays. */
export function ruled(rules: readonly ImportRule[], { values, foundBy }: Pick<FoundLine, 'values' | 'foundBy'>, today: string): Ruled {
  const { severity: found, account, region, package: held, file, target_date: own } = values
  const matching = rules.filter(
    (rule) =>
      (rule.from_severity === null || (typeof found === 'number' && found >= rule.from_severity)) &&
      fits(rule.account, [account]) &&
      fits(rule.target, [region, held, file, foundBy]),
  )
  const first = <T>(of: (rule: ImportRule) => T | null): T | undefined => matching.map(of).find((value) => value !== null) ?? undefined
  const [perimeter, manager, severity, days] = [
    first((rule) => rule.perimeter),
    first((rule) => rule.manager),
    first((rule) => rule.severity),
    first((rule) => rule.days),
  ]
  return {
    ...(perimeter && { perimeter }),
    ...(manager && { manager }),
    ...(severity !== undefined && { severity }),
    ...(days !== undefined && own === undefined && { target_date: dayAfter(today, days) }),
  }
}

/** Whether one of the texts is what a pattern says, whatever its capitals; `*` stands for anything. No pattern fits all. */
function fits(pattern: string | null, texts: readonly (string | number | null | undefined)[]): boolean {
  if (pattern === null || pattern === '') return true
  const parts = pattern.toLowerCase().split('*')
  return texts.some((text) => typeof text === 'string' && holds(text.toLowerCase(), parts))
}

/** By looking for one part after the other: no pattern makes it slow. */
function holds(text: string, parts: readonly string[]): boolean {
  const [start = '', ...rest] = parts
  const end = rest.pop()
  if (end === undefined) return text === start
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false
  let at = start.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - end.length
}
