import { sql, type RawBuilder } from 'kysely'
import { linkTargets } from '#kit/contract/link-targets.ts'
import {
  asSql,
  byGlobalPilots,
  byRole,
  everyRow,
  noRow,
  withinReach,
  type Reader,
  type RowRef,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'
import type { OpenReviews } from '#kit/server/data/work/waiting.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { actionsBesides, actionsNow, openActionsOf, remediationRules } from '#areas/actions/server/index.ts'
import { nested } from '#areas/reviews/contract/calls.ts'
import { openReviews } from '#areas/reviews/contract/figures.ts'
import { review } from '#areas/reviews/contract/review.ts'
import { reviewWork } from '#areas/reviews/contract/review-work.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'
import { actionsAnswering } from '#areas/campaigns/server/index.ts'
import { reviewRowChecks } from './checks.ts'
import { reviewCounts } from './counted.ts'
import { afterReview, guardReview } from './closing.ts'
import { withNested } from './review-objects.ts'

const pilots = { global_pilote: everyRow, local_pilote: withinReach() }
const ended = rowRef('in_action')
/** What came of an action that is theirs to work on. */
const ofOwnAction: RowRule = (row, who) =>
  sql<boolean>`exists (select 1 from ${actionsNow(row('customer_id'))} in_action where in_action.id = ${row('remediation_id')}
    and ${asSql(remediationRules.update(ended, { ...who, roles: ['contributor'] }))})`

/** Global pilots all; local ones what is about a perimeter of theirs, which configuration, policies and people are not (REV-31). */
const looked = byRole({ ...pilots, contributor: ofOwnAction })
/** None is made by hand: no right adds one. */
export const reviewRules: RowRules = { read: looked, create: byGlobalPilots, update: looked, delete: noRow }

/** Whether an open action is there of which this holds. */
const anOpen = (row: RowRef, which: RawBuilder<unknown>) => sql`exists (select 1 from ${openActionsOf(row('customer_id'))} other where ${which})`
const linkedTo = (row: RowRef, entity: 'incident' | 'gap' | 'exemption') =>
  anOpen(
    row,
    sql`other.id in (select l.target_id from ${sql.table(`${entity}__actions`)} l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row(`target_${entity}_id`)})`,
  )

/** Whether something is still to be done about what an open review is about. */
const othersOpen = (row: RowRef): RawBuilder<boolean> =>
  sql<boolean>`(${row('status')} = 'OPEN' and case ${row('target_type')} when 'INCIDENT' then ${linkedTo(row, 'incident')} when 'GAP' then ${linkedTo(row, 'gap')}
    when 'EXEMPTION' then ${linkedTo(row, 'exemption')}
    when 'PROJECT' then ${anOpen(row, sql`other.project_id = ${row('target_isp_project_id')}`)}
    when 'EVAL' then ${anOpen(row, sql`(other.source_object_evaluation_id = ${row('target_evaluation_id')} or other.id in ${actionsAnswering(row('customer_id'), row('target_evaluation_id'))})`)}
    when 'BUILD' then ${anOpen(row, sql`other.measure_id = ${row('target_measure_id')} and other.type = 'BUILD'`)}
      or ${anOpen(row, sql`other.id in ${actionsBesides(row('customer_id'), row('target_measure_id'))}`)}
    when 'UPGRADE' then ${anOpen(row, sql`other.measure_id = ${row('target_measure_id')} and other.type = 'UPGRADE'`)}
    else false end)`

const warning: Derived = (row, lang) =>
  sql`case when ${othersOpen(row)} then jsonb_build_object('status', true, 'message', ${{ en, fr }[lang].others_open}::text) else jsonb_build_object('status', false) end`

export const reviews = defineWorkResource({
  work: reviewWork,
  rules: reviewRules,
  checks: reviewRowChecks,
  counted: reviewCounts,
  derived: { others_open: othersOpen, warning },
  beforeWrite: guardReview,
  afterWrite: afterReview,
  open: openReviews.open,
  nested: { schema: nested, of: withNested },
})

const about = linkTargets(review.fields.target)
const inReview = rowRef('in_review')

/** The open reviews of an entity that its reader closes, of those who have their page. */
export const underReview = (entity: string, who: Reader): OpenReviews | undefined =>
  about.includes(entity)
    ? {
        target: sql`in_review.${sql.ref(`target_${entity}_id`)}`,
        reviews: sql`review in_review where in_review.customer_id = current_customer() and in_review.status = 'OPEN' and ${asSql(byRole(pilots)(inReview, who))}`,
      }
    : undefined
