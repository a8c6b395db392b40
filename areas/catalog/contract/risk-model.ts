import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, links, localized } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { riskSteps } from './risk-words.ts'

/** A typical risk: what may happen to what, how bad it usually is, what helps (RSK-20). */
export const riskModel = defineEntity({
  name: 'risk_model',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'RM' }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    /** Before any measure; places on the risk scale of whoever takes it up follow from it (`placeOfStep`). */
    impact: choice(riskSteps, { ranked: riskSteps }),
    probability: choice(riskSteps, { ranked: riskSteps }),
    threats: links('threat', { max: 50 }),
    assets: links('supporting_asset_model', { max: 50 }),
    business_values: links('business_value_model', { max: 50 }),
    solutions: links('solution', { max: 50 }),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'risk_model.read', create: 'risk_model.write', update: 'risk_model.write', delete: 'risk_model.write' },
  list: {
    columns: ['identifier', 'name', 'impact', 'probability', 'threats', 'assets'],
    more: ['business_values', 'solutions', 'adopted', 'catalog_type', 'archived'],
    filters: ['identifier', 'name', 'impact', 'probability', 'threats', 'assets', 'business_values', 'solutions', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'description', 'archived'] },
    { section: 'details', fields: ['impact', 'probability', 'threats', 'assets', 'business_values'] },
    { section: 'treatment', fields: ['solutions'] },
  ],
  importable: true,
})
