import type { Area } from '#kit/server/http/area.ts'
import { assetsRights } from '#areas/assets/contract/rights.ts'
import { en } from '#areas/assets/locales/en.ts'
import { fr } from '#areas/assets/locales/fr.ts'
import { assetCalls } from './calls.ts'
import { businessValues, supportingAssets } from './resources.ts'

export const assets: Area = {
  name: 'assets',
  rights: assetsRights,
  resources: [businessValues, supportingAssets],
  calls: assetCalls,
  exposes: { business_values: 'business_value', supporting_assets: 'supporting_asset' },
  locales: { en, fr },
}
