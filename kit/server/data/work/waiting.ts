import { sql, type RawBuilder } from 'kysely'
import { waits } from '#kit/contract/work-item.ts'
import { asSql, both, either, type Reader, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Chosen, Derived } from '#kit/server/data/resources/resource.ts'

/** The open reviews that a reader closes, of rows of one entity, to stand behind `from` and be narrowed; and where they say of which row. */
export interface OpenReviews {
  readonly reviews: RawBuilder<unknown>
  readonly target: RawBuilder<unknown>
}

/** Whoever keeps reviews knows of what; undefined for an entity of which there are none. */
export const openReviews = extensionPoint<(entity: string, who: Reader) => OpenReviews | undefined>()

type Word = (typeof waits)[number]
type Late = (row: RowRef, who: Reader) => RawBuilder<boolean>
const reviewsOf = (entity: string, who: Reader) => openReviews.all().flatMap((of) => of(entity, who) ?? [])

/** Why a row waits for its reader, of what areas say of it already: reviews, who decides, whose and late it is. */
export const waitsFor =
  (entity: string, decision: Derived | undefined, late: Late): Derived =>
  (row, lang, who) => {
    if (!who) return sql`null::text`
    const reviewed = either(
      ...reviewsOf(entity, who).map(({ reviews, target }) => sql<boolean>`exists (select 1 from ${reviews} and ${target} = ${row('id')})`),
    )
    const decides = decision ? sql`when ${decision(row, lang, who)} then ${sql.lit('DECISION' satisfies Word)}` : sql``
    return sql`case when ${asSql(reviewed)} then ${sql.lit('REVIEW' satisfies Word)} ${decides} when ${late(row, who)} then ${sql.lit('LATE' satisfies Word)} end`
  }

/** The rows that wait for their reader for one of some reasons, the same as `waitsFor` says: each reason is looked up, where the words would be worked out for every row of a list. */
export const waitingFor =
  (entity: string, decision: Derived | undefined, late: Late): Chosen =>
  (row, words, lang, who) => {
    const reasons: Readonly<Record<Word, RowCondition>> = {
      REVIEW: either(
        ...reviewsOf(entity, who).map(
          ({ reviews, target }) => sql<boolean>`${row('id')} = any(array(select ${target} from ${reviews} and ${target} is not null))`,
        ),
      ),
      DECISION: decision ? sql<boolean>`${decision(row, lang, who)}` : false,
      LATE: late(row, who),
    }
    // A row has the first reason alone.
    const others = (word: Word) => waits.slice(0, waits.indexOf(word)).filter((before) => !words.includes(before) && reasons[before] !== false)
    return either(
      ...waits
        .filter((word) => words.includes(word))
        .map((word) => both(reasons[word], ...others(word).map((before) => sql<boolean>`not coalesce(${asSql(reasons[before])}, false)`))),
    )
  }
