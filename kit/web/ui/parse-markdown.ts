import { Marked } from 'marked'

const marked = new Marked({ gfm: true, breaks: true })

/** Signs of emphasis are paired by looking back at all the others, which takes minutes for many thousands of them. */
const emphasisLimit = 2000

/** HTML from Markdown, not yet safe; headings start at level 3, below the page's own. What would hold the browser up is shown as it was written. */
export function parseMarkdown(text: string): string {
  if ((text.match(/[*_~]/g)?.length ?? 0) > emphasisLimit) return written(text)
  try {
    return marked
      .parse(text, { async: false })
      .replaceAll(/<(\/?)h([1-6])>/g, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 2)}>`)
  } catch {
    // Quotes or lists within one another, thousands deep.
    return written(text)
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const written = (text: string) => `<p>${text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign).replaceAll('\n', '<br>')}</p>`
