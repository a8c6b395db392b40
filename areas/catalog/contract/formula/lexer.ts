/** What can be wrong with a formula, and where; `at` and `end` are places in its text, so that the part can be underlined. */
export interface Fault {
  readonly key: string
  readonly at: number
  readonly end: number
  readonly values?: Readonly<Record<string, string | number>>
}

export type TokenKind = 'number' | 'name' | 'operator' | 'open' | 'close' | 'separator' | 'end'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly at: number
  readonly end: number
}

/** Longer texts are refused unread. */
export const mostCharacters = 2000
/** No metric counts that far, nor to more than twelve decimals; what is computed stays exact enough. */
export const mostNumber = 1e12

const space = /\s/
const digit = /[0-9]/
const letter = /[A-Za-z]/
/** Signs as people paste them stand for those of a keyboard. */
const operators: Readonly<Record<string, string>> = { '+': '+', '-': '-', '*': '*', '/': '/', '−': '-', '–': '-', '×': '*', '÷': '/' }
const marks: Readonly<Record<string, TokenKind>> = { '(': 'open', ')': 'close', ',': 'separator', ';': 'separator' }

const fault = (key: string, at: number, end: number, values?: Fault['values']): Fault => ({ key: `catalog.formula.${key}`, at, end, ...(values && { values }) })

/** Where a run of characters ends that begins at a place. */
function runOf(text: string, from: number, goesOn: (character: string, at: number) => boolean): number {
  let end = from
  while (end < text.length && goesOn(text[end] ?? '', end)) end++
  return end
}

/** Identifiers hold dots and dashes: a dash belongs to a name where something of it stands on both sides, so that a difference is written with spaces. */
function nameEnd(text: string, from: number): number {
  const part = /[A-Za-z0-9_]/
  return runOf(text, from, (character, at) => part.test(character) || ((character === '.' || character === '-') && part.test(text[at + 1] ?? '')))
}

function numberToken(text: string, at: number): Token | Fault {
  const end = runOf(text, at, (character) => digit.test(character) || character === '.')
  const literal = text.slice(at, end)
  if (letter.test(text[end] ?? ''))
    return fault(
      'wrong_number',
      at,
      runOf(text, at, (character) => /[A-Za-z0-9_.]/.test(character)),
    )
  if (!/^\d*(\.\d{1,12})?$/.test(literal)) return fault('wrong_number', at, end)
  return Number(literal) > mostNumber ? fault('number_too_big', at, end) : { kind: 'number', text: literal, at, end }
}

/** The tokens of a text, the last of them its end; or the first character that no formula has. */
export function tokensOf(text: string): readonly Token[] | Fault {
  if (text.length > mostCharacters) return fault('too_long', mostCharacters, text.length, { max: mostCharacters })
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const character = text[at] ?? ''
    if (space.test(character)) {
      at++
      continue
    }
    const token = tokenAt(text, at, character)
    if ('key' in token) return token
    tokens.push(token)
    at = token.end
  }
  return [...tokens, { kind: 'end', text: '', at: text.length, end: text.length }]
}

function tokenAt(text: string, at: number, character: string): Token | Fault {
  if (digit.test(character) || character === '.') return numberToken(text, at)
  if (letter.test(character)) {
    const end = nameEnd(text, at)
    return { kind: 'name', text: text.slice(at, end), at, end }
  }
  const operator = operators[character]
  if (operator) return { kind: 'operator', text: operator, at, end: at + 1 }
  const mark = marks[character]
  return mark ? { kind: mark, text: character, at, end: at + 1 } : fault('unknown_character', at, at + 1, { character })
}
