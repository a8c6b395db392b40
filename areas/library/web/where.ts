import { type Address, path } from '#kit/web/route.ts'

/** Where requirements of a policy get their measure models. */
export const linkingOf = (policyId: number): Address => path('/org/policies/$id', { id: policyId }, { view: 'linking' })
/** Where a policy is applied to perimeters. */
export const applyingOf = (policyId: number): Address => path('/org/policies/$id', { id: policyId }, { view: 'apply' })
export const additionOf = (id: number): Address => path('/org/policies/imported/$id', { id })
