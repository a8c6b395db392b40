import { defineEntity } from '#kit/contract/entity.ts'
import { choice, choices, derived, flag, identifier, links, localized, markdown } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { assetTypes, riskSteps, threatSources } from './risk-words.ts'

/** What may go wrong; requirements and risks refer to it (RSK-15). */
export const threat = defineEntity({
  name: 'threat',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'TH', max: 64 }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    source: choice(threatSources),
    /** The kinds of supporting assets that it is about; none: any. */
    asset_types: choices(assetTypes),
    /** How likely it is where nothing is known yet. */
    probability: choice(riskSteps, { ranked: riskSteps }),
    /** Models of measures that help against it. */
    solutions: links('solution', { max: 50 }),
    annotation: markdown(),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'threat.read', create: 'threat.write', update: 'threat.write', delete: 'threat.write' },
  list: {
    columns: ['identifier', 'name', 'source', 'asset_types', 'probability', 'catalog_type'],
    more: ['solutions', 'adopted', 'urn', 'archived'],
    filters: ['identifier', 'name', 'source', 'asset_types', 'probability', 'solutions', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'description', 'annotation'] },
    { section: 'details', fields: ['source', 'asset_types', 'probability', 'solutions', 'archived'] },
  ],
  importable: true,
})
