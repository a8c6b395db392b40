import DOMPurify from 'dompurify'
import { Marked } from 'marked'

const marked = new Marked({ gfm: true, breaks: true })
const purify = DOMPurify(window)

const allowedTags = 'h3 h4 h5 h6 p br hr strong em del a ul ol li blockquote code pre img table thead tbody tr th td'.split(' ')

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
  if (node.tagName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '')
})

/** Safe HTML from Markdown: only text markup, web and mail links, images; headings start at level 3, below the page's own. */
export function renderMarkdown(text: string): string {
  const html = marked
    .parse(text, { async: false })
    .replaceAll(/<(\/?)h([1-6])>/g, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 2)}>`)
  return purify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'target', 'rel'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#)/i,
  })
}
