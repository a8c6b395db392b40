/** Who may write nothing reads texts: no page, no record and no tab of one shows an auditor a field that does not answer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { addressOf } from '#e2e/addresses.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { auditorPaths, listPaths } from '#e2e/routes.ts'

/** Buttons that wait for something, such as the way to a next page where there is none, are no fields. */
const mute =
  ':is(input, textarea, select, fieldset):disabled, :is(input, textarea)[readonly], [role=combobox][aria-disabled=true], [role=checkbox][aria-disabled=true], [role=slider][aria-disabled=true]'

let auditor: Visitor
beforeAll(async () => {
  auditor = await signIn('global_auditor@demo.example', { lang: 'fr' })
})
afterAll(() => auditor.close())

const muteIn = (place: Locator): Promise<string[]> =>
  place
    .locator(mute)
    .evaluateAll((fields) =>
      fields
        .filter((field) => field.checkVisibility())
        .map((field) => `${field.localName} ${field.getAttribute('aria-label') ?? field.closest('label')?.textContent ?? field.id}`),
    )

/** Opens the first row, and each tab of its record. */
async function throughRecord(page: Page): Promise<string[]> {
  const row = page.locator('[role=grid] tbody [data-row]').first()
  if ((await row.count()) === 0) return []
  await row.click()
  await settled(page)
  const panel = page
    .locator('main section[aria-label]')
    .filter({ has: page.getByRole('tablist') })
    .last()
  const found = await muteIn(page.locator('main'))
  const tabs = panel.getByRole('tab')
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click()
    await settled(page)
    found.push(...(await muteIn(page.locator('main'))).map((field) => `tab ${at + 1}: ${field}`))
  }
  return found
}

test.each(auditorPaths.filter((path) => path !== '/org/policies/imported/$id'))('%s', async (path) => {
  const { page } = auditor
  await auditor.open(await addressOf(auditor, path))
  const found = [...(await muteIn(page.locator('main'))), ...(listPaths.includes(path) ? await throughRecord(page) : [])]
  expect(found).toEqual([])
})
