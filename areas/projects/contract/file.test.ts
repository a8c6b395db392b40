import { expect, test } from 'vitest'
import { leftToDo, standingOf, type DecisionFile } from './file.ts'

const line = (status: string | null) => ({ entity: 'gap', id: 1, identifier: null, name_en: null, name_fr: null, status, date: null, value: null })
const part = (name: string, ...statuses: (string | null)[]) => ({ name, lines: statuses.map(line), count: statuses.length })
const file = (missing: DecisionFile['missing'], ...parts: DecisionFile['parts']): DecisionFile => ({ day: '2026-01-01', parts, missing })

test('what is missing or left to do is never ticked, and nothing is not done', () => {
  const found = (of: DecisionFile) => of.parts.map((one) => standingOf(of, one))
  const none = { campaigns: 0, actions: 0 }
  expect(found(file(none, part('campaigns'), part('gaps'), part('exemptions')))).toEqual(['none', 'none', 'none'])
  expect(found(file({ campaigns: 1, actions: 0 }, part('campaigns'), part('actions')))).toEqual(['open', 'none'])
  expect(found(file({ campaigns: 1, actions: 1 }, part('campaigns', 'FINISHED'), part('actions')))).toEqual(['open', 'open'])
  expect(found(file(none, part('tests', 'PASSED', 'PASSED'), part('campaigns', 'FINISHED'), part('exemptions', 'GRANTED')))).toEqual(['done', 'done', 'done'])
  expect(found(file(none, part('tests', 'PASSED', null), part('campaigns', 'INIT'), part('risks', 'APPROVED'), part('exemptions', 'REQUESTED')))).toEqual([
    'open',
    'open',
    'open',
    'open',
  ])
  // A file that is longer than its lines says nothing of the rest.
  expect(found(file(none, { ...part('tests', 'PASSED'), count: 300 }))).toEqual(['open'])
})

test('a gap, three actions and a missing evaluation are five things left to do', () => {
  expect(
    leftToDo(file({ campaigns: 1, actions: 0 }, part('gaps', 'TO_HANDLE'), part('actions', 'PLANNED', 'PLANNED', 'ONGOING'), part('tests', 'PASSED'))),
  ).toBe(5)
  expect(leftToDo(file(undefined, part('tests', 'PASSED'), part('campaigns')))).toBe(0)
})
