import { sql } from 'kysely'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Asked } from '#areas/campaigns/contract/campaign-items.ts'
import { answersShown, type AnswerVersion, type FoundAnswer, type ResultItem } from '#areas/campaigns/contract/result-calls.ts'
import { topOf } from '#areas/campaigns/contract/result-score.ts'
import { textIn, type Question } from '#areas/questionnaires/contract/structure.ts'
import { scored } from '#areas/campaigns/server/scored.ts'
import { headOf, isScaled } from './campaign-head.ts'
import { columnsOf } from './campaign-results.ts'
import { countedOf, linesOf } from './lines.ts'
import { levelSql } from './spread.ts'

type Item = Asked['items'][number]
export const wordsOf = (item: Item, lang: 'en' | 'fr'): { identifier: string | null; name: string | null } => {
  const [en, fr] = item.kind === 'QUESTION' ? [item.question.text_en, item.question.text_fr] : [item.name_en, item.name_fr]
  return { identifier: item.kind === 'QUESTION' ? item.question.key : item.identifier, name: (lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? null }
}

/** What a question was answered, in words. */
export function valueOf(question: Question, value: unknown, lang: 'en' | 'fr'): string | number | { readonly day: string } | null {
  if (Array.isArray(value))
    return question.options
      .filter(({ key }) => value.includes(key))
      .map((option) => textIn(option, 'label', lang))
      .join(', ')
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  return question.type === 'DATE' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { day: value } : value
}

/** Each requirement or question over all perimeters that count, in the order of the text. */
export async function itemsOf(tx: Tx, grant: Grant, id: number, perimeter: number | undefined): Promise<ResultItem[]> {
  const head = await headOf(tx, grant, id)
  const { asked, top } = await columnsOf(tx, head)
  const counted = countedOf(await linesOf(tx, [id], perimeter))
  const rows = await tx.run(sql<{
    item: number
    level: string
    count: number
    worth: number | null
    weight: number
  }>`select a.item, ${levelSql(isScaled(head))} as level,
      count(*)::int as count, sum(a.worth * w.weight)::float8 as worth, coalesce(sum(w.weight) filter (where a.worth is not null and ${scored}), 0)::int as weight
    from unnest(${counted.map(({ evaluation }) => evaluation)}::bigint[], ${counted.map(({ weight }) => weight)}::int[]) as w (evaluation, weight)
      join evaluation_answer a on a.customer_id = ${tx.customerId} and a.evaluation_id = w.evaluation and not a.hidden and not a.suggested
    group by 1, 2`)
  const tops = topOf(asked.parts, top)
  const found = Map.groupBy(rows, ({ item }) => item)
  return asked.items.map((item) => {
    const own = found.get(item.item) ?? []
    const [weight, worth] = [own.reduce((sum, one) => sum + one.weight, 0), own.reduce((sum, one) => sum + (one.worth ?? 0), 0)]
    const levels: Record<string, number> = Object.fromEntries(own.map(({ level, count }) => [level, count]))
    const { na = 0, other = 0, ...rest } = levels
    return {
      item: item.item,
      part: tops.get(item.part) ?? '',
      ...wordsOf(item, grant.who.lang),
      score: weight === 0 ? null : worth / weight,
      answers: own.reduce((sum, { count }) => sum + count, 0),
      levels: rest,
      na,
      other,
    }
  })
}

interface Sought {
  readonly part?: string | undefined
  readonly item?: number | undefined
  readonly level?: number | 'na' | 'other' | undefined
  readonly perimeter?: number | undefined
}

/** Answers that count, of a group and of a level: what stands behind a number of the distribution. */
export async function answersFound(
  tx: Tx,
  grant: Grant,
  id: number,
  { part, item, level, perimeter }: Sought,
): Promise<{ objects: FoundAnswer[]; total: number }> {
  const head = await headOf(tx, grant, id)
  const { asked, top } = await columnsOf(tx, head)
  const tops = topOf(asked.parts, top)
  const wanted = asked.items.filter((one) => (item === undefined || one.item === item) && (part === undefined || tops.get(one.part) === part))
  const byItem = new Map(wanted.map((one) => [one.item, one]))
  const counted = countedOf(await linesOf(tx, [id], perimeter))
  const byEvaluation = new Map(counted.map((line) => [line.evaluation, line]))
  const rows = await tx.run(sql<
    Omit<FoundAnswer, 'perimeter' | 'identifier' | 'name'> & { total: number }
  >`select a.evaluation_id as evaluation, a.item, a.level, a.na, a.comment,
      m.name as by, to_json(a.answered_at)#>>'{}' as at, count(*) over ()::int as total
    from evaluation_answer a left join member m on m.customer_id = a.customer_id and m.id = a.answered_by_id
    where a.customer_id = ${tx.customerId} and a.evaluation_id = any(${[...byEvaluation.keys()]}::bigint[]) and a.item = any(${[...byItem.keys()]}::bigint[])
      and not a.hidden and not a.suggested ${level === undefined ? sql`` : sql`and ${levelSql(isScaled(head))} = ${String(level)}`}
    order by a.item, a.evaluation_id limit ${answersShown}`)
  const objects = rows.flatMap(({ evaluation, level: found, na, comment, by, at, ...row }) => {
    const [asks, line] = [byItem.get(row.item), byEvaluation.get(evaluation)]
    return asks && line
      ? [
          {
            evaluation,
            level: found,
            na,
            comment,
            by,
            at,
            item: row.item,
            ...wordsOf(asks, grant.who.lang),
            perimeter: { id: line.perimeter, name: line.name },
          },
        ]
      : []
  })
  return { objects, total: rows[0]?.total ?? 0 }
}

/** What was said of one requirement or question there, version by version, newest first; the caller may read the evaluation. */
export const versionsOf = (tx: Tx, evaluation: number, item: number): Promise<AnswerVersion[]> => {
  const columns = sql.raw('customer_id, version, level, value, na, justification, comment, answered_by_id, answered_at')
  const here = sql`where customer_id = ${tx.customerId} and evaluation_id = ${evaluation} and item = ${item}`
  return tx.run(sql<AnswerVersion>`select a.version, a.level, a.value, a.na, a.justification, a.comment, m.name as by, to_json(a.answered_at)#>>'{}' as at
    from (select ${columns} from evaluation_answer ${here} union all select ${columns} from evaluation_answer_history ${here}) a
      left join member m on m.customer_id = a.customer_id and m.id = a.answered_by_id
    order by a.answered_at desc, a.version desc limit 200`)
}
