/** An organisation that waits for its deletion: the provider takes its archive, its own global pilots come in by one door and take it too, and an import that stopped is forgotten. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { place, settled, signIn, visit, type Visitor } from '#e2e/browser.ts'
import { demoPassword } from '#tools/test/demo-password.ts'

interface Organisation {
  readonly id: number
  readonly name: string
  readonly identifier: string
  readonly kind: string
  readonly version: number
  readonly members: number
}

const { database } = place()
const email = 'global_pilote@demo.example'
let root: Visitor
let pilot: Visitor
let actor: Actor
let organisation: Organisation

const found = async () => {
  const { objects } = await root.api<{ objects: Organisation[] }>('GET', '/customer')
  return objects
}
beforeAll(async () => {
  root = await signIn('root@vigie.example', { lang: 'fr' })
  actor = actorOn(root.page, 'fr')
  pilot = await signIn(email, { lang: 'fr', width: 390, theme: 'dark' })
  const { user } = await pilot.api<{ user: { customer: { id: number } } }>('GET', '/auth/check')
  const mine = (await found()).find(({ id }) => id === user.customer.id)
  if (!mine) throw new Error('The organisation of the demonstration is not listed')
  organisation = mine
})
afterEach(() => {
  expect([...root.complaints.splice(0), ...pilot.complaints.splice(0)]).toEqual([])
})
afterAll(async () => {
  await root.close()
  await pilot.close()
})

test('its global pilot finds one page, on a phone: until when, and an export that is followed and fetched', async () => {
  const { id, identifier, version, name } = organisation
  await root.api('PUT', `/customer/${id}/deletion`, { asked: true, identifier, version })
  const { page } = pilot
  const hand = actorOn(page, 'fr')
  const { t } = hand
  await pilot.open('/actions')
  expect(new URL(page.url()).pathname).toBe('/leaving')
  await page.getByRole('heading', { level: 1, name: t('transfer.leaving.title') }).waitFor()
  await page.getByRole('meter', { name: t('tenancy.customer.waiting') }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violations(page)).toEqual([])
  await hand.press(t('tenancy.customer.archive_make'))
  const fetching = page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${t('tenancy.customer.archive_download')}`) })
  await fetching.waitFor({ timeout: 150_000 })
  await settled(page)
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), fetching.click()])
  expect(download.suggestedFilename()).toContain(name)
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}, 240_000)

test('from an English browser, in the language of its person, the same page is where they land; signing out is the way out', async () => {
  const other = await visit({ lang: 'en' })
  const { page } = other
  await other.api('POST', '/auth/login', { email, password: demoPassword })
  await other.open('/')
  expect(new URL(page.url()).pathname).toBe('/leaving')
  await page.getByRole('main').waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^(?:Sign out|Se déconnecter)$/ }).click()
  await page.waitForURL(/\/login/)
  // A colleague who is no global pilot is told that it is closed.
  await expect(other.api('POST', '/auth/login', { email: 'contributor@demo.example', password: demoPassword })).rejects.toThrow('CUSTOMER_SUSPENDED')
  expect(other.complaints.splice(0)).toEqual([])
  await other.close()
})

test('the provider finds that archive in the panel and fetches one of its own', async () => {
  const { page } = root
  const { t } = actor
  const { name } = organisation
  await root.open(`/admin/customer?search=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: name }).getByText(name).first().click()
  const panel = page.getByRole('region', { name })
  await panel.getByRole('heading', { name: t('tenancy.customer.archive') }).waitFor()
  const items = panel
    .getByRole('list')
    .filter({ hasText: t('tenancy.customer.archive_until', { moment: '' }).trim() })
    .getByRole('listitem')
  await expect.poll(() => items.count()).toBe(1)
  // What another has made is not theirs to fetch.
  expect(await items.getByRole('button').count()).toBe(0)
  await actor.press(t('tenancy.customer.archive_make'), panel)
  const fetching = panel.getByRole('button', { name: new RegExp(`^${t('tenancy.customer.archive_download')}`) })
  await fetching.waitFor({ timeout: 150_000 })
  await settled(page)
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), fetching.click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  await root.api('PUT', `/customer/${organisation.id}/deletion`, { asked: false, version: (await found()).find(({ id }) => id === organisation.id)?.version })
}, 240_000)

test.skipIf(!database)('an import on which nothing has moved for hours says so, and is forgotten', async () => {
  const { page } = root
  const { t } = actor
  const owner = new pg.Client(database)
  await owner.connect()
  await owner.query(
    `insert into archive_import (customer_id, file_name, size, sha256, storage_key, status, about, updated_at, created_at)
      values (1, 'stopped.zip', 1000, repeat('0', 64), '1/absent', 'CHECKING', null, present() - interval '7 hours', present() - interval '8 hours')`,
  )
  await owner.end()
  await root.open('/admin/archive-import')
  const list = page.getByRole('region', { name: t('transfer.bring.list') })
  await list.getByText(t('transfer.bring.stopped', { hours: 6 })).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await list.getByRole('button', { name: t('transfer.bring.remove_of', { name: 'stopped.zip' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('transfer.bring.remove') })
    .click()
  await page.getByText(t('transfer.bring.none')).waitFor()
})
