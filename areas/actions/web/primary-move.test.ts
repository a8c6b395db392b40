import { expect, test } from 'vitest'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { movesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { primaryMove } from '#kit/web/work/primary-move.ts'

test('a state asks for what leads on: neither for what needs a reason, nor for going back, nor for anything once it is over', () => {
  const work = remediationWork as unknown as WorkItem
  const asked = (status: string) =>
    primaryMove(
      work,
      status,
      movesOf(work).flatMap(([name, { from, to, offered }]) => (offered !== false && from.includes(status) && to !== status ? [name] : [])),
    )
  expect(Object.keys(work.states).map((status) => [status, asked(status)])).toEqual([
    ['TO_PLAN', 'start'],
    ['PLANNED', 'start'],
    ['ONGOING', 'finish'],
    ['STANDBY', 'start'],
    ['FINISHED', undefined],
    ['CANCELLED', undefined],
  ])
  expect(primaryMove(work, 'ONGOING', ['hold', 'cancel'])).toBeUndefined()
})
