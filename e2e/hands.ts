/** How somebody works: with a mouse, with the keys alone, or with a finger. What they press is counted. */
import type { Locator, Page } from 'playwright'
import { restlessly, settled } from './settled.ts'

export interface Hands {
  /** Clicks, or presses of Enter and Space on something. */
  readonly presses: number
  /** Calls of the API that the page made meanwhile. */
  readonly calls: number
  press(target: Locator): Promise<void>
  /** Ticks the line of a tree. */
  tick(tree: Locator, name: string): Promise<void>
  /** Opens the row of a list. */
  open(row: Locator): Promise<void>
  /** Gives a file to whatever asks for one when it is pressed. */
  upload(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>
}

/** More than there are stops on any page. */
const farthest = 150

/** Tab, as often as it takes: what cannot be reached so is not there for whoever has no mouse. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  // What is still on its way would take the place from under the focus.
  await settled(page)
  await restlessly(page, () => tabTo(page, target))
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < farthest; stops += 1) {
    const key = await target.evaluate((element) => {
      if (element === document.activeElement) return undefined
      // What stands in a row of tools is one stop, and arrows lead on.
      return element.closest('[role=toolbar]')?.contains(document.activeElement) ? 'ArrowRight' : 'Tab'
    })
    if (key === undefined) return
    await page.keyboard.press(key)
  }
  throw new Error(`The keys do not lead to ${String(target)}`)
}

export function handsOn(page: Page, way: 'mouse' | 'keys' | 'finger'): Hands {
  let [presses, calls] = [0, 0]
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls += 1
  })
  const press = async (target: Locator, key = 'Enter') => {
    presses += 1
    if (way !== 'keys') return target.click()
    await reach(page, target)
    await page.keyboard.press(key)
  }
  /** Walks with the arrows from where the focus is to what they mark. */
  const walk = async (arrived: () => Promise<boolean>) => {
    for (let steps = 0; !(await arrived()); steps += 1) {
      if (steps === farthest) throw new Error('The arrows do not lead there')
      await page.keyboard.press('ArrowDown')
    }
  }
  return {
    get presses() {
      return presses
    },
    get calls() {
      return calls
    },
    press: (target) => press(target),
    tick: async (tree, name) => {
      const line = tree.getByRole('treeitem', { name, exact: true })
      presses += 1
      if (way !== 'keys') return line.click()
      await reach(page, tree)
      const id = await line.getAttribute('id')
      await walk(async () => (await tree.getAttribute('aria-activedescendant')) === id)
      await page.keyboard.press('Space')
    },
    open: async (row) => {
      presses += 1
      if (way !== 'keys') return row.click()
      await row.waitFor()
      await settled(page)
      // Headings are stops of their own.
      const grid = row.locator('xpath=..')
      const within = () => grid.evaluate((element) => element.contains(document.activeElement))
      await restlessly(page, async () => {
        for (let stops = 0; !(await within()); stops += 1) {
          if (stops === farthest) throw new Error('The keys do not lead to the list')
          await page.keyboard.press('Tab')
        }
      })
      await walk(() => row.evaluate((element) => element.contains(document.activeElement)))
      await page.keyboard.press('Enter')
    },
    upload: async (target, file) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(target)])
      await chooser.setFiles(file)
      await settled(page)
    },
  }
}
