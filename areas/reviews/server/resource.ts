import { sql, type RawBuilder } from 'kysely'
import { asSql, byRole, everyRow, noRow, withinReach, type RowRef, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import type { Derived } from '#kit/server/data/resource.ts'
import { defineWorkResource } from '#kit/server/data/work-resource.ts'
import { remediationRules } from '#areas/actions/server/index.ts'
import { nested } from '#areas/reviews/contract/calls.ts'
import { openReviews } from '#areas/reviews/contract/figures.ts'
import { reviewWork } from '#areas/reviews/contract/review-work.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'
import { reviewRowChecks } from './checks.ts'
import { reviewCounts } from './counted.ts'
import { afterReview, guardReview } from './closing.ts'
import { withNested } from './nested.ts'

const ended = rowRef('in_action')
/** What came of an action that is theirs to work on. */
const ofOwnAction: RowRule = (row, who) =>
  sql<boolean>`exists (select 1 from public.remediation in_action where in_action.customer_id = ${row('customer_id')} and in_action.id = ${row('remediation_id')}
    and ${asSql(remediationRules.update(ended, { ...who, roles: ['contributor'] }))})`

/** Global pilots all; local ones what is about a perimeter of theirs, which configuration, policies and people are not (REV-31). */
const looked = byRole({ global_pilote: everyRow, local_pilote: withinReach(), contributor: ofOwnAction })
/** None is made by hand: no right adds one. */
export const reviewRules: RowRules = { read: looked, create: byRole({ global_pilote: everyRow }), update: looked, delete: noRow }

const openAction = sql`other.status not in ('FINISHED', 'CANCELLED')`
const linkedTo = (row: RowRef, entity: 'incident' | 'gap' | 'exemption') =>
  sql`exists (select 1 from ${sql.table(`${entity}__actions`)} l join remediation other on other.customer_id = l.customer_id and other.id = l.target_id
    where l.customer_id = ${row('customer_id')} and l.owner_id = ${row(`target_${entity}_id`)} and ${openAction})`

/** Whether something is still to be done about what an open review is about. */
const othersOpen = (row: RowRef): RawBuilder<boolean> =>
  sql<boolean>`(${row('status')} = 'OPEN' and case ${row('target_type')} when 'INCIDENT' then ${linkedTo(row, 'incident')} when 'GAP' then ${linkedTo(row, 'gap')}
    when 'EXEMPTION' then ${linkedTo(row, 'exemption')}
    when 'PROJECT' then exists (select 1 from remediation other where other.customer_id = ${row('customer_id')} and other.project_id = ${row('target_isp_project_id')} and ${openAction})
    when 'EVAL' then exists (select 1 from remediation other where other.customer_id = ${row('customer_id')} and ${openAction}
      and (other.source_object_evaluation_id = ${row('target_evaluation_id')} or other.id in (select l.remediation_id from evaluation_answer w
        join evaluation_answer_action l on l.customer_id = w.customer_id and l.answer_id = w.id where w.customer_id = ${row('customer_id')} and w.evaluation_id = ${row('target_evaluation_id')})))
    when 'BUILD' then exists (select 1 from remediation other where other.customer_id = ${row('customer_id')} and other.measure_id = ${row('target_measure_id')} and other.type = 'BUILD' and ${openAction})
      or exists (select 1 from remediation__measures l join remediation other on other.customer_id = l.customer_id and other.id = l.owner_id
        where l.customer_id = ${row('customer_id')} and l.target_id = ${row('target_measure_id')} and ${openAction})
    when 'UPGRADE' then exists (select 1 from remediation other where other.customer_id = ${row('customer_id')} and other.measure_id = ${row('target_measure_id')} and other.type = 'UPGRADE' and ${openAction})
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
