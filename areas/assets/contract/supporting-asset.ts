import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, level, links, localized, markdown, ref, text, type DerivedField } from '#kit/contract/field.ts'
import { criteria, type Criterion } from './criteria.ts'

export const supportingAssetTypes = ['HARDWARE', 'SOFTWARE', 'NETWORK', 'PEOPLE', 'SITE', 'PROVIDER'] as const
export type SupportingAssetType = (typeof supportingAssetTypes)[number]

/** The highest need of the business values that it carries, itself or by what depends on it. */
const inherited = Object.fromEntries(criteria.map((criterion) => [`need_${criterion}`, derived(level('business_impacts'))])) as Record<
  `need_${Criterion}`,
  DerivedField<number | null>
>
const needNames = criteria.map((criterion) => `need_${criterion}` as const)

/** What business values stand on: a machine, a program, a network, people, a site or a provider (RSK-14). */
export const supportingAsset = defineEntity({
  name: 'supporting_asset',
  area: 'assets',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'SA' }),
    name: localized({ need: 'required' }),
    type: choice(supportingAssetTypes, { need: 'required', default: 'SOFTWARE' }),
    perimeter: ref('perimeter', { need: 'required' }),
    /** Who answers for it in the organisation, and is asked for nothing here. */
    owner: ref('member', { asks: null }),
    description: markdown({ max: 4000 }),
    /** That it carries itself. */
    business_values: links('business_value'),
    /** What it does not work without; loops are allowed, and shown. */
    dependencies: links('supporting_asset'),
    /** Of software, as its inventory tells it. */
    release: text({ max: 128 }),
    /** Whose inventory it came with (CycloneDX). */
    application: ref('supporting_asset', { by: 'server' }),
    /** Built into that application, as its inventory says: the plain list leaves it out. */
    library: flag({ by: 'server' }),
    /** What that inventory knows it by: its package URL, else its reference. */
    external_key: text({ by: 'server', max: 512 }),
    need: derived(level('business_impacts')),
    ...inherited,
  },
  rights: { read: 'supporting_asset.read', create: 'supporting_asset.write', update: 'supporting_asset.write', delete: 'supporting_asset.write' },
  list: {
    columns: ['identifier', 'name', 'type', 'need', 'perimeter', 'owner', 'business_values', 'dependencies'],
    more: [...needNames, 'application', 'library', 'release', 'external_key', 'description'],
    filters: ['identifier', 'name', 'type', 'need', ...needNames, 'perimeter', 'owner', 'business_values', 'dependencies', 'application', 'library', 'release'],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'owner', 'perimeter', 'external_key'],
  },
  form: [
    { section: 'general', fields: ['name', 'type', 'perimeter', 'owner', 'description', 'release', 'identifier'] },
    { section: 'carries', fields: ['business_values', 'dependencies'] },
  ],
  importable: true,
})
