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

/** What the document keeps of forms: a number for each, and under which look (theme, width) it was judged. */
declare global {
  // oxlint-disable-next-line no-var
  var judgedForms: { readonly numbers: Map<string, number>; readonly judged: Record<string, Set<number>> } | undefined
}

/**
 * Marks what says nothing new: the third and later of siblings that are made alike, to the last class and state, and differ by what they say alone; rows of a list are judged by two
 * of them. Also what stood in the same place, made alike, on a page that was judged before: the menu is one on every page. Nothing is passed over that has no words where its like
 * has some, and for a rule about the whole document nothing that such a rule reads.
 */
function markRepeats({ mark, remembered, onlyColours }: { mark: string; remembered: string | undefined; onlyColours: boolean }): void {
  const made = new Map<Element, number>()
  const parts = new Map<Element, string>()
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
  /** Headings, landmarks and what names another element by its id belong to an order or a whole. */
  const whole = 'h1,h2,h3,h4,h5,h6,[role=heading],main,nav,aside,header,footer,section,[id],[for],[aria-labelledby],[aria-describedby],[aria-controls]'
  globalThis.judgedForms ??= { numbers: new Map(), judged: {} }
  const { numbers, judged } = globalThis.judgedForms
  const number = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
  const form = (element: Element): number => {
    const states = [...element.attributes].map(({ name, value }) =>
      // A word of a data attribute is a state, such as a tone; anything else is what a row is about.
      telling.has(name) || (name.startsWith('data-') && !/^[a-z_-]{1,24}$/.test(value)) ? `${name}${value === '' ? '' : '…'}` : `${name}=${value}`,
    )
    const words = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const part = `${element.localName}[${states.toSorted().join(' ')}]${words ? '…' : ''}`
    const own = number(`${part}(${[...element.children].map(form).join()})`)
    parts.set(element, part)
    made.set(element, own)
    return own
  }
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
  form(document.body)
  const before = remembered === undefined ? undefined : (judged[remembered] ??= new Set())
  const look = (parent: Element, path: number): void => {
    const seen = new Map<number, number>()
    for (const child of parent.children) {
      const own = made.get(child) ?? 0
      const count = (seen.get(own) ?? 0) + 1
      seen.set(own, count)
      const place = number(`${path} ${own}`)
      if (count > 2 || (before?.has(place) && (onlyColours || !(child.matches(whole) || child.querySelector(whole))))) {
        child.setAttribute(mark, '')
        continue
      }
      before?.add(place)
      look(child, number(`${path} ${parts.get(child)}`))
    }
  }
  look(document.body, -1)
}

/**
 * What axe finds on a page as it stands, popups included, one line each; with `onlyColours`, what only the rules about colours find. With the name of a look, only what the document
 * did not show under it before: it goes on from page to page.
 */
export async function violations(page: Page, { onlyColours = false, remembered }: { onlyColours?: boolean; remembered?: string } = {}): Promise<string[]> {
  // Evaluated by the debugger, which the page's own policy does not hinder.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  await page.evaluate(markRepeats, { mark: repeat, remembered, onlyColours })
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
