import type { Language } from '#kit/contract/catalogue.ts'
import { cellOf, type CellField, type CellWords } from './cells.ts'
import type { SheetWords } from './words.ts'
import type { Cell } from './xlsx.ts'

/** Where a column's value stands: in a row by its place, in an owned row by its key. */
export interface LineColumn {
  readonly at: number | string
  readonly name: string
  readonly field: CellField
  /** What stands in its place where the row says it. */
  readonly ending?: LineColumn
}

/** How lines follow from rows, in plain values: another thread writes them. */
export interface Lines {
  readonly columns: readonly LineColumn[]
  /** Where the row's owned rows stand, of which each is a line. */
  readonly owned?: number
  readonly timeZone: string
  readonly words: {
    readonly lang: Language
    readonly yes: string
    readonly no: string
    /** By field, what may be chosen and its word. */
    readonly choices: ReadonlyMap<string, ReadonlyMap<string | number, string>>
  }
}

export function linesFor(columns: readonly LineColumn[], words: SheetWords, timeZone: string, owned?: number): Lines {
  const named = columns.flatMap(({ name, ending }) => (ending ? [name, ending.name] : [name]))
  return {
    columns,
    ...(owned !== undefined && { owned }),
    timeZone,
    words: {
      lang: words.lang,
      yes: words.translate('kit.yes'),
      no: words.translate('kit.no'),
      choices: new Map(named.map((name) => [name, new Map(words.offered(name).map((value) => [value, words.choice(name, value)]))])),
    },
  }
}

/** Answers the lines of a row as `selectCells` wrote it. */
export function lineReader({ columns, owned, timeZone, words }: Lines): (text: string) => Cell[][] {
  const { lang, yes, no, choices } = words
  const offered = new Map([...choices].map(([name, labels]) => [name, [...labels.keys()]]))
  const spoken: CellWords = {
    lang,
    translate: (key) => (key === 'kit.yes' ? yes : no),
    choice: (name, value) => choices.get(name)?.get(value) ?? String(value),
    offered: (name) => offered.get(name) ?? [],
  }
  return (text) => {
    const row = JSON.parse(text) as readonly unknown[]
    const lineOf = (own?: Readonly<Record<string, unknown>>): Cell[] =>
      columns.map((column) => {
        const valueOf = ({ at }: LineColumn) => (typeof at === 'number' ? row[at] : own?.[at])
        const ended = column.ending && typeof valueOf(column.ending) === 'string' ? column.ending : column
        return cellOf(ended.name, ended.field, valueOf(ended), spoken, timeZone)
      })
    return owned === undefined ? [lineOf()] : ((row[owned] ?? []) as Record<string, unknown>[]).map(lineOf)
  }
}
