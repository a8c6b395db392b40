import { expect, test } from 'vitest'
import { lockPlaces, lockSteps } from '#kit/server/data/database/lock-order.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { areas, resources } from '#app/server/registry.ts'

const place = lockPlaces(resources)
const inOrder = (...locks: readonly string[]) => {
  const places = locks.map(place)
  expect(places).not.toContain(undefined)
  expect(places.toSorted((a = 0, b = 0) => a - b)).toEqual(places)
}

test('the order names nothing that is not there', () => {
  const apart = new Set(['others', 'customer', 'instance', 'comment', 'bulk_edit', 'audit head'])
  const names = lockSteps.flatMap((step) => (typeof step === 'string' ? step : step.first)).filter((name) => !name.includes(':') && !apart.has(name))
  expect(names.filter((name) => !resources.has(name))).toEqual([])
  const counted = lockSteps.flatMap((step) => /^identifiers: (\w+)$/.exec(typeof step === 'string' ? step : '')?.[1] ?? [])
  expect(counted.filter((name) => !resources.has(name))).toEqual([])
  const named = lockSteps.flatMap((step) => (typeof step === 'string' ? [] : step.area))
  expect(named.filter((area) => !areas.some(({ name }) => name === area))).toEqual([])
  expect(named).toEqual([...new Set(named)])
})

test('every entity and the counter of its identifiers has a place', () => {
  const locks = [...resources.keys()].flatMap((name) => [name, `identifiers: ${name}`, `turn: ${name} bulk`, `turn: default ${name}`, `turn: ${name} rank`])
  expect(locks.filter((lock) => place(lock) === undefined)).toEqual([])
  expect(place('turn: nobody knows')).toBeUndefined()
})

test('goes from what decides to what follows from it', () => {
  inOrder(
    'turn: perimeter bulk',
    'turn: coverage',
    'turn: gaps quota',
    'remediation',
    'program',
    'review',
    'isp_project',
    'gap',
    'gap_register',
    'exemption',
    'incident',
  )
  inOrder(
    'incident',
    'identifiers: evidence',
    'library',
    'threat',
    'identifiers: solution',
    'solution',
    'policy',
    'policy_version',
    'measure',
    'identifiers: measure',
  )
  inOrder(
    'measure',
    'runbook',
    'runtask',
    'occurrence',
    'campaign',
    'evaluation',
    'supplier',
    'risk',
    'risk_scenario',
    'supporting_asset',
    'evidence',
    'metric',
    'indicator',
  )
  inOrder('indicator', 'perimeter', 'perimeter_property_value', 'group', 'member', 'label', 'scale', 'identifiers: gap', 'audit head')
})

test('a further entity has the place of its area, one of an area that is not named stands among the others', () => {
  const example = resourceOf(resources, 'risk')
  const more = (name: string, area: string): Resources => new Map([...resources, [name, { ...example, def: { ...example.def, name, area } }]])
  const between = (name: string, area: string, before: string, after: string) => {
    const places = lockPlaces(more(name, area))
    expect([places(before), places(name), places(after)]).toEqual([places(before), places(name), places(after)].toSorted((a = 0, b = 0) => a - b))
    expect(places(name)).toBeDefined()
  }
  between('risk_note', 'risks', 'risk', 'risk_scenario')
  between('gap_note', 'gaps', 'isp_project', 'gap')
  between('drill', 'continuity', 'occurrence', 'risk_analysis')
})
