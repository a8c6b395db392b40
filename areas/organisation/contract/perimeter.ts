import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, integer, links, localized, markdown, ref } from '#kit/contract/field.ts'

/** INTERNAL has a security base and a score; APPLICATION and PROVIDER only carry what attaches to them (PER-01). */
export const perimeterTypes = ['INTERNAL', 'APPLICATION', 'PROVIDER'] as const
export type PerimeterType = (typeof perimeterTypes)[number]

/** An organisational scope; all of them form one tree under one root. */
export const perimeter = defineEntity({
  name: 'perimeter',
  area: 'organisation',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'PER' }),
    name: localized({ min: 2, need: 'required' }),
    type: choice(perimeterTypes, { default: 'INTERNAL', need: 'required' }),
    parent: ref('perimeter'),
    weight: integer({ min: 0, max: 10_000, default: 100, boundsMessage: 'organisation.errors.weight' }),
    /** Whom campaigns ask about it first. */
    manager: ref('member', { asks: 'evaluation.write' }),
    /** Groupings that hold it, changed on the grouping. */
    tags: derived(links('tag')),
    description: markdown(),
    archived: flag(),
    /** What checks find (docs/decisions/0051). */
    ...findings('NO_MANAGER', 'NO_POLICY'),
  },
  rights: { read: 'perimeter.read', create: 'perimeter.create', update: 'perimeter.write', delete: 'perimeter.delete' },
  list: {
    columns: ['identifier', 'name', 'type', 'parent', 'weight', 'manager', 'tags'],
    more: ['archived'],
    filters: ['identifier', 'name', 'type', 'parent', 'weight', 'manager', 'tags', 'archived', 'findings', 'accepted_findings', 'within'],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'type', 'parent'] },
    { section: 'details', fields: ['manager', 'weight', 'description', 'archived'] },
  ],
  importable: true,
})
