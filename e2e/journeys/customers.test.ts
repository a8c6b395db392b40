/** A provider looks after its organisations: they are suspended and taken up again, deleted after a time in which that is taken back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

const mark = `C${Date.now().toString(36)}`
let root: Visitor
let actor: Actor
let phone: Visitor

beforeAll(async () => {
  root = await signIn('root@vigie.example', { lang: 'fr' })
  phone = await signIn('root@vigie.example', { lang: 'fr', width: 390, theme: 'dark' })
  actor = actorOn(root.page, 'fr')
  await root.api('POST', '/customer', { name: `Papeteries ${mark}`, lang: 'fr' })
})
afterEach(() => {
  expect([...root.complaints.splice(0), ...phone.complaints.splice(0)]).toEqual([])
})
afterAll(async () => {
  await root.close()
  await phone.close()
})

test('an organisation is suspended with a reason, found by its state, and taken up again', async () => {
  const { page } = root
  const { t } = actor
  const name = `Papeteries ${mark}`
  await root.open('/admin/customer')
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('row').filter({ hasText: name }).getByText(name).click()
  const panel = page.getByRole('region', { name })
  await panel.getByRole('button', { name: t('tenancy.customer.suspend') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('tenancy.customer.suspend') }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel(t('tenancy.customer.suspend_reason')).fill('Factures impayées')
  await dialog.getByRole('button', { name: t('tenancy.customer.suspend') }).click()
  await actor.expectToast(t('tenancy.messages.suspended'))
  await panel.getByText('Factures impayées').waitFor()
  await page.getByRole('tab', { name: new RegExp(`^${t('tenancy.customer.states.SUSPENDED')}`) }).click()
  await page.getByRole('row').filter({ hasText: name }).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('row').filter({ hasText: name }).getByText(name).click()
  await panel.getByRole('button', { name: t('tenancy.customer.resume') }).click()
  await actor.expectToast(t('tenancy.messages.resumed'))
})

test('it is deleted by its identifier, says how many days are left, and that is taken back, on a phone', async () => {
  const { page } = root
  const { t } = actor
  const name = `Papeteries ${mark}`
  await root.open(`/admin/customer?search=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: name }).getByText(name).click()
  const panel = page.getByRole('region', { name })
  await panel.getByRole('button', { name: t('tenancy.customer.delete') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('tenancy.customer.delete_warning')).waitFor()
  const remove = dialog.getByRole('button', { name: t('tenancy.customer.delete') })
  expect(await remove.isDisabled()).toBe(true)
  const identifier = `papeteries-${mark.toLowerCase()}`
  await dialog.getByLabel(t('tenancy.customer.delete_typed', { identifier })).fill(identifier)
  await settled(page)
  expect(await violations(page)).toEqual([])
  await remove.click()
  await actor.expectToast(t('tenancy.messages.deletion_asked'))
  await panel.getByRole('meter').waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  const hand = actorOn(phone.page, 'fr')
  await phone.open(`/admin/customer?search=${encodeURIComponent(name)}`)
  await phone.page.getByRole('button', { name }).first().click()
  const full = phone.page.getByRole('region', { name })
  await full.getByText(hand.t('tenancy.customer.waiting'), { exact: true }).waitFor()
  await settled(phone.page)
  expect(await violations(phone.page)).toEqual([])
  await full.getByRole('button', { name: t('tenancy.customer.take_back') }).click()
  await hand.expectToast(t('tenancy.messages.deletion_back'))
})

test('a branch is added below its sector, given to an organisation, and kept as long as that has it', async () => {
  const { page } = root
  const { t } = actor
  const identifier = `GEO_${mark.toUpperCase()}`
  await root.open('/admin/properties')
  await page.getByRole('button', { name: t('tenancy.property.new') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('tenancy.property.fields.identifier')).fill(identifier)
  await dialog.getByLabel(t('tenancy.property.fields.name_en')).fill(`Geothermal ${mark}`)
  await dialog.getByLabel(t('tenancy.property.fields.name_fr')).fill(`Géothermie ${mark}`)
  await dialog.getByRole('combobox', { name: t('tenancy.property.fields.parent') }).click()
  await page.getByRole('option', { name: 'Énergie' }).click()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('kit.actions.create') }).click()
  await actor.expectToast(t('kit.messages.created'))
  await page.getByRole('searchbox').fill(identifier)
  await page.getByRole('searchbox').fill(mark)
  const row = page.getByRole('row').filter({ hasText: identifier })
  await row.waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  const { objects } = await root.api<{ objects: { id: number; name: string }[] }>('GET', '/customer')
  const id = objects.find(({ name }) => name.endsWith(mark))?.id
  await root.api('PUT', `/customer/${id}`, { branch: identifier })
  await page.reload()
  // The number opens the organisations that it counts.
  await row.getByRole('link', { name: '1', exact: true }).click()
  await page.waitForURL(/\/admin\/customer\?property=/)
  const rows = page.getByRole('row').filter({ hasText: mark })
  await expect.poll(() => rows.count()).toBe(1)
  expect(await page.getByRole('row').count()).toBe(2)
  await rows.getByText('1', { exact: true }).first().waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await rows.getByText(new RegExp(mark)).first().click()
  const quotas = page.getByRole('region', { name: new RegExp(mark) })
  await quotas.getByRole('link', { name: t('tenancy.customer.quotas.pilots') }).waitFor()
  await quotas.getByRole('link', { name: t('tenancy.customer.history') }).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t('tenancy.customer.without_property', { name: `Géothermie ${mark}` }) }).click()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(2)
  await phone.open(`/admin/properties?search=${mark}`)
  await phone.page.getByText(`Géothermie ${mark}`).first().waitFor()
  await settled(phone.page)
  expect(await violations(phone.page)).toEqual([])
})

test('in English, numbers of users open exactly those, by the keyboard too', async () => {
  const english = await signIn('root@vigie.example', { lang: 'en' })
  const { page } = english
  const { t } = actorOn(page, 'en')
  const { objects } = await english.api<{ objects: { id: number; name: string; members: number }[] }>('GET', '/customer')
  const large = objects.toSorted((a, b) => b.members - a.members)[0]
  if (!large) throw new Error('No organisation is listed')
  const { name, members } = large
  await english.open(`/admin/customer?search=${encodeURIComponent(name)}`)
  const all = page.getByRole('button', { name: t('tenancy.customer.people_of_count', { name, count: members }) })
  await all.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('tenancy.customer.people_of', { name }) })
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(Math.min(50, members))
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const active = page.getByRole('button', { name: new RegExp(`^${name}.* of the last 30 days$`) })
  const count = Number(await active.textContent())
  await active.click()
  const lately = page.getByRole('dialog', { name: t('tenancy.customer.people_active', { name }) })
  await lately.waitFor()
  await expect.poll(() => lately.getByRole('listitem').count()).toBe(Math.min(50, count))
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(english.complaints.splice(0)).toEqual([])
  await english.close()
})
