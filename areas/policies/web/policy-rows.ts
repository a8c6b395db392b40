import type { policy } from '#areas/policies/contract/policy.ts'
import type { policyVersion } from '#areas/policies/contract/policy-version.ts'
import type { RowOf } from '#kit/contract/entity.ts'

export type Policy = RowOf<typeof policy>
export type Version = RowOf<typeof policyVersion>
