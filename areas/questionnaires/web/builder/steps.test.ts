import { expect, test } from 'vitest'
import { noSteps, stepped, taken, type Steps } from './steps.ts'

test('steps are taken back one by one and again, until something else is done', () => {
  let steps: Steps<string> = stepped(stepped(noSteps, 'a', 1000), 'b', 5000)
  const back = taken(steps, 'c', 'undo')
  expect(back?.to).toBe('b')
  const further = taken(back?.steps ?? noSteps, 'b', 'undo')
  expect(further?.to).toBe('a')
  expect(taken(further?.steps ?? noSteps, 'a', 'undo')).toBeUndefined()
  const again = taken(further?.steps ?? noSteps, 'a', 'redo')
  expect(again?.to).toBe('b')
  expect(taken(again?.steps ?? noSteps, 'b', 'redo')?.to).toBe('c')
  steps = stepped(again?.steps ?? noSteps, 'b', 9000)
  expect(taken(steps, 'd', 'redo')).toBeUndefined()
  expect(taken(steps, 'd', 'undo')?.to).toBe('b')
})

test('what follows at once is one step, and no more than a hundred are kept', () => {
  const typed = stepped(stepped(stepped(noSteps, '', 1000), 'w', 1200), 'wo', 1400)
  expect(taken(typed, 'wor', 'undo')?.to).toBe('')
  let many: Steps<number> = noSteps
  for (let n = 0; n < 150; n += 1) many = stepped(many, n, n * 1000 + 1000)
  expect([many.past.length, many.past[0]]).toEqual([100, 50])
})
