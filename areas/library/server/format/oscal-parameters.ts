import type { Json } from '#areas/library/server/library-content.ts'
import type { Item } from './item.ts'
import { limits } from './limits.ts'

/** What is inserted may be followed by options on how, which text has no use for. */
const insertion = /\{\{\s*(?:insert\s*:\s*)?(?:[a-z]+\s*[:,]\s*)?([^\s{},]+)[^{}]*\}\}/g

/** The parameters of a catalog, and the text with which each replaces its `{{ insert: param, id }}`. */
export class OscalParameters {
  readonly #items = new Map<string, Item>()
  readonly #texts = new Map<string, string>()

  /** Adds the `params` of a catalog, group or control, also under the older ids that they mention. */
  collect(holder: Item): void {
    for (const param of holder.items('params')) {
      this.#items.set(param.required('id'), param)
      for (const prop of param.items('props')) {
        const alias = prop.text('name') === 'alt-identifier' ? prop.text('value') : null
        if (alias !== null && !this.#items.has(alias)) this.#items.set(alias, param)
      }
    }
  }

  /** The text without any insertion left; an unknown parameter shows as its id. Throws `parameter_too_long`. */
  insert(text: string, holder: Item): string {
    return text.replace(insertion, (_, id: string) => this.#textOf(id, holder, []))
  }

  #textOf(id: string, holder: Item, within: string[]): string {
    const known = this.#texts.get(id)
    if (known !== undefined) return known
    const param = this.#items.get(id)
    if (!param || within.includes(id)) {
      holder.reading.report.warn('parameter_unknown', { id: id.slice(0, 60) }, holder.urn)
      return `[${id}]`
    }
    const written = writtenText(param)
    let length = written.length
    const text = written.replace(insertion, (_, inner: string) => {
      const inserted = this.#textOf(inner, holder, [...within, id])
      length += inserted.length
      if (length > limits.parameterText) throw holder.fault('parameter_too_long', { id: id.slice(0, 60), max: limits.parameterText })
      return inserted
    })
    this.#texts.set(id, text)
    return text
  }
}

/** Values set by the publisher as they are; what the reader has to decide in brackets: choices, else the label, else what guides the choice. */
function writtenText(param: Item): string {
  const values = param.texts('values')
  if (values.length > 0) return values.join(', ')
  const choices = param.item('select')?.texts('choice') ?? []
  return `[${choices.length > 0 ? choices.join(' ; ') : (param.text('label') ?? guideline(param) ?? param.required('id'))}]`
}

const guideline = (param: Item) => param.items('guidelines')[0]?.text('prose')?.replaceAll(/\s+/g, ' ').trim() || null

/** Every text of a value of the file with its insertions filled. */
export function insertEverywhere(value: Json, parameters: OscalParameters, holder: Item): Json {
  if (typeof value === 'string') return value.includes('{{') ? parameters.insert(value, holder) : value
  if (Array.isArray(value)) return value.map((entry) => insertEverywhere(entry, parameters, holder))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, insertEverywhere(entry, parameters, holder)]))
}
