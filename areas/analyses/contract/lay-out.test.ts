import fc from 'fast-check'
import { expect, test } from 'vitest'
import { riskSteps } from '#areas/catalog/contract/risk-words.ts'
import { compareStudies, type Compared } from './compare.ts'
import { concerns, layOut, pairOf, type StudiedAsset, type StudiedThreat } from './lay-out.ts'

const types = ['HARDWARE', 'SOFTWARE', 'SITE'] as const
const places = { probability: 4, impact: 5 }
const assets = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 30 }), type: fc.option(fc.constantFrom(...types)), harm: fc.option(fc.integer({ min: 1, max: 6 })) }),
  { selector: ({ id }) => id },
)
const threats = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 30 }), asset_types: fc.subarray([...types]), probability: fc.option(fc.constantFrom(...riskSteps)) }),
  { selector: ({ id }) => id },
)

test('an asset meets each threat that concerns its type, once, with proposals that the scale has', () => {
  const server: StudiedAsset = { id: 7, type: 'HARDWARE', harm: 6 }
  const unknown: StudiedAsset = { id: 8, type: null, harm: null }
  const fire: StudiedThreat = { id: 1, asset_types: ['HARDWARE', 'SITE'], probability: 'LOW' }
  const any: StudiedThreat = { id: 2, asset_types: [], probability: null }
  const bug: StudiedThreat = { id: 3, asset_types: ['SOFTWARE'], probability: 'VERY_HIGH' }
  expect(layOut([server, unknown], [fire, any, bug], new Set(), places)).toEqual([
    { supporting_asset: 7, threat: 1, probability: 2, impact: 5 },
    { supporting_asset: 7, threat: 2, probability: null, impact: 5 },
    { supporting_asset: 8, threat: 2, probability: null, impact: null },
  ])
  expect(layOut([server], [fire, any], new Set([pairOf(7, 1)]), places).map(({ threat }) => threat)).toEqual([2])
})

test('laid out again nothing is added, and what is laid out are exactly the pairs that concern each other', () => {
  fc.assert(
    fc.property(assets, threats, (some, others) => {
      const made = layOut(some, others, new Set(), places)
      const pairs = made.map((one) => pairOf(one.supporting_asset, one.threat))
      expect(new Set(pairs).size).toBe(pairs.length)
      expect(layOut(some, others, new Set(pairs), places)).toEqual([])
      expect(pairs.length).toBe(some.flatMap((asset) => others.filter((threat) => concerns(threat, asset.type))).length)
    }),
  )
})

const compared = fc.uniqueArray(
  fc.record({
    asset: fc.integer({ min: 1, max: 5 }),
    threat: fc.integer({ min: 1, max: 5 }),
    probability: fc.option(fc.integer({ min: 1, max: 4 })),
    impact: fc.option(fc.integer({ min: 1, max: 4 })),
    level: fc.option(fc.integer({ min: 1, max: 4 })),
  }),
  { selector: ({ asset, threat }) => pairOf(asset, threat) },
)

test('a study compared with another tells each scenario of both once; with itself nothing has changed', () => {
  fc.assert(
    fc.property(compared, compared, (now: Compared[], before: Compared[]) => {
      const changes = compareStudies(now, before)
      expect(changes.filter((one) => one.now !== null).length).toBe(now.length)
      expect(changes.filter((one) => one.before !== null).length).toBe(before.length)
      for (const { kind, now: here, before: was } of changes) {
        expect([kind, here !== null, was !== null]).toEqual([kind, kind !== 'GONE', kind !== 'NEW'])
        if (kind === 'SAME') expect(here).toEqual(was)
      }
      expect(compareStudies(now, now).every(({ kind }) => kind === 'SAME')).toBe(true)
    }),
  )
})
