import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const repeat = 'data-repeats'

interface Axe {
  configure(how: { noHtml: boolean }): void
  run(where: object, options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
}

/** What a theme may break: colours alone. Structure, names and roles are the same document in light and dark. */
const colours = ['color-contrast', 'link-in-text-block']

/**
 * Marks what says nothing new: the third and later of siblings that are made alike, to the last class and state, and differ by what they say alone. Rows of a list are judged by
 * two of them. Nothing is passed over that has no words where its like has some.
 */
function markRepeats(mark: string): void {
  const made = new Map<Element, string>()
  const telling = new Set([
    'id',
    'href',
    'for',
    'src',
    'd',
    'title',
    'alt',
    'value',
    'name',
    'datetime',
    'aria-label',
    'aria-labelledby',
    'aria-describedby',
    'aria-controls',
  ])
  const form = (element: Element): string => {
    const states = [...element.attributes].map(({ name, value }) =>
      telling.has(name) || name.startsWith('data-') ? `${name}${value === '' ? '' : '…'}` : `${name}=${value}`,
    )
    const words = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const own = `${element.localName}[${states.toSorted().join(' ')}]${words ? '…' : ''}(${[...element.children].map(form).join()})`
    made.set(element, own)
    return own
  }
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
  form(document.body)
  for (const parent of made.keys()) {
    const seen = new Map<string, number>()
    for (const child of parent.children) {
      const own = made.get(child) ?? ''
      const count = (seen.get(own) ?? 0) + 1
      seen.set(own, count)
      if (count > 2) child.setAttribute(mark, '')
    }
  }
}

/** What axe finds on a page as it stands, popups included, one line each; with `onlyColours`, what only the rules about colours find. */
export async function violations(page: Page, { onlyColours = false } = {}): Promise<string[]> {
  // Evaluated by the debugger, which the page's own policy does not hinder.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  await page.evaluate(markRepeats, repeat)
  return page.evaluate(
    async ({ rules, passed }) => {
      const { axe } = window as unknown as { axe: Axe }
      // The markup of every element that a rule looked at, right or wrong, is a twentieth of the time; nobody reads it here.
      axe.configure({ noHtml: true })
      // What a tooltip says it says with what it stands beside, wherever the browser's top layer has it.
      const { violations: found } = await axe.run(
        { exclude: [['[role="tooltip"]'], [`[${passed}]`]] },
        { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) },
      )
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`),
      )
    },
    { rules: onlyColours && colours, passed: repeat },
  )
}
