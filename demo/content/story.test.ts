import { expect, test } from 'vitest'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { mainOrganisation } from './main/index.ts'
import { perimeterNumbers, scoreFacts } from './score-facts.ts'
import { daysFromToday } from './types.ts'
import type { Day } from './types.ts'

const { story } = mainOrganisation
const today: Day = { daysAgo: 0 }

function globalScore(on: Day): number {
  return computeScores(scoreFacts(mainOrganisation, on)).global.eased?.performance ?? -1
}

function ownScore(perimeter: string | null): number {
  if (perimeter === null) return -1
  const { own } = computeScores(scoreFacts(mainOrganisation, today))
  return own.get(perimeterNumbers(mainOrganisation)(perimeter))?.eased?.performance ?? -1
}

test('the score has risen from about 48 to about 61 in twelve months, below its target of 75', () => {
  expect(Math.round(globalScore({ daysAgo: 365 }))).toBe(48)
  expect(Math.round(globalScore(today))).toBe(61)
  expect(story.targetScore).toBe(75)
})

test('the score shows each day what the story says', () => {
  const computed = story.scores.map(({ on }) => Math.round(globalScore(on) * 10) / 10)
  expect(computed).toEqual(story.scores.map(({ score }) => score))
})

test('the score falls once by 2 to 4 points, four months ago, when multi-factor authentication and the locked back-ups fail', () => {
  const fall = globalScore({ daysAgo: 125 }) - globalScore({ daysAgo: 118 })
  expect(fall).toBeGreaterThan(2)
  expect(fall).toBeLessThan(4)
  const weeks = Array.from({ length: 53 }, (_, week): Day => ({ daysAgo: 364 - week * 7 }))
  const falls = weeks.slice(1).filter((day, at) => globalScore(weeks[at] ?? today) - globalScore(day) > 1)
  expect(falls.map(daysFromToday)).toEqual([-119])
})

test('one site is weak and another excellent', () => {
  expect(ownScore(story.weakPerimeter)).toBeLessThan(45)
  expect(ownScore(story.excellentPerimeter)).toBeGreaterThan(80)
  const scored = new Set(mainOrganisation.applications.map((item) => item.perimeter))
  const weak = [...scored].filter((perimeter) => ownScore(perimeter) < 45)
  expect(weak).toEqual([story.weakPerimeter])
})
