import DOMPurify from 'dompurify'
import { headingId } from './heading-id.ts'
import { parseMarkdown } from './parse-markdown.ts'

const purify = DOMPurify(window)

const allowedTags = 'h3 h4 h5 h6 p br hr strong em del a ul ol li blockquote code pre img table thead tbody tr th td'.split(' ')

purify.addHook('afterSanitizeAttributes', (node) => {
  // What leads to a place on the same page stays there.
  if (node.tagName === 'A' && node.getAttribute('href')?.startsWith('#') === false) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
  if (node.tagName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '')
})

/** Safe HTML from Markdown: only text markup, web and mail links, images. With `anchors` headings have ids, made here and of letters and digits alone. */
export function renderMarkdown(text: string, { anchors = false } = {}): string {
  const html = purify.sanitize(parseMarkdown(text), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'target', 'rel'],
    // A browser reads `/\` as it reads `//`: as another host.
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?![/\\])|#)/i,
  })
  return anchors
    ? html.replaceAll(/<(h[3-6])>(.*?)<\/\1>/gs, (_, tag: string, words: string) => `<${tag} id="${headingId(words)}" tabindex="-1">${words}</${tag}>`)
    : html
}
