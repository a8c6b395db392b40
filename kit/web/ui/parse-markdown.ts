import { Marked } from 'marked'

const marked = new Marked({ gfm: true, breaks: true })

/** Signs of emphasis are paired by looking back at all the others, which takes minutes for many thousands of them. */
const emphasisLimit = 2000

/** Headings in levels from 3 on, below the page's own, whatever the number of signs that the highest of them was written with. */
function lowered(html: string): string {
  const heading = /<(\/?)h([1-6])>/g
  const highest = Math.min(...[...html.matchAll(heading)].map(([, , level]) => Number(level)))
  return html.replaceAll(heading, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) - highest + 3)}>`)
}

/** HTML from Markdown, not yet safe; headings start at level 3. What would hold the browser up is shown as it was written. */
export function parseMarkdown(text: string): string {
  if ((text.match(/[*_~]/g)?.length ?? 0) > emphasisLimit) return written(text)
  try {
    return lowered(marked.parse(text, { async: false }))
  } catch {
    // Quotes or lists within one another, thousands deep.
    return written(text)
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const written = (text: string) => `<p>${text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign).replaceAll('\n', '<br>')}</p>`
