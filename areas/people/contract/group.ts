import { defineEntity } from '#kit/contract/entity.ts'
import { flag, identifier, links, plainNamePattern, text } from '#kit/contract/field.ts'

/** Users who are given objects together. */
export const group = defineEntity({
  name: 'group',
  area: 'people',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'GRP' }),
    name: text({ need: 'required', min: 4, max: 32, pattern: plainNamePattern, patternMessage: 'kit.errors.name_chars' }),
    description: text({ max: 500 }),
    members: links('member', { asks: null }),
    is_staff: flag(),
  },
  rights: { read: 'group.read', create: 'group.write', update: 'group.write', delete: 'group.write' },
  list: {
    columns: ['identifier', 'name', 'description', 'members'],
    more: ['is_staff'],
    filters: ['identifier', 'name', 'members', 'is_staff'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'description', 'members', 'is_staff'] }],
})
