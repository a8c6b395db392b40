import { path } from '#kit/web/route.ts'

/** Where requirements of a policy get their measure models. */
export const linkingOf = (policyId: number): string => path('/org/policies/$id', { id: policyId }, { view: 'linking' })
/** Where a policy is applied to perimeters. */
export const applyingOf = (policyId: number): string => path('/org/policies/$id', { id: policyId }, { view: 'apply' })
export const additionOf = (id: number): string => path('/org/policies/imported/$id', { id })
