export { loadFacts } from './load-facts.ts'
export { inheritedNeeds, type AssetFacts, type InheritedNeeds } from './needs.ts'
export { businessValueRules, supportingAssetRules } from './rules.ts'
export { scenariosOf, type Scenario, type ScenarioFacts } from './scenarios.ts'
