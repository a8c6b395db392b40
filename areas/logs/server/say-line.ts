import type { Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, Fields } from '#kit/contract/field.ts'
import type { Change, ChildChange } from '#kit/contract/history.ts'
import type { Levels } from '#kit/contract/level.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import type { LoggedLine, ReadLine } from '#kit/server/data/history/line-changes.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { cellOf } from '#kit/server/sheets/cells.ts'
import { sheetWords, type SheetWords } from '#kit/server/sheets/words.ts'
import type { LogLine, SaidLogChange, SaidValue } from '#areas/logs/contract/calls.ts'

interface Speaking {
  readonly resources: Resources
  readonly translate: Translate
  readonly lang: Language
  readonly levels: Levels
  readonly timeZone: string
  /** What rows are called that are none of an entity, such as the provider's organisations: `customer:12`. */
  readonly named?: ReadonlyMap<string, string>
}

/** Says lines of the audit in the words that the history of a record has: of its entity, else the kit's, else the log's own. */
export class LineSpeaker {
  #with: Speaking
  #words = new Map<string, SheetWords>()

  constructor(speaking: Speaking) {
    this.#with = speaking
  }

  #say(key: string, values?: Record<string, string | number>): string {
    const { translate, lang } = this.#with
    return translate(values ? { key, values } : key, lang)
  }

  #known(key: string): boolean {
    return this.#with.translate(key, 'en') !== key
  }

  #wordsOf(def: EntityDef): SheetWords {
    const { translate, lang, levels } = this.#with
    const known = this.#words.get(def.name) ?? sheetWords(translate, def, lang, levels)
    this.#words.set(def.name, known)
    return known
  }

  /** What one object of a kind is called. */
  kind(entity: string): string {
    const def = this.#with.resources.get(entity)?.def
    if (def) return this.#say(`${def.area}.entities.${def.name}.one`)
    return this.#known(`logs.kinds.${entity}`) ? this.#say(`logs.kinds.${entity}`) : this.#say('logs.kinds.other')
  }

  #did({ entity, action }: LoggedLine): string {
    const def = this.#with.resources.get(entity)?.def
    const keys = [...(def ? [`${def.area}.entities.${def.name}.actions.${action}`] : []), `logs.actions.${action}`, `kit.record.history_action.${action}`]
    return this.#say(keys.find((key) => this.#known(key)) ?? 'logs.actions.update')
  }

  /** What acted by itself. */
  job(source: string): string {
    const key = `logs.jobs.${source.replaceAll(/[.-]/g, '_')}`
    return this.#say(this.#known(key) ? key : 'logs.jobs.other')
  }

  line(line: LoggedLine, { object, hidden, changes }: ReadLine): LogLine {
    const { resources, named } = this.#with
    const def = resources.get(line.entity)?.def
    const called = named?.get(`${line.entity}:${line.object_id}`)
    return {
      n: line.n,
      did: this.#did(line),
      kind: this.kind(line.entity),
      object:
        object && line.object_id !== null
          ? { entity: line.entity, id: line.object_id, ...object }
          : called !== undefined && line.object_id !== null
            ? { entity: line.entity, id: line.object_id, identifier: null, name: called, live: false }
            : null,
      hidden,
      created: line.action === 'create',
      changes: def ? this.#changes(def, changes, line.action === 'create') : [],
      // What is noted of a row tells of it as its fields do.
      notes: hidden ? [] : this.#notes(line),
    }
  }

  /** What else was noted, of what has a name in the log's words; nothing of it as it is stored. */
  #notes({ details, entity }: LoggedLine): { name: string; value: string }[] {
    if (!details) return []
    const given = JSON.parse(details) as unknown
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
    return Object.entries(given).flatMap(([name, value]) => {
      const label = `logs.notes.${name}`
      if (!this.#known(label)) return []
      const said = this.#note(entity, name, value)
      return said === '' ? [] : [{ name: this.#say(label), value: said }]
    })
  }

  #note(entity: string, name: string, value: unknown): string {
    if (typeof value === 'boolean') return this.#say(value ? 'kit.yes' : 'kit.no')
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value))
      return value
        .map((one) => this.#note(entity, name, one))
        .filter(Boolean)
        .join(', ')
    if (typeof value !== 'string') return ''
    const word = `logs.note_values.${name}.${value}`
    const fixed = ['method', 'format', 'kind', 'type', 'admin_type', 'fields']
    return this.#known(word) ? this.#say(word) : fixed.includes(name) ? '' : value
  }

  /** What became of fields, or would, in words. */
  changes(def: EntityDef, changes: readonly Change[]): SaidLogChange[] {
    return this.#changes(def, changes, false)
  }

  /** Of what is new, a structure without words of its own says nothing. */
  #changes(def: EntityDef, changes: readonly Change[], created: boolean): SaidLogChange[] {
    const words = this.#wordsOf(def)
    return changes.flatMap((change) => {
      const found = fieldOf(def.fields, change.field)
      if (!found) return []
      const said = this.#said(change, found, words, `${def.area}.entities.${def.name}`)
      return created && said.after === null && !change.children && !change.comments ? [] : [said]
    })
  }

  #said(change: Change, { name, field, lang }: FoundField, words: SheetWords, at: string): SaidLogChange {
    const label = this.#label(words.field(name), name)
    const said = {
      field: lang ? this.#say(`kit.record.in_${lang === 'en' ? 'english' : 'french'}`, { name: label }) : label,
      before: this.#value(change, 'before', name, field, words),
      after: this.#value(change, 'after', name, field, words),
    }
    const comments = (change.comments ?? []).map((one) =>
      this.#say('kit.record.file_comment', { name: one.name, before: one.before ?? '—', after: one.after ?? '—' }),
    )
    if (comments.length > 0) {
      const went = said.before || said.after ? [`${this.#plain(said.before)} → ${this.#plain(said.after)}`] : []
      return { ...said, lines: [...went, ...comments] }
    }
    if (change.moved) return { ...said, lines: [this.#say('kit.record.moved')] }
    if (change.children) return { ...said, lines: change.children.map((child) => this.#child(child, name, field, words, at)) }
    return !said.before && !said.after ? { ...said, lines: [this.#say('kit.record.changed')] } : said
  }

  /** A field that its entity has no word for is called as every list calls it. */
  #label(label: string, name: string): string {
    return label.includes('.fields.') && this.#known(`kit.table.${name}`) ? this.#say(`kit.table.${name}`) : label
  }

  #plain(value: SaidValue): string {
    return value === null ? '—' : typeof value === 'string' ? value : 'day' in value ? value.day : value.at
  }

  #child({ change, name, place, changes }: ChildChange, parent: string, { options }: Field, words: SheetWords, at: string): string {
    const noun = `${at}.rows.${parent}.one`
    const title = this.#say('kit.record.child_name', {
      noun: this.#known(noun) ? this.#say(noun) : words.field(parent),
      name: name ?? this.#say('kit.record.child_place', { place }),
    })
    if (change !== 'changed') return this.#say(`kit.record.child_${change}`, { title })
    const inner = words.children(parent)
    const told = changes.flatMap((each) => {
      const found = fieldOf(options.fields ?? {}, each.field)
      if (!found) return []
      const said = this.#said(each, found, inner, at)
      return [
        this.#say('kit.record.child_field', {
          label: said.field,
          change: said.lines?.join(', ') ?? `${this.#plain(said.before)} → ${this.#plain(said.after)}`,
        }),
      ]
    })
    return this.#say('kit.record.child_changed', { title, changes: told.join(', ') })
  }

  #value(change: Change, side: 'before' | 'after', name: string, field: Field, words: SheetWords): SaidValue {
    const value = change[side]
    const hidden = change.hidden?.[side] ?? 0
    const text = this.#plainValue(value, name, field, words)
    if (hidden === 0) return text
    return [typeof text === 'string' ? text : '', this.#say('kit.record.hidden_count', { count: hidden })].filter(Boolean).join(', ')
  }

  #plainValue(value: unknown, name: string, field: Field, words: SheetWords): SaidValue {
    if (value === null || value === undefined || value === '') return null
    // References, files and what was noted of rows long ago come as names.
    if (['ref', 'ref_one_of', 'links', 'files', 'rows', 'json'].includes(field.kind))
      return typeof value === 'string' ? value : Array.isArray(value) ? namesIn(value) : null
    if (field.kind === 'timestamp') return { at: new Date(value as string).toISOString() }
    const cell = cellOf(name, field, value, words, this.#with.timeZone)
    if (cell === null) return null
    if (typeof cell !== 'object') return String(cell)
    if ('day' in cell) return { day: cell.day }
    if ('moment' in cell) return cell.moment
    const [unit = ''] = cell.unit.split('_')
    return withUnit(String(cell.amount), unit === 'percent' ? '%' : unit === 'keuro' ? 'k€' : this.#say('logs.days_sign'), this.#with.lang)
  }
}

const namesIn = (values: readonly unknown[]): string | null =>
  values.flatMap((one) => (typeof one === 'string' ? [one] : typeof one === 'object' && one !== null && 'name' in one ? [String(one.name)] : [])).join(', ') ||
  null

interface FoundField {
  readonly name: string
  readonly field: Field
  /** One language of a localized text. */
  readonly lang: Language | null
}

/** The field of a key of the history, such as `name_fr`. */
function fieldOf(fields: Fields, key: string): FoundField | undefined {
  const own = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (own) return { name: key, field: own, lang: null }
  const lang = key.endsWith('_en') ? 'en' : key.endsWith('_fr') ? 'fr' : null
  const name = key.slice(0, -3)
  const localized = lang && Object.hasOwn(fields, name) ? fields[name] : undefined
  return localized?.kind === 'localized' ? { name, field: localized, lang } : undefined
}
