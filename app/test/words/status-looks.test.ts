import { describe, expect, test } from 'vitest'
import { closedStates, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { endingOf } from '#kit/contract/ending.ts'
import { lookOf, looks, tintOfLook } from '#kit/contract/status-looks.ts'

const declared = import.meta.glob<Record<string, unknown>>('../../../areas/*/contract/*work.ts', { eager: true })
// How an entity looks is said beside its screens.
import.meta.glob('../../../areas/*/web/presentation.{ts,tsx}', { eager: true })

const isWork = (value: unknown): value is WorkItem => typeof value === 'object' && value !== null && 'states' in value && 'moves' in value && 'entity' in value
const works = Object.values(declared)
  .flatMap((module) => Object.values(module))
  .filter(isWork)
const lookIn = ({ entity, status }: WorkItem, state: string) => lookOf(state, `${entity.name}.${status}`)

test('lifecycles are found', () => expect(works.length).toBeGreaterThan(8))

describe.each(works.map((work) => [work.entity.name, work] as const))('%s', (_, work) => {
  test('every state has a look, and what is still to be done is neither green nor over', () => {
    const closed = closedStates(work)
    const stateLooks = statesOf(work).map((state) => [state, lookIn(work, state), closed.includes(state)] as const)
    expect(stateLooks.filter(([, look]) => look === undefined).map(([state]) => `${state} has no look in kit/contract/status-looks.ts`)).toEqual([])
    expect(stateLooks.filter(([, look, over]) => !over && (look?.tone === 'success' || look?.tone === 'off'))).toEqual([])
    expect(stateLooks.filter(([, look, over]) => over && look?.glyph === 'dashed')).toEqual([])
  })
})

test('an exemption that is granted is in force, one that is closed is over, one that ran out ended without effect', () => {
  const look = (state: string) => lookOf(state, 'exemption.status')
  expect([look('REQUESTED'), look('GRANTED'), look('REJECTED'), look('CLOSED')]).toEqual([looks.awaited, looks.inForce, looks.failed, looks.over])
  expect(lookOf('EXPIRED', 'exemption.close_reason')).toEqual(looks.off)
  expect([look('GRANTED'), look('CLOSED'), lookOf('EXPIRED')].map((one) => one?.tone)).not.toContain('success')
})

test('a status that is over says how it ended, where its row does', () => {
  const endingValues = (row: object) => Object.values(endingOf(exemption, 'status', row))
  expect(endingValues({ status: 'CLOSED', close_reason: 'EXPIRED' })).toEqual(['close_reason', 'EXPIRED'])
  expect(endingValues({ status: 'CLOSED', close_reason: null })).toEqual(['status', 'CLOSED'])
  expect(endingValues({ status: 'GRANTED', close_reason: null })).toEqual(['status', 'GRANTED'])
  expect(Object.values(endingOf(exemption, 'close_reason', { close_reason: 'EXPIRED' }))).toEqual(['close_reason', 'EXPIRED'])
  // Each of them has a look, and what ran out ended without effect, not well.
  const tones = exemption.fields.close_reason.options.values?.map((value) => lookOf(value, 'exemption.close_reason')?.tone)
  expect(tones).toEqual(['off', 'success', 'off', 'off'])
})

test('a document gives a state the tone of its screen', () => {
  expect(['FINISHED', 'ONGOING', 'STANDBY', 'CANCELLED', 'FAILED'].map((state) => tintOfLook(lookOf(state, 'remediation.status')))).toEqual([
    'success',
    'info',
    'warning',
    'neutral',
    'danger',
  ])
})
