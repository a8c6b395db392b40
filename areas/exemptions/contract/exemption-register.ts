import { defineEntity } from '#kit/contract/entity.ts'
import { derived, flag, identifier, integer, links, localized, markdown } from '#kit/contract/field.ts'
import { assignment } from '#kit/contract/register.ts'

/** Where exemptions are kept; an organisation always has one (EXM-05). */
export const exemptionRegister = defineEntity({
  name: 'exemption_register',
  area: 'exemptions',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'ER' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    /** Whose pilots may see the register; none: every pilot. */
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
    ...assignment,
    /** The register that a new exemption is offered first. */
    is_default: flag({ setBy: 'exemption_register.choose_default' }),
    archived: flag(),
    exemptions: derived(integer()),
    requested: derived(integer()),
    in_force: derived(integer()),
  },
  rights: { read: 'exemption_register.read', create: 'exemption_register.write', update: 'exemption_register.write', delete: 'exemption_register.write' },
  list: {
    columns: ['identifier', 'name', 'perimeters', 'assigned', 'exemptions', 'requested', 'in_force'],
    more: ['assigned_to_me', 'is_default', 'archived'],
    filters: ['identifier', 'name', 'perimeters', 'assigned_to_me', 'is_default', 'archived'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  oneDefault: {
    always: true,
    messages: {
      needed: 'exemptions.errors.default_needed',
      deleted: 'exemptions.errors.default_deleted',
      archived: 'exemptions.errors.default_archived',
    },
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'perimeters', 'description', 'is_default'] },
    { section: 'state', fields: ['archived'], later: true },
  ],
})
