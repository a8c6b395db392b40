import { expect, test } from 'vitest'
import { supportingAssetTypes } from '#areas/assets/contract/supporting-asset.ts'
import { processorTime } from '#tools/test/processor-time.ts'
import { scenariosOf, type ScenarioFacts } from './scenarios.ts'

const asset = (id: number, type: ScenarioFacts['assets'][number]['type'], need: number | null = null) => ({ id, type, need })
const threat = (id: number, types: ScenarioFacts['threats'][number]['types'] = [], probability: number | null = null) => ({ id, types, probability })
const formatScenarios = (facts: Partial<ScenarioFacts>) =>
  scenariosOf({ assets: [], threats: [], known: [], ...facts }).map((one) => `${one.asset}×${one.threat} ${one.impact ?? '-'}/${one.probability ?? '-'}`)

test.each<[string, Partial<ScenarioFacts>, string[]]>([
  ['nothing comes of nothing', { assets: [asset(1, 'SITE')] }, []],
  ['a threat without types concerns every asset', { assets: [asset(1, 'SITE'), asset(2, 'PEOPLE')], threats: [threat(7)] }, ['1×7 -/-', '2×7 -/-']],
  ['one with types only these', { assets: [asset(1, 'SITE'), asset(2, 'PEOPLE')], threats: [threat(7, ['PEOPLE', 'NETWORK'])] }, ['2×7 -/-']],
  [
    'what is needed most comes first, then the older asset, then the older threat; impact and probability begin as they are known',
    { assets: [asset(1, 'SITE', 2), asset(3, 'SITE', 4), asset(2, 'SITE', 4), asset(4, 'SITE')], threats: [threat(9, [], 3), threat(8)] },
    ['2×8 4/-', '2×9 4/3', '3×8 4/-', '3×9 4/3', '1×8 2/-', '1×9 2/3', '4×8 -/-', '4×9 -/3'],
  ],
  ['what is known is not offered again', { assets: [asset(1, 'SITE')], threats: [threat(7), threat(8)], known: [{ asset: 1, threat: 7 }] }, ['1×8 -/-']],
  ['what is named twice comes once', { assets: [asset(1, 'SITE'), asset(1, 'SITE')], threats: [threat(7), threat(7)] }, ['1×7 -/-']],
])('%s', (_, facts, expected) => expect(formatScenarios(facts)).toEqual(expected))

test('whatever the order of the facts, each applicable pair comes once; taken up again there is nothing left', () => {
  let state = 7
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const type = () => supportingAssetTypes[next(6)] ?? 'SITE'
  for (let round = 0; round < 100; round += 1) {
    const assets = Array.from({ length: next(12) }, (_, n) => asset(n + 1, type(), next(5) || null))
    const threats = Array.from({ length: next(8) }, (_, n) => threat(n + 1, Array.from({ length: next(3) }, type)))
    const known = Array.from({ length: next(6) }, () => ({ asset: 1 + next(12), threat: 1 + next(8) }))
    const found = scenariosOf({ assets, threats, known })
    expect(scenariosOf({ assets: assets.toReversed(), threats: threats.toReversed(), known: known.toReversed() })).toEqual(found)
    const pairs = found.map((one) => `${one.asset} ${one.threat}`)
    const applicable = assets.flatMap((one) =>
      threats.flatMap(({ id, types }) =>
        (types.length === 0 || types.includes(one.type)) && !known.some((pair) => pair.asset === one.id && pair.threat === id) ? [`${one.id} ${id}`] : [],
      ),
    )
    expect(pairs.toSorted()).toEqual(applicable.toSorted())
    expect(scenariosOf({ assets, threats, known: [...known, ...found] })).toEqual([])
  }
})

test('three hundred assets and forty threats are twelve thousand scenarios, in a moment', () => {
  const assets = Array.from({ length: 300 }, (_, n) => asset(n + 1, supportingAssetTypes[n % 6] ?? 'SITE', n % 5))
  const threats = Array.from({ length: 40 }, (_, n) => threat(n + 1))
  const begun = processorTime()
  expect(scenariosOf({ assets, threats, known: [] })).toHaveLength(12_000)
  expect(processorTime() - begun).toBeLessThan(3000)
})
