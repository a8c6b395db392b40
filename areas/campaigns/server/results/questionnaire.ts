import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { textIn, type Accumulator, type Question, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { askedQuestions } from '#areas/campaigns/server/campaign-items.ts'
import type { QuestionnaireResult, QuestionResult } from '#areas/campaigns/contract/result-questionnaire.ts'
import { weightedMean } from '#areas/campaigns/contract/result-score.ts'
import { countedOf, linesOf, type EvaluationLine } from './lines.ts'

interface Asked {
  readonly campaign?: number | undefined
  readonly perimeter?: number | undefined
}

interface Counted {
  readonly item: number
  readonly key: string | null
  readonly count: number
}
interface Ranged {
  readonly item: number
  readonly answers: number
  readonly na: number
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
  readonly first: string | null
  readonly last: string | null
}

/** How a questionnaire was answered over campaigns and perimeters, in its newest edition. A number of statements that does not grow with answers. */
export async function questionnaireResult(tx: Tx, resources: Resources, id: number, { campaign, perimeter }: Asked): Promise<QuestionnaireResult> {
  const { lang } = tx.who
  const questionnaires = resourceOf(resources, 'questionnaire')
  const row = await getRow(tx, authorizeVerb(tx, questionnaires, 'read'), questionnaires, resources, id)
  authorize(tx.who, 'campaign.read')
  const held = await tx.run(sql<{
    id: number
    name_en: string | null
    name_fr: string | null
    edition: number | null
    evaluations: number
  }>`select c.id, c.name_en, c.name_fr, c.edition,
      (select count(*)::int from evaluation x where x.customer_id = c.customer_id and x.campaign_id = c.id) as evaluations
    from campaign c where c.customer_id = ${tx.customerId} and c.questionnaire_id = ${id} order by c.date_start desc nulls last, c.id desc`)
  const edition = held.find((one) => one.id === campaign)?.edition ?? Math.max(0, ...held.map((one) => one.edition ?? 0))
  const all = await linesOf(
    tx,
    held.map((one) => one.id),
    perimeter,
  )
  const seen = new Set(all.map((line) => line.campaign))
  const lines = countedOf(all).filter((line) => campaign === undefined || line.campaign === campaign)
  const asked = edition > 0 ? await askedQuestions(tx, id, edition) : { items: [], structure: { sections: [], accumulators: [] } as Structure }
  const items = new Map(asked.items.map(({ item, question }) => [question.key, item]))
  const evaluations = lines.map(({ evaluation }) => evaluation)
  const counts = Map.groupBy(await countOptions(tx, evaluations), ({ item }) => item)
  const ranges = new Map((await rangesOf(tx, evaluations)).map((one) => [one.item, one]))
  const named = (entry: { id: number; name_en: string | null; name_fr: string | null }) => ({
    id: entry.id,
    name: (lang === 'fr' ? (entry.name_fr ?? entry.name_en) : (entry.name_en ?? entry.name_fr)) ?? '',
  })
  const perimeters = new Map(all.map((line) => [line.perimeter, line.name]))
  return {
    questionnaire: { id, name: String(row.name ?? row.name_en ?? row.name_fr ?? ''), edition: edition || null },
    sections: asked.structure.sections.map((section) => ({
      key: section.key,
      title: textIn(section, 'title', lang),
      score: weightedMean(lines.map(({ parts, weight }) => ({ score: parts[section.key]?.score ?? null, weight }))),
      questions: section.questions.map((question) =>
        resultOf(question, lang, counts.get(items.get(question.key) ?? 0) ?? [], ranges.get(items.get(question.key) ?? 0)),
      ),
    })),
    accumulators: asked.structure.accumulators.flatMap((one) => accumulated(one, lang, lines)),
    campaigns: held.filter((one) => seen.has(one.id)).map(named),
    perimeters: [...perimeters].map(([key, name]) => ({ id: key, name })),
    counted: {
      campaigns: new Set(lines.map((line) => line.campaign)).size,
      evaluations: lines.length,
      perimeters: new Set(lines.map((line) => line.perimeter)).size,
    },
    hidden: perimeter === undefined ? Math.max(0, held.reduce((sum, one) => sum + one.evaluations, 0) - all.length) : 0,
  }
}

/** How often each option or level was chosen. */
const countOptions = (tx: Tx, evaluations: readonly number[]) =>
  tx.run(sql<Counted>`select a.item, o.key, count(*)::int as count from evaluation_answer a
      cross join lateral (select jsonb_array_elements_text(a.value) as key where jsonb_typeof(a.value) = 'array' union all select a.level::text where a.level is not null) o
    where a.customer_id = ${tx.customerId} and a.evaluation_id = any(${[...evaluations]}::bigint[]) and not a.hidden and not a.suggested and not a.na group by 1, 2`)

/** How many answers there are, and between what numbers and days lie. */
const rangesOf = (tx: Tx, evaluations: readonly number[]) =>
  tx.run(sql<Ranged>`select a.item, count(*) filter (where not a.na)::int as answers, count(*) filter (where a.na)::int as na,
      avg(n.number)::float8 as mean, min(n.number)::float8 as low, max(n.number)::float8 as high, min(n.day) as first, max(n.day) as last
    from evaluation_answer a cross join lateral (select case when jsonb_typeof(a.value) = 'number' then (a.value #>> '{}')::numeric end as number,
        case when jsonb_typeof(a.value) = 'string' and a.value #>> '{}' ~ '^\\d{4}-\\d{2}-\\d{2}$' then a.value #>> '{}' end as day) n
    where a.customer_id = ${tx.customerId} and a.evaluation_id = any(${[...evaluations]}::bigint[]) and not a.hidden and not a.suggested group by 1`)

function resultOf(question: Question, lang: Language, counts: readonly Counted[], range: Ranged | undefined): QuestionResult {
  const count = new Map(counts.map((one) => [one.key, one.count]))
  const options = question.options.map((option) => ({ key: option.key, label: textIn(option, 'label', lang), count: count.get(option.key) ?? 0 }))
  const levels = [...count]
    .flatMap(([key, number]) => (key === null ? [] : [{ key, label: null, count: number }]))
    .toSorted((a, b) => Number(a.key) - Number(b.key))
  const numbers = question.type === 'NUMBER' && range ? { mean: range.mean, min: shown(range.low), max: shown(range.high) } : null
  const days = question.type === 'DATE' && range ? { mean: null, min: range.first, max: range.last } : null
  return {
    key: question.key,
    text: textIn(question, 'text', lang),
    type: question.type,
    answers: range?.answers ?? 0,
    na: range?.na ?? 0,
    shares: question.type === 'SCALE' ? levels : options,
    range: numbers ?? days,
  }
}
const shown = (value: number | null) => (value === null ? null : String(value))

/** What an accumulator came to over evaluations, and how many reached which level of it. */
function accumulated(one: Accumulator, lang: Language, lines: readonly EvaluationLine[]): QuestionnaireResult['accumulators'] {
  const values = lines.flatMap(({ accumulators }) => accumulators[one.key] ?? [])
  if (values.length === 0) return []
  const reached = values.map((value) => one.levels.findLastIndex(({ from }) => value >= from))
  const shares = one.levels.map((level, n) => ({ key: String(n), label: textIn(level, 'name', lang), count: reached.filter((at) => at === n).length }))
  const below = reached.filter((at) => at < 0).length
  return [
    {
      key: one.key,
      name: textIn(one, 'name', lang),
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      min: Math.min(...values),
      max: Math.max(...values),
      shares: below > 0 && one.levels.length > 0 ? [{ key: '', label: null, count: below }, ...shares] : shares,
    },
  ]
}
