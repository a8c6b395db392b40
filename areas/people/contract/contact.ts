import { defineEntity } from '#kit/contract/entity.ts'
import { email, integer, links, markdown, ref, text } from '#kit/contract/field.ts'

/** What a telephone number is written with. */
const phonePattern = /^[+]?[0-9 ().\-/#]+$/

/** Whom to call when something goes wrong, whether they sign in or not, and in which order (ADM-12). */
export const contact = defineEntity({
  name: 'contact',
  area: 'people',
  title: 'name',
  fields: {
    name: text({ need: 'required', min: 2 }),
    email: email(),
    phone: text({ min: 3, max: 32, pattern: phonePattern, patternMessage: 'people.errors.phone' }),
    job_function: ref('job_function', { creates: 'job_function.write' }),
    /** They stand for all below as well; without any they stand for none. */
    perimeters: links('perimeter'),
    /** The lowest is called first; without it after all others. */
    contact_order: integer({ min: 0, max: 999, boundsMessage: 'people.errors.contact_order' }),
    notes: markdown({ max: 2000, short: true }),
  },
  rights: { read: 'contact.read', create: 'contact.write', update: 'contact.write', delete: 'contact.write' },
  list: {
    columns: ['contact_order', 'name', 'job_function', 'phone', 'email', 'perimeters'],
    filters: ['name', 'email', 'phone', 'job_function', 'perimeters', 'contact_order'],
    sort: 'contact_order',
    search: ['name', 'email', 'phone', 'job_function', 'notes'],
  },
  form: [
    { section: 'general', fields: ['name', 'job_function', 'phone', 'email'] },
    { section: 'escalation', fields: ['perimeters', 'contact_order', 'notes'] },
  ],
})
