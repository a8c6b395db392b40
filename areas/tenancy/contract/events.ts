import { defineEvent } from '#kit/contract/event.ts'

/** An organisation is there, and empty; told in it. */
export const customerCreated = defineEvent('customer.created')
