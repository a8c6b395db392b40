import { sql } from 'kysely'
import type { relationships } from '#areas/catalog/contract/mapping-set.ts'
import { confidenceOf, leastLikeness } from '#areas/policies/contract/linking.ts'
import { measuresInPlace } from '#areas/policies/server/measure-facts.ts'
import { policyRules } from '#areas/policies/server/rules.ts'
import { asSql, byReaders } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { alike } from './likeness.ts'
import type { Evidence } from './rank.ts'

/** More than any organisation has; what lies beyond is not suggested. */
const mostTexts = 20_000
const mostPairs = 50_000
/** Texts that are told of each requirement: more than are offered, since several lead to the same model. */
const mostAlike = 12
/** Letters of a text that are compared. */
const compared = 400

interface Texts {
  readonly en: string | null
  readonly fr: string | null
}
interface Requirement extends Texts {
  readonly id: number
  /** Models that answer it, and whether the link is to be confirmed. */
  readonly linked: readonly { readonly solution: number; readonly to_confirm: boolean }[]
}

/** A requirement of another policy, as it is shown. */
export interface Place {
  readonly lineage: number
  readonly policy_id: number
  readonly policy: string | null
  readonly control_id: number
  readonly identifier: string | null
  readonly name: string | null
}
interface Pair extends Place {
  readonly control: number
  /** As it reads from the requirement that is to be linked. */
  readonly relationship: Exclude<(typeof relationships)[number], 'not_related'>
  readonly mapping_set: string | null
  readonly solution: number | null
}

export interface Sourced extends Evidence {
  readonly pair?: Pair
  readonly place?: Place | undefined
}

export interface Facts {
  readonly requirements: readonly Requirement[]
  /** How many models there are. */
  readonly total: number
  /** Measures in place that the reader reaches, by model; a model without any is missing. */
  readonly inPlace: ReadonlyMap<number, number>
  readonly evidence: readonly Sourced[]
  /** By requirement, those of other policies that are paired with it or read alike. */
  readonly near: ReadonlyMap<number, readonly Place[]>
}

const folded = (row: string, column: 'name' | 'description') => sql`fold(left(${sql.ref(`${row}.${column}_en`)}, ${sql.lit(compared)})) as en,
  fold(left(${sql.ref(`${row}.${column}_fr`)}, ${sql.lit(compared)})) as fr`

/** What speaks for which model, for all requirements of a version or one of them: four statements, whatever there is. */
export async function readFacts(tx: Tx, versionId: number, controlId: number | null): Promise<Facts> {
  const { customerId, who } = tx
  const chosen = sql`c.customer_id = ${customerId} and c.policy_version_id = ${versionId} and ${controlId === null ? sql`true` : sql`c.id = ${controlId}`}`
  // A long title is known by its reference.
  const called = localizedText(rowRef('p'), 'name', who.lang)
  const place = sql`p.id as policy_id, case when length(${called}) > 24 then p.identifier else ${called} end as policy, o.id as control_id, o.identifier, ${localizedText(rowRef('o'), 'name', who.lang)} as name`
  // What somebody may read, as it stands now, and no guess: suggestions do not feed suggestions.
  const elsewhere = sql`p.customer_id = ${customerId} and not p.archived and ${asSql(policyRules.read(rowRef('p'), who))}
    and p.id <> (select v.policy_id from policy_version v where v.customer_id = ${customerId} and v.id = ${versionId})`
  const current = sql`o.policy_version_id = coalesce(p.current_version_id, (select v.id from policy_version v where v.customer_id = ${customerId} and v.policy_id = p.id and v.status = 'DRAFT'))`
  // The model that answers most of it first.
  const answers = sql`(select array_agg(cs.solution_id order by cs.share desc, cs.solution_id) from control_solution cs join solution s on s.customer_id = cs.customer_id and s.id = cs.solution_id
    where cs.customer_id = ${customerId} and cs.lineage_id = o.lineage_id and not cs.to_confirm and not s.archived)`
  const [requirements, pairs, models, answered] = await Promise.all([
    tx.run(sql<Requirement>`select c.id, fold(left(coalesce(c.name_en, c.description_en), ${sql.lit(compared)})) as en, fold(left(coalesce(c.name_fr, c.description_fr), ${sql.lit(compared)})) as fr,
        (select coalesce(jsonb_agg(jsonb_build_object('solution', cs.solution_id, 'to_confirm', cs.to_confirm)), '[]'::jsonb) from control_solution cs
          where cs.customer_id = c.customer_id and cs.lineage_id = c.lineage_id) as linked
      from control c where ${chosen} order by c.position, c.id`),
    tx.run(sql<Omit<Pair, 'solution'> & { solutions: number[] | null }>`with mine as (
        select c.id, l.key from control c join control_lineage l on l.customer_id = c.customer_id and l.id = c.lineage_id where ${chosen}),
      ends as (
        select i.id as control, m.source_urn as theirs, m.relationship, m.mapping_set_id from mine i join mapping_pair m on m.customer_id = ${customerId} and m.target_urn = i.key
        union select i.id, m.target_urn, case m.relationship when 'subset' then 'superset' when 'superset' then 'subset' else m.relationship end, m.mapping_set_id
          from mine i join mapping_pair m on m.customer_id = ${customerId} and m.source_urn = i.key)
      select e.control, e.relationship, ${localizedText(rowRef('t'), 'name', who.lang)} as mapping_set, o.lineage_id as lineage, ${place}, ${answers} as solutions
      from ends e join mapping_set t on t.customer_id = ${customerId} and t.id = e.mapping_set_id
        join control_lineage l on l.customer_id = ${customerId} and l.key = e.theirs
        join policy p on p.id = l.policy_id and ${elsewhere}
        join control o on o.customer_id = ${customerId} and o.lineage_id = l.id and ${current}
      where e.relationship <> 'not_related' order by e.control, p.id, o.position limit ${mostPairs}`),
    tx.run(
      sql<Texts & { id: number; measures: number }>`select s.id, ${folded('s', 'name')}, coalesce(m.measures, 0) as measures from solution s
        left join (select m.solution_id, count(*)::int as measures from ${measuresInPlace((row) => byReaders(row, who))} m group by m.solution_id) m on m.solution_id = s.id
        where s.customer_id = ${customerId} and not s.archived order by s.id limit ${mostTexts}`,
    ),
    tx.run(sql<
      Texts & Place & { solutions: number[] }
    >`select * from (select o.lineage_id as lineage, ${place}, fold(left(coalesce(o.name_en, o.description_en), ${sql.lit(compared)})) as en,
        fold(left(coalesce(o.name_fr, o.description_fr), ${sql.lit(compared)})) as fr, ${answers} as solutions
      from policy p join control o on o.customer_id = ${customerId} and ${current} where ${elsewhere}) as a where solutions is not null order by control_id limit ${mostTexts}`),
  ])
  const paired = pairs.flatMap(({ solutions, ...pair }) => (solutions ?? [null]).map((solution): Pair => ({ ...pair, solution })))
  const evidence: Sourced[] = paired.flatMap((pair) =>
    pair.solution === null
      ? []
      : [
          {
            control: pair.control,
            solution: pair.solution,
            kind: 'MAPPING' as const,
            percent: confidenceOf[pair.relationship],
            full: pair.relationship === 'equal' || pair.relationship === 'superset',
            by: pair.lineage,
            pair,
            place: pair,
          },
        ],
  )
  const texts = [
    ...models.map(({ id, en, fr }) => ({ en, fr, solutions: [id], place: undefined })),
    ...answered.map(({ en, fr, solutions, ...of }) => ({ en, fr, solutions, place: of })),
  ]
  const alikeOnes = await likeness(requirements, texts)
  const near = new Map(requirements.map(({ id }) => [id, new Map<number, Place>()]))
  for (const each of paired) near.get(each.control)?.set(each.lineage, each)
  for (const each of alikeOnes) if (each.place) near.get(each.control)?.set(each.place.lineage, each.place)
  return {
    requirements,
    total: models.length,
    inPlace: new Map(models.flatMap(({ id, measures }) => (measures > 0 ? [[id, measures]] : []))),
    evidence: [...evidence, ...alikeOnes],
    near: new Map([...near].map(([control, places]) => [control, [...places.values()]])),
  }
}

interface Known extends Texts {
  readonly solutions: readonly number[]
  readonly place: Place | undefined
}

/** What reads alike in a language that both have. */
async function likeness(requirements: readonly Requirement[], known: readonly Known[]): Promise<Sourced[]> {
  const best = new Map<string, Sourced>()
  for (const language of ['en', 'fr'] as const) {
    const texts = known.flatMap((each) => (each[language] ? [{ ...each, text: each[language] }] : []))
    const asked = requirements.flatMap((each) => (each[language] ? [{ control: each.id, text: each[language] }] : []))
    let n = 0
    for await (const found of alike(
      texts.map(({ text }) => text),
      asked.map(({ text }) => text),
      { least: leastLikeness, most: mostAlike },
    )) {
      const control = asked[n]?.control ?? 0
      n += 1
      for (const { at, percent } of found) {
        const { place, solutions } = texts[at] as (typeof texts)[number]
        for (const solution of solutions) {
          const key = `${control} ${solution}`
          if (percent > (best.get(key)?.percent ?? 0))
            best.set(key, { control, solution, kind: 'LIKENESS', percent, full: true, by: place?.lineage ?? 0, place })
        }
      }
    }
  }
  return [...best.values()]
}
