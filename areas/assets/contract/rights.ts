import { defineRights, pilots, readers } from '#kit/contract/right.ts'

/** Pilots keep what stands in their perimeters, auditors read it (RSK-13, RSK-14). */
export const assetsRights = defineRights({
  'business_value.read': readers,
  'business_value.write': pilots,
  'supporting_asset.read': readers,
  'supporting_asset.write': pilots,
})
