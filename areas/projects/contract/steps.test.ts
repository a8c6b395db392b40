import { expect, test } from 'vitest'
import { isStillMeant } from './steps.ts'

test.each([
  ['nobody moved it', 'DESIGN', 'DESIGN', 'BUILD', true],
  ['one’s own step arrives while the end is asked for', 'DECISION', 'PRODUCTION', 'CLOSE', true],
  ['somebody else has ended it', 'PRODUCTION', 'CLOSE', 'CLOSE', false],
  ['somebody else has gone there', 'TEST', 'DECISION', 'DECISION', false],
  ['forward would be back by now', 'TEST', 'PRODUCTION', 'DECISION', false],
  ['the step is two away by now', 'TEST', 'BUILD', 'DECISION', false],
] as const)('%s: the change from %s, at %s by now, to %s is the one that was asked for: %s', (_, asked, now, to, still) => {
  expect(isStillMeant(asked, now, to)).toBe(still)
})
