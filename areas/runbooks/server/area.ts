import { sql } from 'kysely'
import { readers, type Role } from '#kit/contract/right.ts'
import { anyOf, assignedTo, asSql, throughParent } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { showsEvidence } from '#areas/evidence/server/index.ts'
import { measureReset } from '#areas/measures/contract/events.ts'
import { standstillPoints, workAhead } from '#areas/people/server/index.ts'
import { factChanges, occurrenceSources } from '#areas/scores/server/index.ts'
import { customerBegins } from '#areas/tenancy/contract/events.ts'
import { occurrenceFigures, occurrenceStatusFigures } from '#areas/runbooks/contract/figures.ts'
import { occurrence } from '#areas/runbooks/contract/occurrence.ts'
import { runbookFeatures, runbooksRights } from '#areas/runbooks/contract/rights.ts'
import { en } from '#areas/runbooks/locales/en.ts'
import { fr } from '#areas/runbooks/locales/fr.ts'
import { comingRound } from './ahead.ts'
import { runbookCalls } from './calls.ts'
import { makeDefaultRunbook } from './first-runbook.ts'
import { occurrencesJob } from './generate.ts'
import { measuresAnswered } from './facts.ts'
import { dropTasks } from './measure-reset.ts'
import { occurrences, runbookResource, runtasks } from './resources.ts'

const pageOf = (roles: readonly Role[]) => (roles.some((role) => readers.includes(role)) ? '/runbooks/tasks' : '/contributions/runtasks')

export const runbooks: Area = {
  name: 'runbooks',
  rights: runbooksRights,
  features: runbookFeatures,
  resources: [occurrences, runtasks, runbookResource],
  figures: [...Object.values(occurrenceFigures), ...Object.values(occurrenceStatusFigures)],
  calls: runbookCalls,
  extensions: [
    standstillPoints.with({
      entity: 'runtask',
      standstill: 'NOT_DONE',
      on: (row) =>
        sql`(select min(o.due_date) from occurrence o where o.customer_id = ${row('customer_id')} and o.runtask_id = ${row('id')} and o.status in ('TO_DO', 'REJECTED'))`,
    }),
    workAhead.with(comingRound),
    factChanges.with({ runtask: ['controls'], occurrence: ['controls'], runbook: [] }),
    occurrenceSources.with(
      (customerId) => sql`select o.*, k.measure_id as task_measure_id, k.periodicity as task_periodicity, k.start_date as task_start,
          o.status <> 'TO_DO' as is_answered, o.status in ('DONE', 'DONE_OK') as is_done, o.status = 'NA' as is_not_applicable
        from runtask k join occurrence o on o.customer_id = k.customer_id and o.runtask_id = k.id where k.customer_id = ${customerId}`,
    ),
    showsEvidence.with({
      links: [{ table: 'occurrence__evidences', evidence: 'target_id' }],
      rows: {
        table: 'occurrence',
        grouped: true,
        besides: throughParent('runbook'),
        workedOn: anyOf(assignedTo(), assignedTo('approver_id', null), throughParent('runbook')),
        proves: measuresAnswered,
      },
    }),
  ],
  jobs: [occurrencesJob],
  handlers: [on(customerBegins, async (...given) => void (await makeDefaultRunbook(...given))), on(measureReset, dropTasks)],
  contributions: {
    /** What is theirs, has begun and waits for an answer. */
    nb_runtasks: (who, today) => {
      const o = rowRef('o')
      return sql<number>`(select count(*) from occurrence o where o.customer_id = ${who.customerId} and o.status in ('TO_DO', 'REJECTED')
        and o.period_start <= ${today}::date and ${asSql(assignedTo()(o, who))})`
    },
  },
  digests: [
    workDigest(occurrences, pageOf),
    // On the morning on which one opens, and when its task says so (RUN-18).
    reminder(occurrences, {
      entity: occurrence,
      date: 'due_date',
      opens: 'period_start',
      days: (row) => sql`array(select d.days from (select coalesce(r.days, ${row('due_date')} - r.date) as days
          from runtask__reminders r where r.customer_id = ${row('customer_id')} and r.owner_id = ${row('runtask_id')}
            and (r.date is null or r.date between ${row('period_start')} and ${row('due_date')})
        union select ${row('due_date')} - ${row('period_start')} where ${row('periodicity')} <> 'HOURLY') d)`,
      tell: assignedTo(),
      pageOf,
    }),
  ],
  exposes: { runbooks: 'runbook', recurring_tasks: 'runtask', occurrences: 'occurrence' },
  locales: { en, fr },
}
