import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from '#tools/imports/source-files.ts'
import { foreignStatuses, foreignStatusesIn, statusFindings } from '#tools/imports/status-law.ts'
import { lifecycles } from './lifecycles.ts'

test('every declared lifecycle and every status is one that the law knows, those of owned rows too', () => {
  const columns = lifecycles().flatMap(({ table, column, isStatus }) => (isStatus ? `${table}.${column}` : []))
  expect(columns).toEqual(
    expect.arrayContaining(['remediation.status', 'measure.status', 'risk.treatment', 'isp_project.dev_step', 'remediation__tasks.status']),
  )
})

test('the statuses that other areas wrote before the law came are found', () => {
  const found = (statement: string, area: string) => foreignStatusesIn(statement, area, lifecycles()).map(({ owners }) => owners)
  expect(found("select 1 from remediation a where a.status not in ('FINISHED', 'CANCELLED')", 'risks')).toEqual([['actions'], ['actions']])
  expect(found("select 1 from exemption held where held.status = 'GRANTED'", 'suppliers')).toEqual([['exemptions']])
  expect(found("select 1 from measure m where m.status = 'IMPLEMENTED'", 'runbooks')).toEqual([['measures']])
})

test('no statement holds a status of a lifecycle of another area', () => {
  const sources = readSources(fileURLToPath(new URL('../..', import.meta.url)))
  expect(sources.length).toBeGreaterThan(1000)
  expect(statusFindings(foreignStatuses(sources, lifecycles()))).toEqual([])
})
