import { defineEntity } from '#kit/contract/entity.ts'
import { readers } from '#kit/contract/right.ts'
import { measureShares } from '#areas/risks/contract/measure-shares.ts'
import { riskStrategies, type ShownLevel, type ShownSides } from '#areas/risks/contract/risk.ts'
import { choice, derived, flag, integer, json, links, ref, text } from '#kit/contract/field.ts'

export interface ScenarioLevels {
  readonly now: ShownLevel | null
  /** By the measures that are there. */
  readonly current: ShownLevel | null
  readonly target: ShownLevel | null
  /** What the places of the analysis' scale are called. */
  readonly sides: ShownSides
}

const place = () => integer({ min: 1, max: 6 })

/** What a threat may do to a supporting asset, as one analysis sees it; laid out by the product, then retained or not by people (RSK-12, step 4). */
export const riskScenario = defineEntity({
  name: 'risk_scenario',
  area: 'analyses',
  title: 'label',
  fields: {
    /** Threat and asset, as they are called. */
    label: derived(text()),
    analysis: ref('risk_analysis', { need: 'required' }),
    threat: ref('threat', { need: 'required' }),
    /** Whoever reads the study is told what it is about. */
    supporting_asset: ref('supporting_asset', { need: 'required', namedTo: readers }),
    retained: flag(),
    /** Places of the sides of the scale, lowest first, before measures. */
    probability: place(),
    impact: place(),
    reason: text({ max: 2000 }),
    /** What is there already. */
    measures: links('measure', { max: 100, duplicateMessage: 'measures.errors.measure_listed' }),
    measure_shares: measureShares,
    /** Where it stands by them, as risks do (docs/RISK-LEVELS.md). */
    current_probability: integer({ min: 1, max: 6, by: 'server' }),
    current_impact: integer({ min: 1, max: 6, by: 'server' }),
    /** What is to be done about it. */
    strategy: choice(riskStrategies, { default: 'REDUCE', need: 'required' }),
    target_probability: place(),
    target_impact: place(),
    actions: links('remediation', { max: 100 }),
    manager: ref('member'),
    /** What it became in the register. */
    risk: ref('risk', { by: 'server' }),
    /** Values of the levels of the analysis' scale: as it is, by the measures, and as it is to become. */
    level: integer({ by: 'server' }),
    current_level: integer({ by: 'server' }),
    target_level: integer({ by: 'server' }),
    /** The same in words and colours. */
    levels: derived(json<ScenarioLevels>()),
  },
  rights: { read: 'risk_scenario.read', create: 'risk_scenario.write', update: 'risk_scenario.write', delete: 'risk_scenario.write' },
  list: {
    columns: [
      'supporting_asset',
      'threat',
      'retained',
      'probability',
      'impact',
      'level',
      'measures',
      'current_level',
      'strategy',
      'actions',
      'target_level',
      'manager',
      'risk',
    ],
    more: ['label', 'reason', 'current_probability', 'current_impact', 'target_probability', 'target_impact', 'levels', 'analysis'],
    filters: [
      'analysis',
      'supporting_asset',
      'threat',
      'retained',
      'probability',
      'impact',
      'level',
      'current_level',
      'target_level',
      'strategy',
      'measures',
      'actions',
      'manager',
      'risk',
    ],
    // Of one level as they were laid out, asset by asset: an order that an index has, however many there are.
    sort: ['-level', 'id'],
    search: ['supporting_asset', 'threat', 'reason'],
  },
  form: [
    { section: 'scenario', fields: ['supporting_asset', 'threat', 'retained', 'probability', 'impact', 'reason', 'measures', 'measure_shares'] },
    { section: 'treatment', fields: ['strategy', 'target_probability', 'target_impact', 'actions', 'manager'] },
  ],
  importable: true,
})
