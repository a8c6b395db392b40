import { expect, test } from 'vitest'
import { maskedPath } from './masked-path.ts'

test('ids, prefixed ids and tokens are hidden, names are kept', () => {
  expect(maskedPath('/actions/12/mapping')).toBe('/actions/:id/mapping')
  expect(maskedPath('/actions/r12')).toBe('/actions/:id')
  expect(maskedPath('/password_reset/q8Zt1-KdmP29sLx_0aaB')).toBe('/password_reset/:id')
  expect(maskedPath('/org2/perimeters')).toBe('/org2/perimeters')
  expect(maskedPath('/admin/risk_analysis_catalog/supporting-asset')).toBe('/admin/risk_analysis_catalog/supporting-asset')
})
