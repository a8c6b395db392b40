import { sql, type RawBuilder } from 'kysely'
import type { waits } from '#kit/contract/work-item.ts'
import { asSql, either, type Reader, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'

/** Which rows of an entity have a review open that the reader closes; undefined for an entity of which there are none. */
type OpenReview = (entity: string, row: RowRef, who: Reader) => RowCondition | undefined

/** Whoever keeps reviews knows of what. */
export const openReviews = extensionPoint<OpenReview>()

const word = (said: (typeof waits)[number]) => sql.lit(said)

/** Why a row waits for its reader, of what areas say of it already: reviews, who decides, whose and late it is. */
export const waitsFor =
  (entity: string, decision: Derived | undefined, late: (row: RowRef, who: Reader) => RawBuilder<boolean>): Derived =>
  (row, lang, who) => {
    if (!who) return sql`null::text`
    const reviewed = either(...openReviews.all().flatMap((of) => of(entity, row, who) ?? []))
    const decides = decision ? sql`when ${decision(row, lang, who)} then ${word('DECISION')}` : sql``
    return sql`case when ${asSql(reviewed)} then ${word('REVIEW')} ${decides} when ${late(row, who)} then ${word('LATE')} end`
  }
