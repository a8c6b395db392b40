import { tokensOf } from '#areas/catalog/contract/formula/lexer.ts'
import { functionNames } from '#areas/catalog/contract/formula/parser.ts'

export interface Piece {
  readonly text: string
  readonly kind: 'number' | 'metric' | 'function' | 'sign' | 'space'
  readonly wrong: boolean
}

interface Place {
  readonly at: number
  readonly end: number
}

const isFunction = (name: string) => functionNames.some((one) => one === name.toUpperCase())

/** A formula in pieces that are coloured, every character of it once; what is wrong is marked at its place. */
export function piecesOf(text: string, faults: readonly Place[]): Piece[] {
  const tokens = tokensOf(text)
  const places: (Place & { kind: Piece['kind'] })[] =
    'key' in tokens
      ? []
      : tokens.flatMap(({ kind, text: token, at, end }) =>
          at === end ? [] : [{ at, end, kind: kind === 'number' ? 'number' : kind === 'name' ? (isFunction(token) ? 'function' : 'metric') : 'sign' }],
        )
  const edges = [
    ...new Set([
      0,
      text.length,
      ...places.flatMap(({ at, end }) => [at, end]),
      ...faults.flatMap(({ at, end }) => [Math.min(at, text.length), Math.min(end, text.length)]),
    ]),
  ].toSorted((a, b) => a - b)
  return edges.slice(0, -1).map((from, n) => {
    const to = edges[n + 1] ?? text.length
    return {
      text: text.slice(from, to),
      kind: places.find(({ at, end }) => at <= from && to <= end)?.kind ?? 'space',
      wrong: faults.some(({ at, end }) => at <= from && to <= end),
    }
  })
}

/** The part of a name that stands before the caret, if there are two letters of it; names hold dots and dashes. */
export function wordAt(text: string, caret: number): (Place & { readonly word: string }) | undefined {
  const word = /[A-Za-z][A-Za-z0-9._-]*$/.exec(text.slice(0, caret))?.[0] ?? ''
  if (word.length < 2) return undefined
  const rest = /^[A-Za-z0-9._]*/.exec(text.slice(caret))?.[0] ?? ''
  return { word, at: caret - word.length, end: caret + rest.length }
}

/** A name put in place of what was typed of it; the caret stands behind it, in the parentheses of a function. */
export function completed(text: string, { at, end }: Place, name: string): { readonly text: string; readonly caret: number } {
  const put = isFunction(name) && text[end] !== '(' ? `${name}(` : name
  return { text: text.slice(0, at) + put + text.slice(end), caret: at + put.length }
}

/** A formula with numbers in place of the names of its metrics; what has no value stays a dash. */
export function inNumbers(
  text: string,
  terms: readonly { readonly metric: string; readonly how: string | null; readonly value: number | null }[],
  say: (value: number | null) => string,
): string {
  const pieces = piecesOf(text, []).filter(({ kind }) => kind !== 'space')
  const out: string[] = []
  for (let n = 0; n < pieces.length; n += 1) {
    const [one, open, name, close] = pieces.slice(n, n + 4)
    if (one?.kind === 'function' && open?.text === '(' && name?.kind === 'metric' && close?.text === ')') {
      out.push(say(terms.find(({ metric, how }) => metric === name.text && how === one.text.toUpperCase())?.value ?? null))
      n += 3
    } else if (one?.kind === 'metric') out.push(say(terms.find(({ metric, how }) => metric === one.text && how === null)?.value ?? null))
    else if (one) out.push({ '*': '×', '/': '÷', '-': '−' }[one.text] ?? one.text)
  }
  return out
    .join(' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .replace(/([A-Z]) \(/g, '$1(')
}
