export { adoptMappings } from './shared/adopt-mappings.ts'
export { adoptionTurn, adoptSolutions, adoptThreats, renamed } from './shared/adopt.ts'
export { seedModels } from './starter/seed.ts'
export { share } from './shared/calls.ts'
export { adoptedCopy, joinOwn, sharedColumns } from './shared/own-copy.ts'
export { knownNodes } from './shared/adopt-mappings.ts'
export {
  everyActionModel,
  everyLabel,
  everyMapping,
  everyMetricModel,
  everyModel,
  metricsOfIndicatorModels,
  modelsAgainst,
  modelsOfRisk,
  questionsOfFramework,
} from './facts.ts'
