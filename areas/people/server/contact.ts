import { byGlobalPilots, everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { contact } from '#areas/people/contract/contact.ts'

/** Everybody reads whom to call. */
export const contacts = defineResource({
  def: contact,
  rules: { read: everyRow, create: byGlobalPilots, update: byGlobalPilots, delete: byGlobalPilots },
})
