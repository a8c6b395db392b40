/** What stood on the screen when a journey failed: a log is all that is left of it, and its end all that everybody reads. */
import { afterAll, afterEach } from 'vitest'
import { openPages } from './browser.ts'
import { lastCalls, restlessly } from './settled.ts'
import { endTraces } from './traces.ts'

const shown = 2500

afterEach(async ({ task }) => {
  const failed = task.result?.state === 'fail'
  const traces = await endTraces({ file: task.file.name, name: task.name, failed })
  if (!failed) return
  const seen: string[] = []
  for (const page of await openPages()) {
    // As it is, also where it does not come to rest.
    const there = await restlessly(page, async () => {
      const { pathname, search } = new URL(page.url())
      const [toasts, focus] = await page
        .evaluate(() => [JSON.stringify(globalThis.journeyToasts ?? []), document.activeElement?.outerHTML.slice(0, 300) ?? 'nothing'] as const)
        .catch((reason: unknown) => [String(reason), ''] as const)
      // What lies above the page comes last in it.
      const snapshot = await page.locator('main, dialog[open], [role=dialog]').last().ariaSnapshot({ timeout: 2000 }).catch(String)
      return `There was ${pathname}${search}\nsaid: ${toasts}\nfocus: ${focus}\ncalls: ${lastCalls(page).join(' · ')}\n${snapshot.slice(0, shown)}`
    })
    seen.push(there)
  }
  seen.push(...traces.map((path) => `trace: ${path}`))
  // With the message it is told again at the end of the run.
  const last = task.result?.errors?.at(-1)
  if (last) last.stack = `${last.stack ?? last.message}\n${seen.join('\n')}`
  console.log(`«${task.name}» failed.\n${seen.join('\n')}`)
})

// What was closed after the last test.
afterAll(async () => void (await endTraces({ file: '', name: '', failed: false })))
