import { expect, test } from 'vitest'
import type { SourceFile } from './source-files.ts'
import { foreignStatuses, foreignStatusesIn, statusFindings, type Lifecycle } from './status-law.ts'

const lifecycles: readonly Lifecycle[] = [
  { area: 'actions', table: 'remediation', column: 'status', values: ['ONGOING', 'FINISHED', 'CANCELLED'], isStatus: true },
  { area: 'actions', table: 'remediation', column: 'type', values: ['BUILD', 'UPGRADE'], isStatus: false },
  { area: 'risks', table: 'risk', column: 'treatment', values: ['OPEN', 'CLOSED'], isStatus: true },
  { area: 'reviews', table: 'review', column: 'status', values: ['OPEN', 'CLOSED'], isStatus: true },
]
const inReviews = (statement: string) => foreignStatusesIn(statement, 'reviews', lifecycles).map(({ status }) => status)

test.each([
  ["select 1 from remediation a where a.status not in ('FINISHED', 'CANCELLED')", ['FINISHED', 'CANCELLED']],
  ["select 1 from public.remediation where status = 'FINISHED'", ['FINISHED']],
  ["left join remediation as a on a.status is distinct from 'ONGOING'", ['ONGOING']],
  ["select 1 from review r join risk k on true where r.status = 'OPEN' and k.treatment <> 'CLOSED'", ['CLOSED']],
  ["(select 1 from review t where t.status = 'OPEN') union (select 1 from risk t where t.treatment = 'OPEN')", ['OPEN']],
  // What is put in, or stands behind a table elsewhere, is taken for another's unless the area has the value itself.
  ["… = 'FINISHED'", ['FINISHED']],
  ["held.status in ('FINISHED')", ['FINISHED']],
  ["('FINISHED', 'CANCELLED')", ['FINISHED', 'CANCELLED']],
  ["… = 'CLOSED'", []],
  // A type says nothing of how far something is.
  ["select 1 from remediation a where a.type = 'BUILD'", []],
  ["select 'FINISHED' as name", []],
])('%s holds statuses of others: %j', (statement, statuses) => {
  expect(inReviews(statement)).toEqual(statuses)
})

test('an area says its own statuses, and a test those of all', () => {
  const text = "const open = sql`select 1 from remediation r where r.status = 'FINISHED'`"
  const found = (path: string) => foreignStatuses([{ path, text, lines: 1, imports: [] } satisfies SourceFile], lifecycles)
  expect(found('areas/actions/server/facts.ts')).toEqual([])
  expect(found('areas/reviews/server/rules.test.ts')).toEqual([])
  expect(statusFindings(found('areas/reviews/server/rules.ts'))).toEqual([expect.stringContaining('FINISHED is for actions to say')])
})
