import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, localized } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { assetTypes } from './risk-words.ts'

/** A kind of supporting asset, before any perimeter has one: what analyses begin with (RSK-20). */
export const supportingAssetModel = defineEntity({
  name: 'supporting_asset_model',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'SAM' }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    type: choice(assetTypes, { need: 'required', default: 'SOFTWARE' }),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: {
    read: 'supporting_asset_model.read',
    create: 'supporting_asset_model.write',
    update: 'supporting_asset_model.write',
    delete: 'supporting_asset_model.write',
  },
  list: {
    columns: ['identifier', 'name', 'type', 'catalog_type'],
    more: ['adopted', 'archived'],
    filters: ['identifier', 'name', 'type', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'type', 'description', 'archived'] }],
  importable: true,
})
