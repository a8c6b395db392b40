import { sql, type RawBuilder } from 'kysely'
import { acceptedScores, scored } from '#areas/campaigns/server/index.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { FileLine } from '#areas/projects/contract/file.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { actionOpen } from '#areas/actions/server/index.ts'
import { exemptionOpen } from '#areas/exemptions/server/index.ts'
import { gapOpen } from '#areas/gaps/server/index.ts'
import { riskOpen } from '#areas/risks/server/index.ts'

/** One part of the file of a decision: what some other room of the house holds of a project. A further one is a further entry of `parts`. */
export interface FilePartOf {
  readonly name: string
  /** What its lines are, whose rule of rows says who reads them. */
  readonly entity: string
  /** The lines as they are now, in both languages, whoever asks. */
  readonly lines: (project: number, customer: number) => RawBuilder<unknown>
}

const t = rowRef('t')

type Columns = Readonly<Partial<Record<'status' | 'date' | 'value', RawBuilder<unknown>>>>
const from = (entity: string, of: RawBuilder<unknown>, { status = sql`t.status`, date = sql`null::date`, value = sql`null::numeric` }: Columns = {}) =>
  sql`select t.id, t.identifier, t.name_en, t.name_fr, ${status} as status, ${date}::text as date, ${value}::float8 as value from ${sql.table(entity)} t where ${of}`

const ofProject = (project: number, customer: number) => sql`t.customer_id = ${customer} and t.project_id = ${project}`
/** Of the perimeter of the project, or of those of its grouping. */
const atItsPlace = (project: number, customer: number) => sql`t.customer_id = ${customer} and t.perimeter_id in (
  select p.perimeter_id from isp_project p where p.customer_id = ${customer} and p.id = ${project}
  union select l.owner_id from isp_project p join perimeter__tags l on l.customer_id = p.customer_id and l.target_id = p.tag_id where p.customer_id = ${customer} and p.id = ${project})`

/** In the order in which they are read. */
export const parts: readonly FilePartOf[] = [
  {
    name: 'tests',
    // Whoever reads the project reads its tests.
    entity: 'isp_project',
    lines: (project, customer) =>
      sql`select t.owner_id as id, null::text as identifier, t.name as name_en, t.name as name_fr, t.result as status, coalesce(t.done_on, t.planned_on)::text as date,
        null::float8 as value from isp_project__tests t where t.customer_id = ${customer} and t.owner_id = ${project}`,
  },
  {
    name: 'campaigns',
    entity: 'campaign',
    lines: (project, customer) =>
      from('campaign', ofProject(project, customer), {
        date: sql`t.limit_date_evaluation`,
        value: sql`(select case when ${scored} then round(avg(e.score), 1) end from ${acceptedScores(t('customer_id'))} e where e.campaign_id = t.id)`,
      }),
  },
  {
    name: 'risks',
    entity: 'risk',
    // Whether how it is treated was approved, and until when.
    lines: (project, customer) => from('risk', sql`${atItsPlace(project, customer)} and ${riskOpen(t)}`, { date: sql`t.review_date` }),
  },
  {
    name: 'gaps',
    entity: 'gap',
    lines: (project, customer) => from('gap', sql`${atItsPlace(project, customer)} and ${gapOpen(t)}`, { date: sql`t.target_date` }),
  },
  {
    name: 'exemptions',
    entity: 'exemption',
    lines: (project, customer) => from('exemption', sql`${ofProject(project, customer)} and ${exemptionOpen(t)}`, { date: sql`t.end_date` }),
  },
  {
    name: 'actions',
    entity: 'remediation',
    lines: (project, customer) => from('remediation', sql`${ofProject(project, customer)} and ${actionOpen(t)}`, { date: sql`t.target_date` }),
  },
]

/** More than anybody reads before deciding; how many there are is told besides. */
export const mostLines = 200

/** What all parts say of a project as it is now: one statement for each. */
export async function readParts(tx: Tx, project: number): Promise<{ readonly name: string; readonly lines: FileLine[]; readonly count: number }[]> {
  const found = []
  for (const { name, entity, lines } of parts) {
    const rows = await tx.run(
      sql<
        Omit<FileLine, 'entity'> & { all: number }
      >`select x.*, count(*) over ()::int as all from (${lines(project, tx.customerId)}) x order by x.date nulls last, x.id limit ${mostLines}`,
    )
    found.push({ name, lines: rows.map(({ all: _all, ...line }) => ({ entity, ...line })), count: rows[0]?.all ?? 0 })
  }
  return found
}
