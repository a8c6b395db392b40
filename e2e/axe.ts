import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  configure(how: { noHtml: boolean }): void
  run(where: object, options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
}

/** What a theme may break: colours alone. Structure, names and roles are the same document in light and dark. */
const colours = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page as it stands, popups included, one line each; with `onlyColours`, what only the rules about colours find. */
export async function violations(page: Page, { onlyColours = false } = {}): Promise<string[]> {
  // Evaluated by the debugger, which the page's own policy does not hinder.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: Axe }
    // The markup of every element that a rule looked at, right or wrong, is a twentieth of the time; nobody reads it here.
    axe.configure({ noHtml: true })
    // What a tooltip says it says with what it stands beside, wherever the browser's top layer has it.
    const { violations: found } = await axe.run(
      { exclude: [['[role="tooltip"]']] },
      { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) },
    )
    return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`))
  }, onlyColours && colours)
}
