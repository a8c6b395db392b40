/** What stood on the screen when a journey failed: a log is all that is left of it. */
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

const shown = 3000

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of await openPages()) {
    const { pathname, search } = new URL(page.url())
    const said = await page.evaluate(() => JSON.stringify(globalThis.journeyToasts ?? [])).catch(String)
    // What lies above the page comes last in it.
    const there = await page.locator('main, dialog[open], [role=dialog]').last().ariaSnapshot({ timeout: 2000 }).catch(String)
    console.log(`«${task.name}» failed on ${pathname}${search}\nsaid: ${said}\n${there.slice(0, shown)}`)
  }
})
