import { defineRights, everyRole, globalPilots, globalReaders, readers, type FeatureRights } from '#kit/contract/right.ts'

/** Pilots and auditors read the catalogues; the organisation's own part of them is the global pilots' (SEC-18, CAT-04). */
export const catalogRights = defineRights({
  'category.read': everyRole,
  'category.write': globalPilots,
  'label.read': everyRole,
  'label.write': globalPilots,
  /** What the provider and the instance share, before anything of it is the organisation's (CAT-04). */
  'shared_catalog.read': globalReaders,
  'solution.read': readers,
  'solution.write': globalPilots,
  // Local pilots make tasks, metrics, indicators and actions of them.
  'runtask_model.read': readers,
  'runtask_model.write': globalPilots,
  'metric_model.read': readers,
  'metric_model.write': globalPilots,
  'indicator_model.read': readers,
  'indicator_model.write': globalPilots,
  'remediation_model.read': readers,
  'remediation_model.write': globalPilots,
  'threat.read': readers,
  'threat.write': globalPilots,
  // Local pilots begin risks and analyses with them (RSK-20).
  'supporting_asset_model.read': readers,
  'supporting_asset_model.write': globalPilots,
  'business_value_model.read': readers,
  'business_value_model.write': globalPilots,
  'risk_model.read': readers,
  'risk_model.write': globalPilots,
  'risk_matrix.read': readers,
  'risk_matrix.write': globalPilots,
  'question.read': readers,
  'question.write': globalPilots,
  'mapping_set.read': readers,
  'mapping_set.write': globalPilots,
})

/** Measures and policies go on reading what the catalogues hold. */
export const catalogFeatures: FeatureRights = {
  CATALOG: [
    'shared_catalog.read',
    'solution.write',
    'metric_model.write',
    'indicator_model.write',
    'remediation_model.write',
    'threat.write',
    'supporting_asset_model.write',
    'business_value_model.write',
    'risk_model.write',
    'risk_matrix.write',
    'question.write',
    'mapping_set.write',
  ],
  RUNTASKS: ['runtask_model.write'],
  SETTINGS: ['category.write', 'label.write'],
}
