import { businessValueModel } from '#areas/catalog/contract/business-value-model.ts'
import { indicatorModel } from '#areas/catalog/contract/indicator-model.ts'
import { metricModel } from '#areas/catalog/contract/metric-model.ts'
import { remediationModel } from '#areas/catalog/contract/remediation-model.ts'
import { riskModel } from '#areas/catalog/contract/risk-model.ts'
import { runtaskModel } from '#areas/catalog/contract/runtask-model.ts'
import type { ModelKind } from '#areas/catalog/contract/shared.ts'
import { solution } from '#areas/catalog/contract/solution.ts'
import { supportingAssetModel } from '#areas/catalog/contract/supporting-asset-model.ts'
import { threat } from '#areas/catalog/contract/threat.ts'
import type { EntityDef } from '#kit/contract/entity.ts'

/** What each kind of model says. */
export const modelDefs: Readonly<Record<ModelKind, EntityDef>> = {
  solution,
  remediation_model: remediationModel,
  runtask_model: runtaskModel,
  metric_model: metricModel,
  indicator_model: indicatorModel,
  threat,
  supporting_asset_model: supportingAssetModel,
  business_value_model: businessValueModel,
  risk_model: riskModel,
}
