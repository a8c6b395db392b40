import {
  controlCategories,
  csfFunctions,
  type LibraryObject,
  type ParsedMetric,
  type ParsedReferenceControl,
  type ParsedTactic,
  type ParsedTechnique,
  type ParsedThreat,
} from '#areas/library/server/library-content.ts'
import { excerpt, type Item } from './item.ts'
import { readObject } from './read-object.ts'

export function readThreat(item: Item): ParsedThreat {
  return { ...readObject(item, 'threat'), ...item.rest() }
}

/** Category and function outside the known words are told and left empty: they only sort solutions. */
export function readReferenceControl(item: Item): ParsedReferenceControl {
  return {
    ...readObject(item, 'reference_control'),
    category: knownWord(item, 'category', controlCategories),
    csf_function: knownWord(item, 'csf_function', csfFunctions),
    typical_evidence: item.localized('typical_evidence'),
    ...item.rest(),
  }
}

function knownWord<Word extends string>(item: Item, field: string, words: readonly Word[]): Word | null {
  const text = item.text(field)
  const word = words.find((candidate) => candidate === text?.toLowerCase())
  if (text !== null && word === undefined) item.reading.report.warn('unknown_word', { field, word: excerpt(text) }, item.urn)
  return word ?? null
}

export function readMetric(item: Item): ParsedMetric {
  const object = readObject(item, 'metric')
  const category = item.word('category', ['quantitative', 'qualitative']) ?? 'quantitative'
  const choices = item.items('choices_definition').map((choice) => ({
    name: choice.localized('name'),
    description: choice.localized('description'),
    ...choice.rest(),
  }))
  if (category === 'qualitative' && choices.length === 0) throw item.fault('missing_field', {}, 'choices_definition')
  return {
    ...object,
    category,
    unit: item.text('unit'),
    higher_is_better: item.flag('higher_is_better'),
    default_target: item.number('default_target'),
    choices,
    ...item.rest(),
  }
}

export function readTtpCatalog(item: Item): LibraryObject {
  return { ...readObject(item, 'ttp_catalog'), ...item.rest() }
}

export function readTactic(item: Item): ParsedTactic {
  return { ...readObject(item, 'tactic'), catalog_urn: item.referOne('catalog_urn', null), ...item.rest() }
}

export function readTechnique(item: Item): ParsedTechnique {
  return {
    ...readObject(item, 'technique'),
    catalog_urn: item.referOne('catalog_urn', null),
    parent_urn: item.referOne('parent_urn', null),
    tactics: item.refer('tactics', null),
    groups: item.texts('groups'),
    reference_controls: item.refer('reference_controls', 'reference_control'),
    is_deprecated: item.flag('is_deprecated') ?? false,
    ...item.rest(),
  }
}
