import { defineEvent } from '#kit/contract/event.ts'

/** An organisation is there, and empty; told in it. */
export const customerCreated = defineEvent('customer.created')

/** An organisation begins to be worked in: whatever it should find there (GEN-26). One that is built by a program, such as the demonstration, brings its own. */
export const customerBegins = defineEvent('customer.begins')
