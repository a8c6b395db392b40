import type { Json, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { isObject, Item, type Reading } from './item.ts'
import { LibraryError } from './library-error.ts'
import { readMetric, readReferenceControl, readTactic, readTechnique, readThreat, readTtpCatalog } from './normalise-catalog-objects.ts'
import { readFramework } from './normalise-framework.ts'
import { readMappingSet } from './normalise-mapping-set.ts'
import { readRiskMatrix } from './normalise-risk-matrix.ts'
import { readObject } from './read-object.ts'
import { Report } from './report.ts'
import { urnTail } from './urn.ts'

/** A library before what is computed from the whole file. */
export type LibraryBody = Omit<ParsedLibrary, 'sha256' | 'counts'>

/** Reads the open YAML library format (also written as JSON). */
export function readLibrary(root: Json): LibraryBody {
  if (!isObject(root)) throw new LibraryError('not_a_library', { found: '' })
  const reading: Reading = {
    locale: typeof root['locale'] === 'string' ? root['locale'].trim().toLowerCase() || 'en' : 'en',
    report: new Report(),
  }
  const item = new Item(root, [], reading)
  const object = readObject(item, 'library')
  if (object.name.en === null && object.name.fr === null) throw item.fault('missing_field', {}, 'name')
  if (item.text('locale') === null) reading.report.warn('locale_missing', {}, object.urn)
  const version = item.integer('version', { min: 0 })
  if (version === null) throw item.fault('missing_field', {}, 'version')
  const dependencies = item.refer('dependencies', 'library')
  item.json('convert_library_version')
  const envelope = {
    format: 'library' as const,
    ...object,
    ref_id: object.ref_id ?? urnTail(object.urn),
    version,
    version_label: String(version),
    locale: reading.locale,
    copyright: item.localized('copyright'),
    provider: item.text('provider'),
    packager: item.text('packager'),
    publication_date: readDate(item),
    dependencies,
    labels: item.texts('labels'),
  }
  const objects = item.item('objects')
  if (!objects || Object.keys(objects.value).length === 0) throw item.fault('missing_field', {}, 'objects')
  return {
    ...envelope,
    ...readObjects(objects),
    ...item.rest(),
    references: reading.report.references(),
    warnings: reading.report.warnings(),
  }
}

function readObjects(objects: Item) {
  // Named before it is read, so that what nodes refer to in their own file is known whatever the order of the keys.
  const either = <Content>(singular: string, plural: string, read: (item: Item) => Content): Content[] =>
    [...objects.items(singular), ...objects.items(plural)].map(read)
  const known = {
    ttp_catalogs: either('ttp_catalog', 'ttp_catalogs', readTtpCatalog),
    tactics: either('tactic', 'tactics', readTactic),
    techniques: either('technique', 'techniques', readTechnique),
    threats: either('threat', 'threats', readThreat),
    reference_controls: either('reference_control', 'reference_controls', readReferenceControl),
    metrics: either('metric_definition', 'metric_definitions', readMetric),
    risk_matrices: either('risk_matrix', 'risk_matrices', readRiskMatrix),
    frameworks: either('framework', 'frameworks', readFramework),
    mapping_sets: either('requirement_mapping_set', 'requirement_mapping_sets', readMappingSet),
  }
  const opaque = Object.entries(objects.leftovers() ?? {}).map(([kind, content]) => {
    objects.reading.report.warn('kept_unused', { kind: kind.slice(0, 60) })
    return { kind, content }
  })
  return { ...known, opaque }
}

function readDate(item: Item): string | null {
  const text = item.text('publication_date')
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0]
  if (day && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)) return day
  if (text !== null) item.reading.report.warn('date_unread', { found: text.slice(0, 60) }, item.urn)
  return null
}
