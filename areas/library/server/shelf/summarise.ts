import type { Outline, OutlineNode, ShelfEntry, ShelfKind } from '#areas/library/contract/shelf.ts'
import { languageOf } from '#areas/library/server/format/localise.ts'
import type { Json, Localized, ParsedLibrary, ReferenceKind, Translations } from '#areas/library/server/library-content.ts'
import { familyOf } from './urn-family.ts'
import { wordsOf } from './search-words.ts'

/** Objects of one family that a library names and does not bring. */
export interface Need {
  readonly kind: ReferenceKind
  readonly family: string
  /** How often it names one of them. */
  readonly links: number
}

/** What the index keeps of a library; the rest is read again when it is brought in. */
export interface Summary {
  readonly urn: string
  readonly locale: string
  readonly edition: number
  readonly entry: ShelfEntry
  readonly defines: readonly string[]
  readonly needs: readonly Need[]
  readonly words: readonly string[]
  readonly outline: Outline
}

const shownLength = 160

type Texts = Record<string, string>

/** What a library says of itself, small enough to keep for every file of a folder. */
export function summarise(library: ParsedLibrary): Summary {
  const base = languageOf(library.locale)
  const nodes = library.frameworks.flatMap(({ nodes: all }) => all)
  const texts = [library, ...library.frameworks, ...nodes]
  const languages = new Set([base])
  for (const { name, description, translations } of texts) {
    // What has no language of the product stands in the place of English.
    if (name.en !== null || description.en !== null) languages.add(base === 'fr' || base === 'en' || Object.hasOwn(translations, library.locale) ? 'en' : base)
    if (name.fr !== null || description.fr !== null) languages.add('fr')
    for (const language of Object.keys(translations)) if (/^[a-z]{2,3}([-_][a-z0-9]+)?$/i.test(language)) languages.add(languageOf(language))
  }
  const textsOf = (text: Localized, translations: Translations, fields: readonly string[]): Texts => {
    const found: Texts = {}
    if (text.en !== null) found[languages.has('en') ? 'en' : base] = text.en
    if (text.fr !== null) found.fr = text.fr
    for (const [language, own] of Object.entries(translations)) {
      const value = fields.map((field) => fieldOf(own, field)).find(Boolean)
      if (value) found[languageOf(language)] = value
    }
    return Object.fromEntries(Object.entries(found).map(([language, value]) => [language, shorten(value)]))
  }
  return {
    urn: library.urn,
    locale: library.locale,
    edition: library.version,
    entry: {
      kind: kindOf(library),
      reference: library.ref_id,
      name_en: library.name.en,
      name_fr: library.name.fr,
      provider: library.provider,
      version_label: library.version_label,
      format: library.format,
      publication_date: library.publication_date,
      languages: [...languages].filter(Boolean),
      counts: library.counts,
      groups: library.frameworks.flatMap((framework) => framework.implementation_groups_definition.map(({ name }) => name)).slice(0, 20),
    },
    defines: [
      ...new Set([
        library.urn,
        ...library.frameworks.map(({ urn }) => urn),
        ...[...library.reference_controls, ...library.threats].map(({ urn }) => familyOf(urn)),
      ]),
    ],
    needs: needsOf(library),
    words: wordsOf([
      library.ref_id,
      ...texts.flatMap((object) => [object.name.en, object.name.fr, object.description.en, object.description.fr]),
      ...[...library.reference_controls, ...library.threats, ...library.mapping_sets, ...library.risk_matrices].flatMap(({ name, ref_id }) => [
        name.en,
        name.fr,
        ref_id,
      ]),
      ...nodes.map(({ ref_id }) => ref_id),
    ]),
    outline: {
      description: textsOf(library.description, library.translations, ['description']),
      copyright: textsOf(library.copyright, library.translations, ['copyright']),
      packager: library.packager,
      nodes: outlineOf(library, textsOf),
    },
  }
}

const kinds: readonly [ShelfKind, (library: ParsedLibrary) => boolean][] = [
  ['framework', ({ frameworks }) => frameworks.length > 0],
  ['mapping', (library) => library.mapping_sets.length > 0],
  ['solution', (library) => library.reference_controls.length > 0],
  ['matrix', (library) => library.risk_matrices.length > 0],
]
const kindOf = (library: ParsedLibrary): ShelfKind => kinds.find(([, holds]) => holds(library))?.[0] ?? 'other'

/** Requirements come with their framework. */
function needsOf({ references, dependencies }: ParsedLibrary): Need[] {
  const needs = new Map<string, Need>(dependencies.map((family) => [`library ${family}`, { kind: 'library', family, links: 0 }]))
  for (const { kind, urn, count } of references) {
    if (kind === 'requirement' || kind === 'library') continue
    const family = kind === 'framework' ? urn : familyOf(urn)
    const key = `${kind} ${family}`
    needs.set(key, { kind, family, links: (needs.get(key)?.links ?? 0) + count })
  }
  return [...needs.values()]
}

function outlineOf(library: ParsedLibrary, textsOf: (text: Localized, translations: Translations, fields: readonly string[]) => Texts): OutlineNode[] {
  // Several frameworks in one file stand below their names.
  const several = library.frameworks.length > 1
  const lines: OutlineNode[] = []
  for (const framework of library.frameworks) {
    const root = several ? lines.push([-1, framework.ref_id, 0, textsOf(framework.name, framework.translations, ['name'])]) - 1 : -1
    const first = lines.length
    for (const node of framework.nodes) {
      lines.push([
        node.parent === null ? root : first + node.parent,
        node.ref_id,
        node.assessable ? 1 : 0,
        textsOf(node.display_name, node.translations, ['name', 'description']),
      ])
    }
  }
  const objects = [...library.reference_controls, ...library.threats, ...library.risk_matrices, ...library.mapping_sets]
  for (const object of objects) lines.push([-1, object.ref_id, 0, textsOf(object.name, object.translations, ['name'])])
  return lines
}

function fieldOf(value: Json | undefined, field: string): string | undefined {
  const found = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[field] : undefined
  return typeof found === 'string' ? found : undefined
}

function shorten(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  return line.length <= shownLength
    ? line
    : `${line
        .slice(0, shownLength - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()}…`
}
