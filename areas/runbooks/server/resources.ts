import { sql } from 'kysely'
import { asSql, both, type Reader, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { defineRegister } from '#kit/server/data/resources/register.ts'
import { found, held } from '#kit/server/data/resources/inside-register.ts'
import { defineResource, type Derived } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { isLateRow } from '#kit/server/data/work/work-sql.ts'
import { externalStatusOf } from '#areas/actions/server/index.ts'
import { occurrenceFigures } from '#areas/runbooks/contract/figures.ts'
import { occurrenceWork } from '#areas/runbooks/contract/occurrence-work.ts'
import { runbook } from '#areas/runbooks/contract/runbook.ts'
import { runtask } from '#areas/runbooks/contract/runtask.ts'
import { occurrenceCounts } from './counted.ts'
import { askForApproval, decideAnswer } from './approval.ts'
import { guardOccurrences } from './occurrence-guard.ts'
import { mayDecide, occurrenceRules, runbookRules, runtaskRules } from './rules.ts'
import { followRuntasks, guardRunbook, guardRuntasks } from './task-guard.ts'

/** Over what a runbook or a task holds, as far as the reader finds it there. */
const inside =
  (table: 'runtask' | 'occurrence', by: string, rule: RowRule) =>
  (row: RowRef, who: Reader | undefined, what: ReturnType<typeof sql>): ReturnType<typeof sql> =>
    sql`(select ${what} from ${sql.table(table)} held where held.customer_id = ${row('customer_id')} and held.${sql.raw(by)} = ${row('id')}${found(rule, who)})`
const tasksOf = inside('runtask', 'runbook_id', runtaskRules.read)
const ofRunbook = inside('occurrence', 'runbook_id', occurrenceRules.read)
const ofTask = inside('occurrence', 'runtask_id', occurrenceRules.read)

const isDue = sql`held.status in ('TO_DO', 'REJECTED') and ${today} between held.period_start and held.due_date`
const isLate = isLateRow(occurrenceWork, held)
/** Due within the last year: over, or answered already; what was not applicable counts nowhere (RUN-06). */
const wasDue = sql`held.status <> 'NA' and held.due_date > ${today} - interval '1 year' and (held.due_date < ${today} or (held.status not in ('TO_DO', 'REJECTED') and held.period_start <= ${today}))`
const wasDone = sql`held.status in ('DONE', 'DONE_OK', 'DONE_KO')`
const completion = sql`round(100.0 * count(*) filter (where ${wasDue} and ${wasDone}) / nullif(count(*) filter (where ${wasDue}), 0))::int`

export const runbookResource = defineRegister({
  def: runbook,
  rules: runbookRules,
  derived: {
    tasks: (row, _, who) => tasksOf(row, who, sql`count(*) filter (where not held.archived)`),
    due: (row, _, who) => ofRunbook(row, who, sql`count(*) filter (where ${isDue})`),
    late: (row, _, who) => ofRunbook(row, who, sql`count(*) filter (where ${isLate})`),
    completion: (row, _, who) => ofRunbook(row, who, completion),
  } satisfies Readonly<Record<string, Derived>>,
  beforeWrite: guardRunbook,
  countsHidden: true,
  refusals: { access: 'runbooks.errors.no_runbook_access' },
})

export const runtasks = defineResource({
  def: runtask,
  rules: runtaskRules,
  derived: {
    next_due: (row, _, who) => ofTask(row, who, sql`min(held.due_date) filter (where held.status in ('TO_DO', 'REJECTED'))`),
    late: (row, _, who) => ofTask(row, who, sql`count(*) filter (where ${isLate})`),
    completion: (row, _, who) => ofTask(row, who, completion),
  },
  oneOf: [
    ['manager', 'group'],
    ['perimeter', 'tag'],
  ],
  beforeWrites: guardRuntasks,
  afterWrites: followRuntasks,
  importing: { needs: ['runbook', 'start_date'] },
})

/** Waits for approval, and the reader is one of those who decide: not whoever gave the answer. */
const waitsFor = (row: RowRef, who: Reader | undefined) =>
  who === undefined
    ? sql<boolean>`false`
    : asSql(
        both(sql<boolean>`${row('status')} = 'PENDING_APPROVAL' and ${row('answered_by_id')} is distinct from ${who.memberId}::bigint`, mayDecide(row, who)),
      )

const ofItsTask = (row: RowRef, what: string) =>
  sql`(select ${sql.raw(what)} from runtask k join runbook b on b.customer_id = k.customer_id and b.id = k.runbook_id where k.customer_id = ${row('customer_id')} and k.id = ${row('runtask_id')})`

export const occurrences = defineWorkResource({
  work: occurrenceWork,
  rules: occurrenceRules,
  counted: occurrenceCounts,
  derived: {
    external_status: (row) => externalStatusOf('occurrence', row),
    done_late: (row) => sql`coalesce(${row('done_date')} > ${row('due_date')}, false)`,
    decide_right: (row, _, who) => waitsFor(row, who),
    instructions: (row) => ofItsTask(row, 'k.description'),
    proof: (row) => ofItsTask(row, 'k.proof'),
    approved: (row) => sql`coalesce(${ofItsTask(row, 'k.approval_required or b.approvals_required')}, false)`,
    opens_gaps: (row) => sql`coalesce(${ofItsTask(row, 'k.gap_register_id is not null')}, false)`,
    metrics: (row) => sql`(select count(*)::int from runtask__metrics l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('runtask_id')})`,
    opens_actions: (row) => sql`coalesce(${ofItsTask(row, 'k.program_id is not null')}, false)`,
  },
  beforeWrites: guardOccurrences,
  allowed: decideAnswer,
  afterWrites: askForApproval,
  open: occurrenceFigures.open,
})
