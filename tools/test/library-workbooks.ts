/** Workbooks and libraries of our own words, as tests read them. */
import { type FileCell, workbookFile } from './workbook-file.ts'
import type { Json, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { parseLibrary } from '#areas/library/server/format/parse-library.ts'

export type Rows = readonly (readonly FileCell[])[]

export const urn = (kind: string, rest = 'plant') => `urn:acme:risk:${kind}:${rest}`

/** What both forms of a library must say alike: all but the bytes and what was told while reading. */
export const content = (library: ParsedLibrary) => ({ ...library, sha256: '', warnings: [] })
export const yaml = (root: Json) => content(parseLibrary(new TextEncoder().encode(JSON.stringify(root))))

export const meta: Rows = [
  ['type', 'library'],
  ['urn', urn('library')],
  ['version', 3],
  ['locale', 'en'],
  ['ref_id', 'PLANT'],
  ['name', 'Plant rules'],
  ['name[fr]', 'Règles d’usine'],
  ['description', 'What a plant needs'],
  ['copyright', 'Free'],
  ['provider', 'ACME'],
  ['packager', 'acme'],
  ['publication_date', '2026-03-06'],
  ['dependencies', `${urn('library', 'base')}, ${urn('library', 'other')}`],
]
export const frameworkMeta: Rows = [
  ['type', 'framework'],
  ['base_urn', urn('req_node')],
  ['urn', urn('framework')],
  ['ref_id', 'PLANT'],
  ['name', 'Plant rules'],
  ['description', 'All of them'],
  ['min_score', 1],
  ['max_score', '3'],
  ['scores_definition', 'levels'],
  ['implementation_groups_definition', 'sizes'],
  ['answers_definition', 'replies'],
]
export const headings = ['assessable', 'depth', 'ref_id', 'name', 'description', 'name[fr]']
export const second = (rows: Rows, more: Readonly<Record<string, Rows>> = {}, of: Rows = frameworkMeta.slice(0, 8)) =>
  workbookFile({ library_meta: meta, rules_meta: of, rules_content: rows, ...more })

export const library = (objects: Json): Json => ({
  urn: urn('library'),
  locale: 'en',
  ref_id: 'PLANT',
  name: 'Plant rules',
  description: 'What a plant needs',
  copyright: 'Free',
  version: 3,
  publication_date: '2026-03-06',
  provider: 'ACME',
  packager: 'acme',
  translations: { fr: { name: 'Règles d’usine' } },
  dependencies: [urn('library', 'base'), urn('library', 'other')],
  objects,
})
export const framework = (requirement_nodes: Json, more: object = {}): Json => ({
  urn: urn('framework'),
  ref_id: 'PLANT',
  name: 'Plant rules',
  description: 'All of them',
  min_score: 1,
  max_score: 3,
  ...more,
  requirement_nodes,
})
