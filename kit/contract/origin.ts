import { choice, json, text } from './field.ts'

/** Who may use a model: everyone, the customers of an instance, or one customer. */
export const catalogTypes = ['PUBLIC', 'INSTANCE', 'PRIVATE'] as const

/** What every model of a catalogue carries besides its content: where it comes from. `translations` keeps languages other than English and French. */
export const originFields = {
  catalog_type: choice(catalogTypes, { by: 'server', default: 'PRIVATE' }),
  urn: text({ max: 500, by: 'server' }),
  translations: json({ by: 'server' }),
}

/** The same of what catalogs share: there it is for others from the beginning, and the database says for whom. */
export const sharedFields = { ...originFields, catalog_type: choice(catalogTypes, { by: 'server', need: 'required' }) }
