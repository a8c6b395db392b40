import { lexer, type Token, type Tokens } from 'marked'
import { cleanText, safeHref } from './clean-text.ts'

export interface RichPiece {
  readonly text: string
  readonly strong?: boolean
  readonly em?: boolean
  readonly code?: boolean
  readonly href?: string
}
/** A paragraph, title, line of a list (`depth` from 0), quotation or piece of code of a Markdown text. */
export interface RichParagraph {
  readonly style: 'text' | 'title' | 'item' | 'quote' | 'code'
  readonly depth: number
  readonly pieces: readonly RichPiece[]
}

/** Signs of emphasis are paired by looking back at all the others, which takes minutes for many thousands of them. */
const emphasisLimit = 2000
const deepest = 8

/** What a Markdown text says, without anything that it could do: HTML stays text, pictures become their words, links lead to the web or nowhere. */
export function richText(markdown: string): RichParagraph[] {
  const text = cleanText(markdown, 'kept')
  const plain = (): RichParagraph[] => text.split(/\n{2,}/).map((part) => ({ style: 'text', depth: 0, pieces: [{ text: part }] }))
  if ((text.match(/[*_~[\]]/g)?.length ?? 0) > emphasisLimit) return plain()
  try {
    return lexer(text, { gfm: true, breaks: true }).flatMap((token) => blockOf(token, 0))
  } catch {
    // Quotes or lists within one another, thousands deep.
    return plain()
  }
}

const raw = (text: string, depth: number): RichParagraph[] => (text.trim() ? [{ style: 'text', depth, pieces: [{ text: text.trim() }] }] : [])

function blockOf(token: Token, depth: number): RichParagraph[] {
  if (depth > deepest) return raw(token.raw, deepest)
  const inside = 'tokens' in token && token.tokens ? token.tokens : []
  switch (token.type) {
    case 'space':
    case 'hr':
    case 'def':
      return []
    case 'heading':
      return [{ style: 'title', depth, pieces: inside.flatMap((one) => pieceOf(one)) }]
    case 'code':
      return [{ style: 'code', depth, pieces: [{ text: (token as Tokens.Code).text, code: true }] }]
    case 'blockquote':
      return inside.flatMap((one) => blockOf(one, depth)).map((one) => (one.style === 'text' ? { ...one, style: 'quote' as const } : one))
    case 'list':
      return (token as Tokens.List).items.flatMap((item, n) => itemOf(token as Tokens.List, item, n, depth))
    case 'table':
      return [(token as Tokens.Table).header, ...(token as Tokens.Table).rows].map((row) => ({
        style: 'text' as const,
        depth,
        pieces: row.flatMap((cell, n) => [...(n > 0 ? [{ text: ' · ' }] : []), ...cell.tokens.flatMap((one) => pieceOf(one))]),
      }))
    case 'paragraph':
    case 'text':
      return [{ style: 'text', depth, pieces: inside.length > 0 ? inside.flatMap((one) => pieceOf(one)) : [{ text: plainOf(token) }] }]
    default:
      return raw(token.raw, depth)
  }
}

function itemOf(list: Tokens.List, item: Tokens.ListItem, n: number, depth: number): RichParagraph[] {
  const mark = item.task ? (item.checked ? '✓' : '–') : list.ordered ? `${(list.start || 1) + n}.` : '•'
  const [first, ...rest] = item.tokens.filter(({ type }) => type !== 'checkbox').flatMap((one) => blockOf(one, depth + 1))
  const pieces = [{ text: `${mark} ` }, ...(first?.pieces ?? [])]
  return [{ style: 'item', depth, pieces }, ...rest]
}

function pieceOf(token: Token, look: Omit<RichPiece, 'text'> = {}): RichPiece[] {
  const inner = (more: Omit<RichPiece, 'text'>): RichPiece[] => {
    const tokens = 'tokens' in token && token.tokens ? token.tokens : []
    return tokens.length > 0 ? tokens.flatMap((one) => pieceOf(one, { ...look, ...more })) : [{ text: plainOf(token), ...look, ...more }]
  }
  switch (token.type) {
    case 'strong':
      return inner({ strong: true })
    case 'em':
      return inner({ em: true })
    case 'codespan':
      return [{ text: plainOf(token), ...look, code: true }]
    case 'br':
      return [{ text: '\n', ...look }]
    case 'link': {
      const href = safeHref((token as Tokens.Link).href)
      return inner(href === undefined ? {} : { href })
    }
    case 'text':
    case 'escape':
    case 'del':
      return inner({})
    default:
      return [{ text: token.type === 'image' ? plainOf(token) : token.raw, ...look }]
  }
}

const plainOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)
