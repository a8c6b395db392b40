import type { Json, JsonObject, NodeLink, ParsedFramework, ParsedNode } from '#areas/library/server/library-content.ts'
import { isObject, Item, type Reading } from './item.ts'
import { LibraryError } from './library-error.ts'
import { displayName, localise } from './localise.ts'
import { OscalParameters } from './oscal-parameters.ts'
import { labelOf, propOf, readProse } from './oscal-prose.ts'
import { oscalVersion } from './oscal-version.ts'
import { Report } from './report.ts'
import type { LibraryBody } from './yaml-library.ts'

/** Reads an OSCAL 1.x catalog (a resolved profile is one): one library with one framework. */
export function readCatalog(root: JsonObject): LibraryBody {
  const value = root['catalog'] ?? null
  if (!isObject(value)) throw new LibraryError('not_a_catalog', { found: Object.keys(root).slice(0, 3).join(', ') })
  const reading: Reading = { locale: 'en', report: new Report() }
  const catalog = new Item(value, ['catalog'], reading)
  const uuid = catalog.required('uuid').toLowerCase()
  if (!/^[\w-]+$/.test(uuid)) throw catalog.fault('bad_urn', { found: uuid.slice(0, 60) }, 'uuid')
  const urn = `urn:oscal:risk:library:${uuid}`
  catalog.urn = urn
  const metadata = catalog.item('metadata')
  if (!metadata) throw catalog.fault('missing_field', {}, 'metadata')
  const title = metadata.required('title')
  const label = metadata.required('version')
  const modified = metadata.required('last-modified')
  const version = oscalVersion(label, modified)
  if (version === null) throw metadata.fault('wrong_type', { expected: 'date', found: modified.slice(0, 60) }, 'last-modified')
  const standard = metadata.text('oscal-version')
  if (standard !== null && !/^v?1\./.test(standard)) reading.report.warn('oscal_version', { found: standard.slice(0, 20) }, urn)
  const names = partyNames(metadata)
  const published = metadata.text('published') ?? modified
  const text = (content: string | null) => localise(content, reading.locale)
  const framework = readFramework(catalog, uuid, title)
  if (framework.nodes.length === 0) throw catalog.fault('missing_field', {}, 'groups')
  return {
    format: 'oscal',
    urn,
    version,
    version_label: label,
    locale: reading.locale,
    ref_id: metadata.items('document-ids')[0]?.text('identifier') ?? title,
    name: text(title),
    description: text(metadata.text('remarks')),
    annotation: text(null),
    copyright: text(null),
    provider: names[0] ?? null,
    packager: names[0] ?? null,
    publication_date: /^\d{4}-\d{2}-\d{2}/.exec(published)?.[0] ?? null,
    dependencies: [],
    labels: [],
    translations: {},
    extra: omitEmpty({ metadata: metadata.value, back_matter: catalog.json('back-matter'), more: catalog.leftovers() }),
    frameworks: [framework],
    threats: [],
    reference_controls: [],
    risk_matrices: [],
    mapping_sets: [],
    metrics: [],
    ttp_catalogs: [],
    tactics: [],
    techniques: [],
    opaque: [],
    references: [],
    warnings: reading.report.warnings(),
  }
}

function partyNames(metadata: Item): string[] {
  return metadata.items('parties').flatMap((party) => party.text('short-name') ?? party.text('name') ?? [])
}

type Placed = { item: Item; kind: 'group' | 'control'; parent: number | null; depth: number; urn: string }

function readFramework(catalog: Item, uuid: string, title: string): ParsedFramework {
  const placed = place(catalog, uuid)
  const parameters = new OscalParameters()
  for (const item of [catalog, ...placed.map((entry) => entry.item)]) parameters.collect(item)
  const targets = linkTargets(catalog, placed)
  return {
    urn: `urn:oscal:risk:framework:${uuid}`,
    ref_id: null,
    name: localise(title, catalog.reading.locale),
    description: localise(null, catalog.reading.locale),
    annotation: localise(null, catalog.reading.locale),
    translations: {},
    extra: null,
    min_score: 0,
    max_score: 100,
    scores_definition: { scale: [], alternatives: {} },
    implementation_groups_definition: [],
    outcomes_definition: null,
    field_visibility: null,
    nodes: placed.map((entry) => readNode(entry, parameters, targets)),
  }
}

/** Groups and controls, parents first, each level in the order of its sort-ids. */
function place(catalog: Item, uuid: string): Placed[] {
  const placed: Placed[] = []
  const visit = (holder: Item, parent: number | null, depth: number): void => {
    const children = [
      ...holder.items('groups').map((item) => ({ item, kind: 'group' as const })),
      ...holder.items('controls').map((item) => ({ item, kind: 'control' as const })),
    ]
    const keys = new Map(children.map(({ item }) => [item, propOf(item, 'sort-id')]))
    if (![...keys.values()].includes(null)) {
      children.sort((one, other) => compare(keys.get(one.item) ?? '', keys.get(other.item) ?? ''))
    }
    for (const { item, kind } of children) {
      // Only groups may go without an id: their place stands for it.
      const id = kind === 'control' ? item.required('id') : (groupId(item) ?? `group-${placed.length + 1}`)
      const urn = `urn:oscal:risk:req_node:${uuid}:${id.toLowerCase().replaceAll(/\s+/g, '-')}`
      item.urn = urn
      catalog.reading.report.define('requirement', urn, item.path)
      placed.push({ item, kind, parent, depth, urn })
      visit(item, placed.length - 1, depth + 1)
    }
  }
  visit(catalog, null, 1)
  return placed
}

/** The id that a publisher gave to a group. compliance-trestle 5.2.0 numbers those that have none by their place, which names nothing and is another in the next release. */
function groupId(group: Item): string | null {
  const id = group.text('id')
  return id !== null && /^trestle_group_\d+$/.test(id) ? null : id
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function readNode({ item, kind, parent, depth, urn }: Placed, parameters: OscalParameters, targets: Targets): ParsedNode {
  const { locale } = item.reading
  const prose = readProse(item, parameters)
  const title = item.text('title')
  const name = title === null ? null : parameters.insert(title, item)
  const ref_id = reference(labelOf(item), title) ?? groupId(item)
  const withdrawn = propOf(item, 'status')?.toLowerCase() === 'withdrawn'
  // A group states nothing: its overview describes it.
  const overview = kind === 'group' && prose.description === null
  const texts = {
    name: localise(name === ref_id ? null : name, locale),
    description: withdrawn && prose.description === null ? withdrawal(item, targets) : localise(overview ? prose.annotation : prose.description, locale),
    annotation: localise(overview ? null : prose.annotation, locale),
    typical_evidence: localise(prose.typical_evidence, locale),
  }
  return {
    urn,
    ref_id,
    ...texts,
    display_name: displayName(texts.name, [texts.description, localise(ref_id, locale)], urn, locale),
    parent,
    depth,
    assessable: kind === 'control' && !withdrawn,
    withdrawn,
    implementation_groups: [],
    reference_controls: [],
    threats: [],
    level: null,
    weight: null,
    min_score: null,
    max_score: null,
    scores_definition_ref: null,
    display_mode: 'default',
    questions: [],
    links: item.items('links').map((link) => readLink(link, targets)),
    translations: {},
    extra: omitEmpty({
      id: item.json('id'),
      params: item.json('params'),
      props: item.json('props'),
      assessment: prose.assessment.length > 0 ? prose.assessment : null,
      ...item.leftovers(),
    }),
  }
}

/** What is left of a control that is withdrawn, which states nothing any more: that it is, and what holds it now. */
function withdrawal(item: Item, targets: Targets): { en: string; fr: string } {
  const successors = item.items('links').flatMap((link) => {
    const rel = link.text('rel')
    const href = link.text('href') ?? ''
    return (rel === 'incorporated-into' || rel === 'moved-to') && href.startsWith('#') ? [targets.get(href.slice(1).toLowerCase())?.label ?? href.slice(1)] : []
  })
  const named = successors.join(', ')
  return named ? { en: `Withdrawn. See ${named}.`, fr: `Retirée. Voir ${named}.` } : { en: 'Withdrawn.', fr: 'Retirée.' }
}

/** Some publishers write the label as `Title (reference)`. */
function reference(label: string | null, title: string | null): string | null {
  if (label === null || title === null || !label.toLowerCase().startsWith(`${title.toLowerCase()} (`)) return label
  return label
    .slice(title.length)
    .replace(/^ \((.+)\)$/, '$1')
    .trim()
}

type Targets = Map<string, Pick<NodeLink, 'title' | 'url' | 'urn'> & { label: string | null }>

function linkTargets(catalog: Item, placed: Placed[]): Targets {
  const targets: Targets = new Map()
  for (const resource of catalog.item('back-matter')?.items('resources') ?? []) {
    const title = resource.text('title') ?? resource.item('citation')?.text('text') ?? null
    targets.set(resource.required('uuid').toLowerCase(), {
      title,
      url: resource.items('rlinks')[0]?.text('href') ?? null,
      urn: null,
      label: null,
    })
  }
  for (const { item, urn } of placed) {
    const id = item.text('id')
    if (id !== null) targets.set(id.toLowerCase(), { title: item.text('title'), url: null, urn, label: labelOf(item) ?? id })
  }
  return targets
}

function readLink(link: Item, targets: Targets): NodeLink {
  const href = link.required('href')
  const target = href.startsWith('#') ? targets.get(href.slice(1).toLowerCase()) : undefined
  const rel = link.text('rel')
  const title = link.text('text')
  if (target) return { rel, title: title ?? target.title, url: target.url, urn: target.urn }
  if (href.startsWith('#')) link.reading.report.warn('link_unknown', {}, link.urn)
  return { rel, title, url: href, urn: null }
}

/** The fields that hold something; null when none does. */
function omitEmpty(fields: Record<string, Json>): JsonObject | null {
  const filled = Object.entries(fields).filter(([, value]) => value !== null)
  return filled.length > 0 ? Object.fromEntries(filled) : null
}
