import type { Language } from '#kit/contract/catalogue.ts'

export interface MailItem {
  readonly text: string
  readonly url?: string
  /** What else there is to say of it, each a line below. */
  readonly lines?: readonly string[]
}

/** A mail in words. */
export interface MailParts {
  readonly lang: Language
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly items: readonly MailItem[]
  readonly sections?: readonly { readonly title: string; readonly items: readonly MailItem[] }[]
  /** A last line, after everything. */
  readonly closing?: string
  /** How to get no more mails of this kind, below everything. */
  readonly unsubscribe?: { readonly label: string; readonly url: string }
}

export function layOutText({ paragraphs, action, items, sections = [], closing = '', unsubscribe }: MailParts): string {
  const list = (some: readonly MailItem[]) => some.map(({ text, url, lines = [] }) => [`- ${text}`, ...lines, ...(url ? [url] : [])].join('\n  ')).join('\n')
  const titled = sections.map((section) => `${section.title}\n${list(section.items)}`)
  return `${[...paragraphs, list(items), ...titled, action ? `${action.label}\n${action.url}` : '', closing, unsubscribe ? `${unsubscribe.label}\n${unsubscribe.url}` : '', '—\nVigie'].filter(Boolean).join('\n\n')}\n`
}

/** Plain HTML with styles inside, since mail programs take no others; nothing is loaded from elsewhere. */
export function layOutHtml({ lang, subject, paragraphs, action, items, sections = [], closing, unsubscribe }: MailParts): string {
  const below = (line: string) => `<br><span style="font-size:13px;color:#5b6472">${escape(line)}</span>`
  const item = ({ text, url, lines = [] }: MailItem) =>
    `<li style="margin:0 0 6px">${url ? `<a href="${escape(url)}" style="color:#2f5bd0">${escape(text)}</a>` : escape(text)}${lines.map(below).join('')}</li>`
  const list = (some: readonly MailItem[]) => (some.length > 0 ? `<ul style="margin:0 0 14px;padding-left:20px">${some.map(item).join('')}</ul>` : '')
  const titled = sections.map((section) => `<h2 style="margin:18px 0 6px;font-size:15px">${escape(section.title)}</h2>${list(section.items)}`)
  const last = closing ? `<p style="margin:18px 0 0;font-size:13px;color:#5b6472">${escape(closing)}</p>` : ''
  const button =
    action &&
    `<p style="margin:24px 0"><a href="${escape(action.url)}" style="background:#2f5bd0;color:#ffffff;padding:10px 18px;border-radius:6px;text-decoration:none;display:inline-block">${escape(action.label)}</a></p>
<p style="margin:0 0 14px;font-size:13px;color:#5b6472;word-break:break-all">${escape(action.url)}</p>`
  const leave = unsubscribe ? ` · <a href="${escape(unsubscribe.url)}" style="color:#5b6472">${escape(unsubscribe.label)}</a>` : ''
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7">
<div style="max-width:560px;margin:0 auto;padding:28px 32px;background:#ffffff;border-radius:8px;font:15px/1.5 Inter,'Segoe UI',Helvetica,Arial,sans-serif;color:#1c2430">
${paragraphs.map((text) => `<p style="margin:0 0 14px">${escape(text).replaceAll('\n', '<br>')}</p>`).join('\n')}
${list(items)}${titled.join('')}${button ?? ''}${last}
</div><p style="text-align:center;font:12px sans-serif;color:#5b6472">Vigie${leave}</p></body></html>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (c) => entities[c] ?? c)
