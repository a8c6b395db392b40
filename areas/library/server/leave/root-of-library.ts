import { languageOf } from '#areas/library/server/format/localise.ts'
import type {
  ImplementationGroup,
  Json,
  JsonObject,
  LibraryObject,
  Localized,
  MappingPair,
  MatrixLevel,
  ParsedFramework,
  ParsedLibrary,
  ParsedNode,
  ParsedQuestion,
  ScoreLevel,
  Translations,
} from '#areas/library/server/library-content.ts'

/** What is kept of a library. */
export type KeptLibrary = Omit<ParsedLibrary, 'warnings' | 'references'>

interface Texts {
  readonly translations: Translations
  readonly extra: JsonObject | null
}

/** A mapping without what is absent or empty. */
const filled = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined || value === null || (Array.isArray(value) && value.length === 0) ? [] : [[field, value] as const],
    ),
  )

/** The mapping that a YAML file of the open format holds: read again, it is the same library. */
export function rootOfLibrary(library: KeptLibrary): JsonObject {
  const { locale } = library
  const language = languageOf(locale)

  /** Texts in the file's language stand in the object, the others in its translations. */
  const said = ({ translations, extra }: Texts, texts: Readonly<Record<string, Localized>>, fields: Readonly<Record<string, Json | undefined>>): JsonObject => {
    const others = new Map(Object.entries(translations).map(([name, own]) => [name, { ...(own as JsonObject) }]))
    const own: Record<string, Json> = {}
    const other = (name: 'en' | 'fr', field: string, text: string | null) => {
      if (text === null) return
      const known = [...others.keys()].find((one) => languageOf(one) === name) ?? name
      others.set(known, { ...others.get(known), [field]: text })
    }
    for (const [field, { en, fr }] of Object.entries(texts)) {
      if (language === 'en' || language === 'fr') {
        const base = language === 'en' ? en : fr
        if (base !== null) own[field] = base
        if (language === 'en') other('fr', field, fr)
        else other('en', field, en)
        continue
      }
      const base = others.get(locale)?.[field]
      if (base !== undefined) own[field] = base
      // Where there is neither, the text of the file stands in for English.
      if (en !== base) other('en', field, en)
      other('fr', field, fr)
    }
    if (language !== 'en' && language !== 'fr') {
      const rest = Object.entries(others.get(locale) ?? {}).filter(([field]) => !(field in own))
      if (rest.length > 0) others.set(locale, Object.fromEntries(rest))
      else others.delete(locale)
    }
    return { ...filled({ ...fields, ...own, ...extra }), ...(others.size > 0 && { translations: Object.fromEntries(others) }) }
  }
  const object = (one: LibraryObject, fields: Readonly<Record<string, Json | undefined>> = {}, texts: Readonly<Record<string, Localized>> = {}): JsonObject =>
    said(one, { name: one.name, description: one.description, annotation: one.annotation, ...texts }, { urn: one.urn, ref_id: one.ref_id, ...fields })

  const level = ({ score, name, description, description_doc, ...texts }: ScoreLevel) => said(texts, { name, description, description_doc }, { score })
  const group = ({ ref_id, name, description, default_selected, ...texts }: ImplementationGroup) =>
    said(texts, { name, description }, { ref_id, ...(default_selected && { default_selected }) })
  const question = ({ urn, type, text, annotation, weight, config, depends_on, choices, ...texts }: ParsedQuestion): [string, JsonObject] => [
    urn,
    said(
      texts,
      { text, annotation },
      {
        type,
        weight,
        config,
        depends_on: depends_on && { ...depends_on },
        choices: choices.map(({ value, description, urn: own, add_score, compute_result, color, select_implementation_groups, ...more }) =>
          said(more, { value, description }, { urn: own, add_score, compute_result, color, select_implementation_groups }),
        ),
      },
    ),
  ]
  const importances = { 1: 'mandatory', 2: 'recommended', 3: 'nice_to_have' } as const
  const node = (one: ParsedNode, nodes: readonly ParsedNode[]) =>
    object(
      one,
      {
        assessable: one.assessable,
        depth: one.depth,
        parent_urn: one.parent === null ? null : (nodes[one.parent]?.urn ?? null),
        implementation_groups: one.implementation_groups,
        reference_controls: one.reference_controls,
        threats: one.threats,
        importance: one.level === null ? null : importances[one.level],
        weight: one.weight,
        min_score: one.min_score,
        max_score: one.max_score,
        scores_definition_ref: one.scores_definition_ref,
        ...(one.display_mode !== 'default' && { display_mode: one.display_mode }),
        ...(one.questions.length > 0 && { questions: Object.fromEntries(one.questions.map(question)) }),
      },
      { typical_evidence: one.typical_evidence },
    )
  const framework = (one: ParsedFramework) => {
    const scale = one.scores_definition.scale.map(level)
    const others = Object.entries(one.scores_definition.alternatives)
    return object(one, {
      min_score: one.min_score,
      max_score: one.max_score,
      scores_definition: others.length > 0 ? { scale, alternatives: Object.fromEntries(others.map(([name, levels]) => [name, levels.map(level)])) } : scale,
      implementation_groups_definition: one.implementation_groups_definition.map(group),
      outcomes_definition: one.outcomes_definition,
      field_visibility: one.field_visibility,
      requirement_nodes: one.nodes.map((each) => node(each, one.nodes)),
    })
  }
  const matrixLevel = ({ abbreviation, name, description, hexcolor, ...texts }: MatrixLevel, id: number) =>
    said(texts, { name, description }, { id, abbreviation, hexcolor })
  const pair = ({ source_urn, target_urn, relationship, rationale, note, annotation, strength, extra }: MappingPair) =>
    filled({
      source_requirement_urn: source_urn,
      target_requirement_urn: target_urn,
      relationship,
      rationale: rationale ?? note,
      annotation,
      strength_of_relationship: strength,
      ...extra,
    })

  return said(
    library,
    { name: library.name, description: library.description, annotation: library.annotation, copyright: library.copyright },
    {
      urn: library.urn,
      locale,
      ref_id: library.ref_id,
      version: library.version,
      publication_date: library.publication_date,
      provider: library.provider,
      packager: library.packager,
      dependencies: library.dependencies,
      labels: library.labels,
      objects: filled({
        ttp_catalogs: library.ttp_catalogs.map((one) => object(one)),
        tactics: library.tactics.map((one) => object(one, { catalog_urn: one.catalog_urn })),
        techniques: library.techniques.map((one) =>
          object(one, {
            catalog_urn: one.catalog_urn,
            parent_urn: one.parent_urn,
            tactics: one.tactics,
            groups: one.groups,
            reference_controls: one.reference_controls,
            ...(one.is_deprecated && { is_deprecated: true }),
          }),
        ),
        threats: library.threats.map((one) => object(one)),
        reference_controls: library.reference_controls.map((one) =>
          object(one, { category: one.category, csf_function: one.csf_function }, { typical_evidence: one.typical_evidence }),
        ),
        metric_definitions: library.metrics.map((one) =>
          object(one, {
            category: one.category,
            unit: one.unit,
            higher_is_better: one.higher_is_better,
            default_target: one.default_target,
            choices_definition: one.choices.map(({ name, description, ...texts }) => said(texts, { name, description }, {})),
          }),
        ),
        risk_matrices: library.risk_matrices.map((one) =>
          object(one, {
            probability: one.probability.map(matrixLevel),
            impact: one.impact.map(matrixLevel),
            risk: one.risk.map(matrixLevel),
            grid: one.grid,
            strength_of_knowledge: one.strength_of_knowledge,
            ...(!one.is_enabled && { is_enabled: false }),
          }),
        ),
        frameworks: library.frameworks.map(framework),
        requirement_mapping_sets: library.mapping_sets.map((one) =>
          object(one, {
            source_framework_urn: one.source_framework_urn,
            target_framework_urn: one.target_framework_urn,
            requirement_mappings: one.pairs.map(pair),
          }),
        ),
        ...Object.fromEntries(library.opaque.map(({ kind, content }) => [kind, content])),
      }),
    },
  )
}
