import { type MappingPair, mappingRationales, mappingRelationships, type ParsedMappingSet } from '#areas/library/server/library-content.ts'
import type { Item } from './item.ts'
import { readObject } from './read-object.ts'
import { normaliseUrn } from './urn.ts'

/** Reads a mapping set; frameworks and requirements are only named, they are resolved when it is stored. */
export function readMappingSet(item: Item): ParsedMappingSet {
  const object = readObject(item, 'mapping_set')
  const source = normaliseUrn(item.required('source_framework_urn'))
  const target = normaliseUrn(item.required('target_framework_urn'))
  const { report } = item.reading
  for (const urn of [source, target]) report.refer('framework', urn)
  const ends = new Set<string>()
  const pairs = item.items('requirement_mappings').map((mapping): MappingPair => {
    const pair = readPair(mapping)
    const both = `${pair.source_urn} ${pair.target_urn}`
    if (ends.has(both)) report.warn('pair_twice', { set: object.urn }, object.urn)
    ends.add(both)
    return pair
  })
  return { ...object, source_framework_urn: source, target_framework_urn: target, pairs, ...item.rest() }
}

function readPair(item: Item): MappingPair {
  const source_urn = normaliseUrn(item.required('source_requirement_urn'))
  const target_urn = normaliseUrn(item.required('target_requirement_urn'))
  for (const urn of [source_urn, target_urn]) item.reading.report.refer('requirement', urn)
  const relationship = item.word('relationship', mappingRelationships)
  if (relationship === null) throw item.fault('missing_field', {}, 'relationship')
  const written = item.text('rationale')
  const rationale = mappingRationales.find((word) => word === written?.toLowerCase()) ?? null
  return {
    source_urn,
    target_urn,
    relationship,
    rationale,
    note: rationale === null ? written : null,
    annotation: item.text('annotation'),
    strength: item.informative('strength_of_relationship', { min: 0, max: 10 }),
    extra: item.rest().extra,
  }
}
