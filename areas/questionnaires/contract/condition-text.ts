import type { Condition, Conditions } from './structure.ts'

const operators = { GE: '>=', LE: '<=', EQ: '=', GT: '>', LT: '<' } as const

/** Conditions as a file holds them: `Q1 IN O1, O2 AND #EXPO >= 4 OR Q2 = 5`; accumulators have a `#`. */
export const conditionText = (conditions: Conditions): string => conditions.map((group) => group.map(oneText).join(' AND ')).join(' OR ')

function oneText(one: Condition): string {
  if (one.type === 'ACCUMULATOR')
    return one.operator === 'BETWEEN'
      ? `#${one.accumulator} BETWEEN ${one.value}; ${one.to ?? one.value}`
      : `#${one.accumulator} ${operators[one.operator]} ${one.value}`
  const { question, operator, values } = one
  return operator === 'IN' || operator === 'NOT_IN' || values.length !== 1
    ? `${question} ${operator === 'EQ' ? 'IS' : operator} ${values.join(', ')}`
    : `${question} ${operators[operator]} ${values.join(', ')}`
}

/** The same read again; undefined for what cannot be read. */
export function readConditions(text: string): Condition[][] | undefined {
  if (text.trim() === '') return []
  const groups = text.split(/\s+OR\s+|\s+OU\s+|\n+/i).map((group) => group.split(/\s+AND\s+|\s+ET\s+/i).map(readOne))
  return groups.every((group) => group.every((one) => one !== undefined)) ? (groups as Condition[][]) : undefined
}

const name = '([A-Za-z][A-Za-z0-9._-]{0,9})'
const digits = String.raw`(-?\d+(?:[.,]\d+)?)`
const accumulator = new RegExp(`^#${name}\\s*(>=|<=|=)\\s*${digits}$`)
const between = new RegExp(`^#${name}\\s+BETWEEN\\s+${digits}\\s*;\\s*${digits}$`, 'i')
const listed = new RegExp(`^${name}\\s+(IN|NOT_IN|IS)\\s+(.+)$`, 'i')
const compared = new RegExp(`^${name}\\s*(=|>|<)\\s*(.+)$`)
const numberOf = (text = '') => Number(text.replace(',', '.'))
const valueOf = (text: string) => (/^-?\d+(?:[.,]\d+)?$/.test(text) ? numberOf(text) : text)

function readOne(text: string): Condition | undefined {
  const trimmed = text.trim()
  const range = between.exec(trimmed)
  if (range) return { type: 'ACCUMULATOR', accumulator: range[1] ?? '', operator: 'BETWEEN', value: numberOf(range[2]), to: numberOf(range[3]) }
  const reached = accumulator.exec(trimmed)
  if (reached)
    return {
      type: 'ACCUMULATOR',
      accumulator: reached[1] ?? '',
      operator: reached[2] === '>=' ? 'GE' : reached[2] === '<=' ? 'LE' : 'EQ',
      value: numberOf(reached[3]),
    }
  const list = listed.exec(trimmed)
  const parts = (values = '') => values.split(',').flatMap((one) => one.trim() || [])
  if (list) {
    const word = list[2]?.toUpperCase()
    return { type: 'ANSWER', question: list[1] ?? '', operator: word === 'IN' ? 'IN' : word === 'NOT_IN' ? 'NOT_IN' : 'EQ', values: parts(list[3]) }
  }
  const comparison = compared.exec(trimmed)
  if (!comparison) return undefined
  const [, question = '', sign, value = ''] = comparison
  return { type: 'ANSWER', question, operator: sign === '=' ? 'EQ' : sign === '>' ? 'GT' : 'LT', values: [valueOf(value.trim())] }
}
