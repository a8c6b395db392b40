import { defineRights } from '#kit/contract/right.ts'

/** Organisations are the provider's: no role within one holds these, its staff do (`staffPowers`). */
export const tenancyRights = defineRights({ 'customer.read': [], 'customer.write': [] })
