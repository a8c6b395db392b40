/** Any value that a file or a JSON column can hold. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** A text in the two languages of the product; null where the file has none in that language. */
export type Localized = { en: string | null; fr: string | null }

/** Texts in every other language of the file (and fields of `en` and `fr` that have no column), by language, then field. */
export type Translations = JsonObject

/** What all objects of a library have in common. URNs are lower case. */
export type LibraryObject = {
  urn: string
  ref_id: string | null
  name: Localized
  description: Localized
  annotation: Localized
  translations: Translations
  /** Fields of the file that the model does not know, kept as they are; null if there are none. */
  extra: JsonObject | null
}

export type ParsedNode = LibraryObject & {
  /** Name, else the first line of the description, else reference, else the end of the URN: at least one language is set. */
  display_name: Localized
  /** Index of the parent in `nodes`, null for a root; a file may list a child before its parent. */
  parent: number | null
  /** 1 for roots, counted over parents whatever the file declares. */
  depth: number
  assessable: boolean
  /** Named by the source as no longer in force (OSCAL); never assessable. */
  withdrawn: boolean
  typical_evidence: Localized
  /** `ref_id` of groups; groups that the framework does not declare are kept. */
  implementation_groups: string[]
  reference_controls: string[]
  threats: string[]
  /** Application level: 1 mandatory, 2 recommended, 3 nice to have, null when the file does not say. */
  level: 1 | 2 | 3 | null
  weight: number | null
  min_score: number | null
  max_score: number | null
  /** Name of one of `scores_definition.alternatives`. */
  scores_definition_ref: string | null
  display_mode: 'default' | 'splash'
  questions: ParsedQuestion[]
  links: NodeLink[]
}

/** A link of an OSCAL control: `urn` when it leads to a node of the same catalog, else `url` when the target has one. */
export type NodeLink = { rel: string | null; title: string | null; url: string | null; urn: string | null }

export const questionTypes = ['unique_choice', 'multiple_choice', 'text', 'date', 'number', 'boolean'] as const
export const choiceResults = ['compliant', 'partially_compliant', 'non_compliant', 'not_applicable'] as const

export type ParsedQuestion = {
  urn: string
  type: (typeof questionTypes)[number]
  text: Localized
  annotation: Localized
  weight: number | null
  config: Json
  /** The question is asked when the answers of another question hold `any` or `all` of these choices. */
  depends_on: { question: string; answers: string[]; condition: 'any' | 'all' } | null
  choices: ParsedChoice[]
  translations: Translations
  extra: JsonObject | null
}

export type ParsedChoice = {
  urn: string
  value: Localized
  description: Localized
  add_score: number | null
  compute_result: (typeof choiceResults)[number] | null
  color: string | null
  select_implementation_groups: string[]
  translations: Translations
  extra: JsonObject | null
}

export type ScoreLevel = {
  score: number
  name: Localized
  description: Localized
  description_doc: Localized
  translations: Translations
  extra: JsonObject | null
}

export type ImplementationGroup = {
  ref_id: string
  name: Localized
  description: Localized
  default_selected: boolean
  translations: Translations
  extra: JsonObject | null
}

export type ParsedFramework = LibraryObject & {
  min_score: number
  max_score: number
  scores_definition: { scale: ScoreLevel[]; alternatives: Record<string, ScoreLevel[]> }
  implementation_groups_definition: ImplementationGroup[]
  outcomes_definition: Json
  field_visibility: Json
  /** In display order. */
  nodes: ParsedNode[]
}

export type ParsedThreat = LibraryObject

export const controlCategories = ['policy', 'process', 'technical', 'physical', 'procedure'] as const
export const csfFunctions = ['govern', 'identify', 'protect', 'detect', 'respond', 'recover'] as const

export type ParsedReferenceControl = LibraryObject & {
  category: (typeof controlCategories)[number] | null
  csf_function: (typeof csfFunctions)[number] | null
  typical_evidence: Localized
}

export type MatrixLevel = {
  abbreviation: string | null
  name: Localized
  description: Localized
  hexcolor: string | null
  translations: Translations
  extra: JsonObject | null
}

export type ParsedRiskMatrix = LibraryObject & {
  /** Lists in the order of their ids: an index is a level. */
  probability: MatrixLevel[]
  impact: MatrixLevel[]
  risk: MatrixLevel[]
  /** `grid[probability][impact]` is an index in `risk`; rectangular and in range. */
  grid: number[][]
  strength_of_knowledge: Json
  is_enabled: boolean
}

export const mappingRelationships = ['equal', 'subset', 'superset', 'intersect', 'not_related'] as const
export const mappingRationales = ['syntactic', 'semantic', 'functional'] as const

export type MappingPair = {
  source_urn: string
  target_urn: string
  relationship: (typeof mappingRelationships)[number]
  rationale: (typeof mappingRationales)[number] | null
  /** A rationale that is none of the three words, as written. */
  note: string | null
  annotation: string | null
  /** 0 to 10. */
  strength: number | null
  extra: JsonObject | null
}

export type ParsedMappingSet = LibraryObject & {
  source_framework_urn: string
  target_framework_urn: string
  /** As the file lists them: the same two ends may come twice. */
  pairs: MappingPair[]
}

export type ParsedMetric = LibraryObject & {
  category: 'quantitative' | 'qualitative'
  unit: string | null
  higher_is_better: boolean | null
  default_target: number | null
  choices: { name: Localized; description: Localized; translations: Translations; extra: JsonObject | null }[]
}

export type ParsedTactic = LibraryObject & { catalog_urn: string | null }

export type ParsedTechnique = LibraryObject & {
  catalog_urn: string | null
  parent_urn: string | null
  tactics: string[]
  groups: string[]
  reference_controls: string[]
  is_deprecated: boolean
}

/** What the kind of an URN is called in warnings. */
export type ReferenceKind = 'library' | 'framework' | 'requirement' | 'reference_control' | 'threat'

/** An URN that the file names and does not define, with how often it names it. */
export type ExternalReference = { kind: ReferenceKind; urn: string; count: number }

/** Something to tell the importer; `key` is a message of the area's texts, below `warning`. */
export type LibraryWarning = { key: string; params: Record<string, string | number>; urn: string | null }

/** What a file holds, whether or not it was imported before: assessable nodes are requirements, the others groups. */
export type LibraryCounts = {
  policies: number
  groups: number
  requirements: number
  solutions: number
  threats: number
  risk_matrices: number
  questions: number
  choices: number
  mapping_pairs: number
}

/** A whole file, valid and normalised. Plain data: it can be cloned to another thread and stored as JSON. */
export type ParsedLibrary = {
  format: 'library' | 'oscal'
  /** Of the sheet whose columns were chosen. */
  headings?: readonly string[]
  urn: string
  /** Orders the editions of one `urn` and `locale`; up to 2^53 (OSCAL: see `oscalVersion`). */
  version: number
  /** The version as its publisher writes it. */
  version_label: string
  /** Language of the texts without translation, lower case, e.g. `en` or `pt-br`. */
  locale: string
  ref_id: string
  name: Localized
  description: Localized
  annotation: Localized
  copyright: Localized
  provider: string | null
  packager: string | null
  /** YYYY-MM-DD. */
  publication_date: string | null
  dependencies: string[]
  labels: string[]
  translations: Translations
  extra: JsonObject | null
  /** Of the file's bytes, in hexadecimal. */
  sha256: string
  frameworks: ParsedFramework[]
  threats: ParsedThreat[]
  reference_controls: ParsedReferenceControl[]
  risk_matrices: ParsedRiskMatrix[]
  mapping_sets: ParsedMappingSet[]
  metrics: ParsedMetric[]
  ttp_catalogs: LibraryObject[]
  tactics: ParsedTactic[]
  techniques: ParsedTechnique[]
  /** Objects of kinds that the product does not use (yet), e.g. presets and workflows, as they are in the file. */
  opaque: { kind: string; content: Json }[]
  /** To resolve against what is already stored: see `warnUnresolved`. */
  references: ExternalReference[]
  warnings: LibraryWarning[]
  counts: LibraryCounts
}
