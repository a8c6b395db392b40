import { expect, test } from 'vitest'
import { clocksOf, monthAfter, type ClockFacts } from './clock.ts'

const paris = 'Europe/Paris'
const at = (moment: string) => new Date(moment)
const facts = (more: Partial<ClockFacts> = {}): ClockFacts => ({
  significant: 'YES',
  personal_data: 'YES',
  aware_at: at('2026-11-21T06:30:00Z'),
  close_reason: null,
  sent: {},
  ...more,
})
const shown = (given: ClockFacts, now: string, zone = paris) => clocksOf(given, at(now), zone).map(({ clock, state, due }) => [clock, state, due.toISOString()])

test.each([
  ['an hour after one knew', '2026-11-21T07:30:00Z', {}, ['DUE', 'DUE', 'LATER', 'DUE']],
  ['at the very end of the first day it is not late yet', '2026-11-22T06:30:00Z', {}, ['DUE', 'DUE', 'LATER', 'DUE']],
  ['a moment later it is', '2026-11-22T06:30:00.001Z', {}, ['LATE', 'DUE', 'LATER', 'DUE']],
  ['what was sent is sent, however late', '2026-12-01T00:00:00Z', { EARLY_WARNING: at('2026-11-30T00:00:00Z') }, ['SENT', 'LATE', 'LATER', 'LATE']],
  ['a week before its end the last report is due', '2026-12-17T06:30:00Z', {}, ['LATE', 'LATE', 'DUE', 'LATE']],
  ['a month later everything is late', '2026-12-25T00:00:00Z', {}, ['LATE', 'LATE', 'LATE', 'LATE']],
])('%s', (_, now, sent, states) => {
  expect(clocksOf(facts({ sent }), at(now), paris).map(({ state }) => state)).toEqual(states)
})

test.each([
  ['nobody said whether it is significant or touches personal data', { significant: null, personal_data: null }, []],
  ['nobody said since when one knew', { aware_at: null }, []],
  ['it is not significant', { significant: 'NO' }, ['GDPR']],
  ['it touches no personal data', { personal_data: 'NO' }, ['EARLY_WARNING', 'NOTIFICATION', 'FINAL_REPORT']],
  ['it was none', { close_reason: 'FALSE_POSITIVE' }, []],
  ['it repeats another', { close_reason: 'DUPLICATE' }, []],
  ['it was resolved: duties remain', { close_reason: 'RESOLVED' }, ['EARLY_WARNING', 'NOTIFICATION', 'FINAL_REPORT', 'GDPR']],
] as const)('which clocks run when %s', (_, more, names) => {
  expect(clocksOf(facts(more), at('2026-11-21T08:00:00Z'), paris).map(({ clock }) => clock)).toEqual(names)
})

test('the last report is due a month after the notification was sent, else after it was due', () => {
  expect(shown(facts(), '2026-11-21T08:00:00Z')[2]).toEqual(['FINAL_REPORT', 'LATER', '2026-12-24T06:30:00.000Z'])
  expect(shown(facts({ sent: { NOTIFICATION: at('2026-11-22T10:00:00Z') } }), '2026-11-23T08:00:00Z')[2]?.[2]).toBe('2026-12-22T10:00:00.000Z')
})

test.each([
  ['2026-01-31T12:00:00Z', paris, '2026-02-28T12:00:00.000Z'],
  ['2028-01-30T12:00:00Z', paris, '2028-02-29T12:00:00.000Z'],
  ['2026-12-31T23:30:00Z', paris, '2027-01-31T23:30:00.000Z'],
  // The clock on the wall shows the same: the day itself is an hour longer or shorter.
  ['2026-10-01T07:00:00Z', paris, '2026-11-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00Z', paris, '2026-04-01T07:00:00.000Z'],
  // Half past two does not exist on the 29th of March.
  ['2026-02-28T01:30:00Z', paris, '2026-03-28T01:30:00.000Z'],
  ['2027-02-28T01:30:00Z', paris, '2027-03-28T01:30:00.000Z'],
  // In Auckland it is the last day already.
  ['2026-01-30T12:00:00Z', 'Pacific/Auckland', '2026-02-27T12:00:00.000Z'],
])('a month after %s in %s is %s', (moment, zone, after) => {
  expect(monthAfter(at(moment), zone).toISOString()).toBe(after)
})

test('a month later is 28 to 31 days later, give or take the hour of a changing clock, and the later the later', () => {
  const zones = ['Europe/Paris', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Auckland', 'UTC', 'America/New_York']
  const hour = 3_600_000
  let seed = 7
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  for (let n = 0; n < 600; n += 1) {
    const zone = zones[n % zones.length] as string
    const moment = new Date(Math.floor((Date.UTC(2020, 0, 1) + random() * 12 * 365 * 24 * hour) / 1000) * 1000)
    const after = monthAfter(moment, zone)
    const passed = (after.getTime() - moment.getTime()) / hour
    expect(passed, `${moment.toISOString()} in ${zone}`).toBeGreaterThanOrEqual(28 * 24 - 1)
    expect(passed, `${moment.toISOString()} in ${zone}`).toBeLessThanOrEqual(31 * 24 + 1)
    const later = monthAfter(new Date(moment.getTime() + 24 * hour), zone)
    expect(later.getTime(), `${moment.toISOString()} in ${zone}`).toBeGreaterThanOrEqual(after.getTime() - hour)
  }
})

test('every clock that runs ends after it began, whatever the date', () => {
  for (const day of ['1970-01-01T00:00:00Z', '2026-03-29T01:30:00Z', '9998-12-31T00:00:00Z']) {
    for (const { from, due } of clocksOf(facts({ aware_at: at(day) }), at('2026-11-21T08:00:00Z'), paris)) expect(due > from, day).toBe(true)
  }
})
