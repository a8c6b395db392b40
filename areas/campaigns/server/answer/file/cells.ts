import { readDay, writtenDay, type DateOrder } from '#kit/contract/date-order.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { levelName } from '#kit/contract/level.ts'
import type { ReadCell } from '#kit/server/sheets/read-sheet.ts'
import { unguarded, type Cell } from '#kit/server/sheets/xlsx.ts'
import type { Answer } from '#areas/questionnaires/contract/play.ts'
import { textIn, type Question } from '#areas/questionnaires/contract/structure.ts'
import type { AnswerLevel, Content, ContentItem } from '#areas/campaigns/contract/answer-calls.ts'

/** Whose words and days a file is in. */
export interface Reader {
  readonly lang: Language
  readonly order: DateOrder
}

export type Chosen = { readonly level: number | null; readonly value: Answer | null }

export const isLevelled = (question: Question | undefined): boolean => question === undefined || question.type === 'SCALE'

export const questionsIn = ({ structure }: Pick<Content, 'structure'>): ReadonlyMap<string, Question> =>
  new Map((structure?.sections ?? []).flatMap(({ questions }) => questions.map((one) => [one.key, one] as const)))
export const questionOf = (questions: ReadonlyMap<string, Question>, { question }: ContentItem): Question | undefined => questions.get(question ?? '')

export const inWords = (of: object, name: 'name' | 'description', lang: Language): string => {
  const texts = of as Readonly<Record<string, string | null | undefined>>
  return texts[`${name}_${lang}`] || texts[`${name}_${lang === 'fr' ? 'en' : 'fr'}`] || ''
}

/** A level as it is offered: its number from the lowest on, which is the key that chooses it in the screen, and its name. */
export const levelText = (levels: readonly AnswerLevel[], value: number | null, lang: Language): string => {
  const at = levels.findIndex((one) => one.value === value)
  const found = levels[at]
  return found ? `${at + 1} ${levelName(found, lang)}`.trim() : ''
}

const labelOf = (question: Question, key: string, lang: Language): string => {
  const option = question.options.find((one) => one.key === key)
  return option ? (textIn(option, 'label', lang) ?? key) : key
}

/** What was chosen, as a cell that can be read again. */
export function cellOf(question: Question | undefined, { level, value }: Chosen, levels: readonly AnswerLevel[], { lang }: Reader): Cell {
  if (!question || question.type === 'SCALE') return levelText(levels, level, lang) || null
  if (value === null) return null
  if (typeof value === 'object') return [...value].map((key) => labelOf(question, key, lang)).join('\n')
  return question.type === 'DATE' && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { day: value } : value
}

/** The same as people read it. */
export function textOf(question: Question | undefined, chosen: Chosen, levels: readonly AnswerLevel[], reader: Reader): string {
  const cell = cellOf(question, chosen, levels, reader)
  if (cell === null) return ''
  if (typeof cell === 'object' && 'day' in cell) return writtenDay(cell.day, reader.order)
  return String(cell).replaceAll('\n', ', ')
}

export const plainCell = (cell: ReadCell | undefined): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : unguarded(String(cell)).trim()

const same = (one: string | null | undefined, other: string) => (one ?? '').trim().toLowerCase() === other.trim().toLowerCase()

/** What a cell chooses; undefined: nobody knows what it means. */
export function readChosen(question: Question | undefined, cell: ReadCell | undefined, levels: readonly AnswerLevel[], reader: Reader): Chosen | undefined {
  const text = plainCell(cell)
  if (text === '') return { level: null, value: null }
  if (!question || question.type === 'SCALE') {
    const level =
      levels.find(({ value }) => (['en', 'fr'] as const).some((lang) => same(levelText(levels, value, lang), text))) ??
      levels.find(({ name_en, name_fr }) => same(name_en, text) || same(name_fr, text)) ??
      (/^\d{1,2}$/.test(text) ? levels[Number(text) - 1] : undefined)
    return level && { level: level.value, value: null }
  }
  const value = readValue(question, cell ?? null, text, reader)
  return value === undefined ? undefined : { level: null, value }
}

function readValue(question: Question, cell: ReadCell, text: string, { order }: Reader): Answer | undefined {
  switch (question.type) {
    case 'NUMBER': {
      const number = typeof cell === 'number' ? cell : Number(text.replaceAll(/[\s\u00A0\u202F]/g, '').replace(',', '.'))
      return Number.isFinite(number) ? number : undefined
    }
    case 'DATE':
      return cell instanceof Date ? text : (readDay(text, order) ?? undefined)
    case 'SINGLE':
    case 'MULTIPLE':
      return readOptions(question, text)
    default:
      return text
  }
}

/** One in a line, or between semicolons; a text that is an option as it stands is that one. */
function readOptions({ options, type }: Question, text: string): readonly string[] | undefined {
  const keyOf = (part: string) =>
    (options.find((one) => same(one.label_en, part) || same(one.label_fr, part)) ?? options.find(({ key }) => same(key, part)))?.key
  const whole = keyOf(text)
  if (whole !== undefined) return [whole]
  if (type === 'SINGLE') return undefined
  const found = text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => (keyOf(part) === undefined ? part.split(';').map((one) => one.trim()) : [part]))
    .filter(Boolean)
    .map(keyOf)
  return found.includes(undefined) ? undefined : [...new Set(found as string[])]
}
