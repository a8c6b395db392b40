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

test('a part is carried as a small file, looked at before it adds anything', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/admin/archive')
  const block = page.getByRole('region', { name: t('transfer.part.title') })
  for (const part of ['scales', 'questionnaires'] as const) await block.getByLabel(t(`transfer.part.parts.${part}`)).check()
  const [download] = await Promise.all([page.waitForEvent('download'), block.getByRole('button', { name: t('transfer.part.download') }).click()])
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(Object.keys(file.kinds)).toEqual(expect.arrayContaining(['scale', 'questionnaire']))
  file.kinds.scale[0].values.name_en = file.kinds.scale[0].values.name_fr = `Brought ${Date.now()}`
  const choose = block.getByLabel(t('kit.file.choose'))
  await choose.setInputFiles({ name: 'part.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) })
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('transfer.part.add') }).click()
  await actor.expectToast(t('transfer.messages.part_added'))
  await choose.setInputFiles({ name: 'part.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) })
  await dialog.getByText(t('transfer.part.nothing')).waitFor()
  await page.keyboard.press('Escape')
})

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
