import type { Json, JsonObject, Localized, ReferenceKind, Translations } from '#areas/library/server/library-content.ts'
import { type FaultKey, LibraryError, type MessageParams, type Path } from './library-error.ts'
import { languageOf } from './localise.ts'
import type { Report } from './report.ts'
import { isUrn, isUsualUrn, normaliseUrn } from './urn.ts'

/** What the items of one file share. */
export type Reading = { locale: string; report: Report }

/**
 * One mapping of a file and the way to it. Every getter checks the type of a field and throws a LibraryError that names
 * object and field; what no getter asked for comes back from `rest()`, so nothing can be dropped by oversight.
 */
export class Item {
  readonly value: JsonObject
  readonly path: Path
  readonly reading: Reading
  /** Of this object, else of the one that holds it. */
  urn: string | null
  readonly #asked = new Set<string>(['translations'])
  readonly #joined = new Set<string>()
  #translations: [string, Item][] | null = null
  readonly #localised = new Map<string, Localized & { base: string | null }>()

  constructor(value: JsonObject, path: Path, reading: Reading, urn: string | null = null) {
    this.value = value
    this.path = path
    this.reading = reading
    this.urn = urn
  }

  /** A fault of this object, or of the value that the steps lead to from it. */
  fault(key: FaultKey, params: MessageParams = {}, ...steps: (string | number)[]): LibraryError {
    const named: MessageParams = steps.length > 0 ? { field: steps.join('.') } : {}
    return new LibraryError(key, { object: this.urn ?? pathText(this.path), ...params, ...named }, { urn: this.urn, path: [...this.path, ...steps] })
  }

  /** The value as it is in the file; null when absent. */
  json(field: string): Json {
    this.#asked.add(field)
    return Object.hasOwn(this.value, field) ? (this.value[field] ?? null) : null
  }

  /** Trimmed; null when absent or blank. Numbers and booleans are taken as they are written, a list of them as its lines, with a warning. */
  text(field: string, between = '\n'): string | null {
    const value = this.json(field)
    if (!Array.isArray(value) || value.some((entry) => entry !== null && typeof entry === 'object')) return this.#single(field)
    if (!this.#joined.has(field)) this.reading.report.warn('list_for_text', { field: excerpt(field) }, this.urn)
    this.#joined.add(field)
    return this.texts(field).join(between) || null
  }

  /** A text that something is known by, or that decides something: there is one. */
  #single(field: string): string | null {
    const value = this.json(field)
    if (value !== null && typeof value === 'object') throw this.#wrongType(field, 'text', value)
    return value === null ? null : String(value).trim() || null
  }

  required(field: string): string {
    const text = this.#single(field)
    if (text === null) throw this.fault('missing_field', {}, field)
    return text
  }

  number(field: string, { min = -2147483648, max = 2147483647 } = {}): number | null {
    const value = this.json(field)
    if (value === null || value === '') return null
    const number = typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
    if (typeof number !== 'number') throw this.#wrongType(field, 'number', value)
    if (number < min || number > max) throw this.fault('out_of_range', { min, max, found: number }, field)
    return number
  }

  /** A number that only informs: out of its usual range it is told, and kept as it is. */
  informative(field: string, { min, max }: { min: number; max: number }): number | null {
    const number = this.number(field, { min: -1e12, max: 1e12 })
    if (number !== null && (number < min || number > max)) this.reading.report.warn('unusual_number', { field, min, max }, this.urn)
    return number
  }

  integer(field: string, bounds: { min?: number; max?: number } = {}): number | null {
    const number = this.number(field, bounds)
    if (number !== null && !Number.isInteger(number)) throw this.#wrongType(field, 'integer', number)
    return number
  }

  /** Also takes the words that YAML 1.1 reads as booleans. */
  flag(field: string): boolean | null {
    const value = this.json(field)
    if (value === null || typeof value === 'boolean') return value
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value
    if (word === 'true' || word === 'yes' || word === 'on') return true
    if (word === 'false' || word === 'no' || word === 'off') return false
    if (word === '') return null
    throw this.#wrongType(field, 'boolean', value)
  }

  /** One of the words, whatever its case; null when absent. */
  word<Word extends string>(field: string, allowed: readonly Word[]): Word | null {
    const text = this.#single(field)
    if (text === null) return null
    const word = allowed.find((candidate) => candidate === text.toLowerCase())
    if (word === undefined) throw this.fault('not_allowed', { found: excerpt(text), allowed: allowed.join(', ') }, field)
    return word
  }

  /** A list of texts, or one text alone; blanks are left out. */
  texts(field: string): string[] {
    const value = this.json(field)
    const list = value === null ? [] : Array.isArray(value) ? value : [value]
    return list.flatMap((entry) => {
      if (entry !== null && typeof entry === 'object') throw this.#wrongType(field, 'texts', entry)
      return entry === null ? [] : String(entry).trim() || []
    })
  }

  /** The URN that names this object; defines it in the report. */
  identify(kind: string): string {
    const text = this.required('urn')
    const urn = normaliseUrn(text)
    if (!isUrn(urn)) throw this.fault('bad_urn', { found: excerpt(text) }, 'urn')
    if (!isUsualUrn(urn)) this.reading.report.warn('unusual_urn', { urn }, urn)
    this.urn = urn
    this.reading.report.define(kind, urn, this.path)
    return urn
  }

  /** URNs of other objects, in lower case, each once; whether they exist is decided when the library is stored. */
  refer(field: string, kind: ReferenceKind | null): string[] {
    const urns = [...new Set(this.texts(field).map(normaliseUrn))]
    if (kind) for (const urn of urns) this.reading.report.refer(kind, urn)
    return urns
  }

  referOne(field: string, kind: ReferenceKind | null): string | null {
    const text = this.#single(field)
    if (text === null) return null
    const urn = normaliseUrn(text)
    if (kind) this.reading.report.refer(kind, urn)
    return urn
  }

  /** A mapping, null when absent. */
  item(field: string): Item | null {
    const value = this.json(field)
    return value === null ? null : this.#child(value, [field])
  }

  /** A list of mappings, or one mapping alone. */
  items(field: string): Item[] {
    const value = this.json(field)
    if (value === null) return []
    if (!Array.isArray(value)) {
      if (typeof value !== 'object') throw this.#wrongType(field, 'list', value)
      return [this.#child(value, [field])]
    }
    return value.map((entry, index) => this.#child(entry, [field, index]))
  }

  /** The entries of a mapping whose values are mappings; empty ones are left out. */
  entries(field: string): [string, Item][] {
    const value = this.json(field)
    if (value === null) return []
    if (!isObject(value)) throw this.#wrongType(field, 'mapping', value)
    return Object.entries(value).flatMap(([key, entry]) => (entry === null ? [] : [[key, this.#child(entry, [field, key])]]))
  }

  /** The text in the file's language and its translations to English and French. */
  localized(field: string): Localized {
    const base = this.text(field)
    const language = languageOf(this.reading.locale)
    const en = (language === 'en' ? base : null) ?? this.#translation('en', field)
    const fr = (language === 'fr' ? base : null) ?? this.#translation('fr', field)
    const found = { en: en ?? (fr === null ? base : null), fr }
    this.#localised.set(field, { ...found, base: language === 'en' || language === 'fr' ? null : base })
    return found
  }

  /** What no getter gave: other languages, and fields that the model does not know. To be asked last. */
  rest(): { translations: Translations; extra: JsonObject | null } {
    const extra = this.leftovers()
    for (const field of Object.keys(extra ?? {})) this.reading.report.warn('unknown_field', { field: excerpt(field) }, this.urn)
    return { translations: this.#otherTranslations(), extra }
  }

  /** The fields that no getter asked for. */
  leftovers(): JsonObject | null {
    const left = Object.entries(this.value).filter(([field, value]) => !this.#asked.has(field) && value !== null)
    return left.length > 0 ? Object.fromEntries(left) : null
  }

  #translation(language: 'en' | 'fr', field: string): string | null {
    for (const [locale, item] of this.#languages()) {
      if (languageOf(locale) !== language) continue
      const text = item.text(field)
      if (text !== null) return text
    }
    return null
  }

  #otherTranslations(): Translations {
    // A map: a file may call its language what it likes.
    const translations = new Map<string, JsonObject>()
    for (const [locale, item] of this.#languages()) {
      const language = languageOf(locale)
      const fields = Object.keys(item.value).flatMap((field): [string, Json][] => {
        const value = item.json(field)
        const shown = language === 'en' || language === 'fr' ? this.#localised.get(field)?.[language] : undefined
        if (value === null || value === '') return []
        return shown !== undefined && shown === item.text(field) ? [] : [[field, value]]
      })
      if (fields.length > 0) translations.set(locale, Object.fromEntries(fields))
    }
    const own = [...this.#localised].flatMap(([field, { base }]) => (base === null ? [] : [[field, base] as const]))
    if (own.length > 0) translations.set(this.reading.locale, { ...translations.get(this.reading.locale), ...Object.fromEntries(own) })
    return Object.fromEntries(translations)
  }

  #languages(): [string, Item][] {
    this.#translations ??= this.value['translations'] == null ? [] : this.entries('translations')
    return this.#translations
  }

  #child(value: Json, steps: (string | number)[]): Item {
    if (!isObject(value)) throw this.#wrongType(steps, 'mapping', value)
    return new Item(value, [...this.path, ...steps], this.reading, this.urn)
  }

  #wrongType(place: string | (string | number)[], expected: string, found: Json): LibraryError {
    return this.fault('wrong_type', { expected, found: excerpt(JSON.stringify(found)) }, ...[place].flat())
  }
}

export function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Enough of a value of the file to recognise it in a message. */
export function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text
}

function pathText(path: Path): string {
  return path.length === 0 ? '/' : path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join('.')
}
