/** Everything that an organisation has, carried away by its pilot and brought in by the provider. */
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

let pilot: Visitor
let root: Visitor
let actor: Actor
let archive: Buffer
beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  root = await signIn('root@vigie.example', { lang: 'fr', width: 390, theme: 'dark' })
  actor = actorOn(pilot.page, 'fr')
})
afterEach(() => {
  expect([...pilot.complaints.splice(0), ...root.complaints.splice(0)]).toEqual([])
})
afterAll(async () => {
  await pilot.close()
  await root.close()
})

test('a pilot finds it in the administration, makes an archive and fetches it', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/admin')
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${t('transfer.pages.archive')}`) })
    .click()
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/admin/archive')
  expect(await violations(page)).toEqual([])
  await actor.press(t('transfer.make'))
  const made = page.getByRole('region', { name: t('transfer.past') }).getByRole('listitem')
  const fetching = made.first().getByRole('button', { name: new RegExp(`^${t('transfer.download')}`) })
  await fetching.waitFor({ timeout: 120_000 })
  await settled(page)
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), fetching.click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  archive = await readFile(await download.path())
  await made
    .first()
    .getByRole('button', { name: new RegExp(`^${t('transfer.remove')}`) })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('transfer.remove') })
    .click()
  await page.getByText(t('transfer.none')).waitFor()
}, 180_000)

test('the provider has an archive looked at, and told what is wrong with it, on a phone', async () => {
  const { page } = root
  const { t } = actor
  await root.open('/admin/archive-import')
  const choose = page.getByLabel(t('kit.file.choose'))
  await choose.setInputFiles({ name: 'cut.zip', mimeType: 'application/zip', buffer: archive.subarray(0, 1000) })
  const list = page.getByRole('region', { name: t('transfer.bring.list') })
  await list.getByText(t('transfer.faults.zip_none')).waitFor({ timeout: 60_000 })
  await choose.setInputFiles({ name: 'whole.zip', mimeType: 'application/zip', buffer: archive })
  await list.getByRole('button', { name: new RegExp(`^${t('transfer.bring.run')} `) }).waitFor({ timeout: 120_000 })
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violations(page)).toEqual([])
  const forget = list.getByRole('button', { name: new RegExp(`^${t('transfer.bring.remove')} `) })
  for (let left = 2; left > 0; left -= 1) {
    await expect.poll(() => forget.count()).toBe(left)
    await forget.first().click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('transfer.bring.remove') })
      .click()
  }
  await page.getByText(t('transfer.bring.none')).waitFor()
}, 240_000)
