import DOMPurify from 'dompurify'
import { parseMarkdown } from './parse-markdown.ts'

const purify = DOMPurify(window)

const allowedTags = 'h3 h4 h5 h6 p br hr strong em del a ul ol li blockquote code pre img table thead tbody tr th td'.split(' ')

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
  if (node.tagName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '')
})

/** Safe HTML from Markdown: only text markup, web and mail links, images. */
export function renderMarkdown(text: string): string {
  return purify.sanitize(parseMarkdown(text), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'target', 'rel'],
    // A browser reads `/\` as it reads `//`: as another host.
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?![/\\])|#)/i,
  })
}
