import { recordOf } from './answer.ts'

/** A text as Jira's tree of nodes: a paragraph for each part between empty lines, addresses as links. */
export function richOf(text: string): unknown {
  const paragraphs = text.split(/\n{2,}/).filter((part) => part.trim() !== '')
  return { type: 'doc', version: 1, content: paragraphs.map((part) => ({ type: 'paragraph', content: linesOf(part) })) }
}

function linesOf(part: string): unknown[] {
  return part.split('\n').flatMap((line, n) => [...(n > 0 ? [{ type: 'hardBreak' }] : []), ...piecesOf(line)])
}

const piecesOf = (line: string): unknown[] =>
  line
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((piece) => piece !== '')
    .map((text) => (/^https?:\/\//.test(text) ? { type: 'text', text, marks: [{ type: 'link', attrs: { href: text } }] } : { type: 'text', text }))

const blocks: ReadonlySet<unknown> = new Set(['paragraph', 'heading', 'blockquote', 'codeBlock', 'listItem', 'tableRow', 'rule', 'mediaSingle'])
/** Deeper than anybody writes: a tree without end is cut. */
const mostDepth = 40

/** The words of a tree of nodes, a line for each block. What is no text stands by what it shows: a person's name, an emoji, a card's address. */
export function plainOf(value: unknown): string {
  return textOf(value, 0)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return value
  if (depth > mostDepth) return ''
  const node = recordOf(value)
  const attrs = recordOf(node.attrs)
  if (node.type === 'text') return String(node.text ?? '')
  if (node.type === 'hardBreak') return '\n'
  const shown = [attrs.text, attrs.shortName, attrs.url].find((one) => typeof one === 'string')
  const inner = Array.isArray(node.content) ? node.content.map((one) => textOf(one, depth + 1)).join('') : typeof shown === 'string' ? shown : ''
  return blocks.has(node.type) ? `${inner}\n` : inner
}
