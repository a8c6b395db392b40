import { sql } from 'kysely'
import type { LibraryObject, MatrixLevel, ParsedLibrary, ParsedMappingSet } from '#areas/library/server/library-content.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { urnTail } from '#areas/library/server/format/urn.ts'
import { otherTexts, singleText } from './single-text.ts'
import { freeIdentifiers, storeObjects } from './store-objects.ts'

/** Columns that every named object has. */
const named = ({ urn, name, description, ref_id }: LibraryObject) => ({
  // Published files leave out names: the reference, then the end of the URN stand in.
  urn,
  name_en: name.en ?? (name.fr === null ? (ref_id ?? urnTail(urn)) : null),
  name_fr: name.fr,
  description_en: description.en,
  description_fr: description.fr,
})

/** What the catalogue holds of a file's objects, by URN. */
export interface CatalogueIds {
  readonly solutions: ReadonlyMap<string, number>
  readonly threats: ReadonlyMap<string, number>
}

/** Stores reference controls as solutions, threats, risk matrices and mapping sets with their pairs. */
export async function storeCatalogue(tx: Tx, resources: Resources, library: ParsedLibrary): Promise<CatalogueIds> {
  const threatNames = library.threats.length > 0 ? await freeIdentifiers(tx, 'threat', library.threats) : new Map<string, string>()
  const threats = await storeObjects(
    tx,
    resourceOf(resources, 'threat'),
    resources,
    library.threats.map((threat) => ({
      ...named(threat),
      annotation: singleText(threat.annotation),
      translations: otherTexts(threat.translations, { annotation: threat.annotation }),
      identifier: threatNames.get(threat.urn),
    })),
    { onlyNew: ['identifier'] },
  )

  const solutionNames = library.reference_controls.length > 0 ? await freeIdentifiers(tx, 'solution', library.reference_controls) : new Map<string, string>()
  const solutions = await storeObjects(
    tx,
    resourceOf(resources, 'solution'),
    resources,
    library.reference_controls.map((control) => {
      const { annotation, typical_evidence } = control
      return {
        ...named(control),
        nature: control.category,
        csf_function: control.csf_function,
        annotation: singleText(annotation),
        typical_evidence: singleText(typical_evidence),
        translations: otherTexts(control.translations, { annotation, typical_evidence }),
        identifier: solutionNames.get(control.urn),
        archived: false,
      }
    }),
    { onlyNew: ['identifier', 'archived'] },
  )

  const level = ({ name, description, abbreviation, hexcolor, translations }: MatrixLevel) => ({
    name_en: name.en,
    name_fr: name.fr,
    description_en: description.en,
    description_fr: description.fr,
    abbreviation,
    color: hexcolor,
    ...(Object.keys(translations).length > 0 && { translations }),
  })
  await storeObjects(
    tx,
    resourceOf(resources, 'risk_matrix'),
    resources,
    library.risk_matrices.map((matrix) => ({
      ...named(matrix),
      identifier: matrix.ref_id,
      translations: otherTexts(matrix.translations, { annotation: matrix.annotation }),
      catalog_type: 'PRIVATE',
      definition: { probability: matrix.probability.map(level), impact: matrix.impact.map(level), risk: matrix.risk.map(level), grid: matrix.grid },
    })),
    { onlyNew: ['catalog_type'] },
  )

  await storeMappings(tx, resources, library.mapping_sets)
  return { solutions, threats }
}

/** Mapping sets by URN, each with its pairs anew. */
export async function storeMappings(tx: Tx, resources: Resources, sets: readonly ParsedMappingSet[]): Promise<void> {
  const ids = await storeObjects(
    tx,
    resourceOf(resources, 'mapping_set'),
    resources,
    sets.map((set) => ({
      ...named(set),
      identifier: set.ref_id,
      source_framework_urn: set.source_framework_urn,
      target_framework_urn: set.target_framework_urn,
      translations: otherTexts(set.translations, { annotation: set.annotation }),
    })),
  )
  if (sets.length === 0) return
  const pairs = sets.flatMap((set) => set.pairs.map((pair) => ({ ...pair, rationale: pair.rationale ?? pair.note, mapping_set_id: ids.get(set.urn) })))
  await tx.run(sql`delete from mapping_pair where customer_id = ${tx.customerId} and mapping_set_id = any(${[...ids.values()]}::bigint[])`)
  await tx.run(sql`insert into mapping_pair (customer_id, mapping_set_id, source_urn, target_urn, relationship, rationale, strength, annotation)
    select ${tx.customerId}::bigint, w.mapping_set_id, w.source_urn, w.target_urn, w.relationship, w.rationale, w.strength, w.annotation
    from jsonb_populate_recordset(null::mapping_pair, ${JSON.stringify(pairs)}::jsonb) w`)
}
