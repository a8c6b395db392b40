import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, integer, json, localized, text } from '#kit/contract/field.ts'
import type { LibraryCounts } from './import-result.ts'

export const libraryFormats = ['library', 'oscal'] as const

/** A file that was imported, in its newest edition. What it holds lives in policies and catalogues; the file's whole content is kept beside. */
export const library = defineEntity({
  name: 'library',
  area: 'library',
  title: 'name',
  fields: {
    identifier: text({ max: 500, by: 'server' }),
    name: localized({ max: 2000, by: 'server' }),
    description: localized({ long: true, by: 'server' }),
    urn: text({ max: 500, by: 'server', need: 'required' }),
    locale: text({ max: 20, by: 'server', need: 'required' }),
    format: choice(libraryFormats, { by: 'server', need: 'required' }),
    /** Orders the editions of one URN and locale; `version_label` is what its publisher calls it. */
    edition: integer({ by: 'server', need: 'required' }),
    version_label: text({ max: 200, by: 'server', need: 'required' }),
    provider: text({ max: 500, by: 'server' }),
    packager: text({ max: 500, by: 'server' }),
    copyright: localized({ long: true, by: 'server' }),
    annotation: localized({ long: true, by: 'server' }),
    publication_date: date({ by: 'server' }),
    counts: json<LibraryCounts>({ by: 'server', need: 'required' }),
    sha256: text({ max: 64, by: 'server', need: 'required' }),
    translations: json({ by: 'server' }),
  },
  rights: { read: 'library.read', create: null, update: null, delete: null },
  list: {
    columns: ['name', 'version_label', 'locale', 'provider', 'publication_date', 'counts'],
    more: ['identifier', 'urn', 'format', 'packager'],
    filters: ['name', 'locale', 'provider', 'format'],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'provider'],
  },
  form: [],
})
