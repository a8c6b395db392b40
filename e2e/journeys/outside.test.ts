/** A supplier answers on a telephone, in French: by a code that is mailed, without a menu, until the campaign is closed. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { place, settled, signIn, visit, type Visitor } from '#e2e/browser.ts'
import { lettersTo } from '#tools/test/letters.ts'

const lang = 'fr'
const word = Date.now().toString(36)
const name = `Fournisseurs ${word}`
const email = `claire.${word}@robolinka.example`
const owner = new pg.Client(place().database)
let pilot: Visitor
let guest: Visitor
let actor: Actor
let campaign: number
let evaluation: number

interface Made {
  readonly object: { readonly id: number }
}
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  guest = await visit({ lang, width: 390 })
  actor = actorOn(guest.page, lang)
  await owner.connect()
  const made = async (path: string, body: object) => (await pilot.api<Made>('POST', path, body)).object.id
  const listed = async <T>(entity: string, filters: readonly object[]) =>
    (await pilot.api<{ objects: T[] }>('POST', `/${entity}/page`, { queryParams: { filters, per_page: 50 } })).objects
  const policy = await made('/policy', { name_fr: name })
  const [version] = await listed<{ id: number }>('policy_version', [{ name: 'policy', selected_options: [policy] }])
  for (const n of [1, 2]) await made('/control', { policy_version: version?.id, name_fr: `Exigence ${n}`, name_en: `Requirement ${n}`, identifier: `F.${n}` })
  await pilot.api('POST', `/policy_version/${version?.id}/publish`)
  const level = (name_fr: string, value: number, color: string) => ({
    name_fr,
    value,
    color,
    comment_required: false,
    remediation: 'NON_APPLICABLE',
    is_compliant: value > 50,
  })
  const scale = await made('/scale', { name_fr: `Maturité ${word}`, type: 'eval', levels: [level('Absent', 0, '#d9453d'), level('Complet', 100, '#1f9d63')] })
  const [root] = (await listed<{ id: number; parent: object | null }>('perimeter', [])).filter(({ parent }) => parent === null)
  const perimeter = await made('/perimeter', { name_fr: `Robolinka ${word}`, parent: root?.id, type: 'PROVIDER' })
  const rules = { external_codes: true, date_start: day(0), limit_date_evaluation: day(12), end_date: day(30) }
  campaign = await made('/campaign', { name_fr: name, policy, eval_scale: scale, perimeters: [perimeter], ...rules })
  const [row] = await listed<{ id: number }>('evaluation', [{ name: 'campaign', selected_options: [campaign] }])
  evaluation = row?.id ?? 0
})
afterAll(async () => {
  expect(guest.complaints).toEqual([])
  await Promise.all([pilot.close(), guest.close(), owner.end()])
})

/** The newest mail to them that says this. */
const mailed = async (pattern: RegExp): Promise<string> => {
  let found = ''
  await expect
    .poll(async () => (found = (await lettersTo(owner, email)).map(({ text }) => pattern.exec(text)?.[1] ?? '').find(Boolean) ?? ''), { timeout: 30_000 })
    .not.toBe('')
  return found
}
const fits = () => guest.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
const sound = async () => {
  expect(await violations(guest.page)).toEqual([])
  expect(await fits()).toBe(true)
}

test('a pilot invites somebody from outside, and the mail leaves when the campaign starts', async () => {
  const { page } = pilot
  const { t } = actorOn(page, lang)
  await pilot.api('POST', `/evaluation/${evaluation}/outside`, { email, firstname: 'Claire', lastname: 'Robin', lang })
  await pilot.api('POST', `/campaign/${campaign}/ready`, {})
  await pilot.api('POST', `/campaign/${campaign}/start`, {})
  expect(await mailed(/(\/outside\/code\/\d+)/)).toMatch(/^\/outside\/code\/\d+$/)
  expect(t('campaigns.outside.people.title')).toBe('Personnes extérieures')
})

test('they come in with a code, find one page, answer, submit, and read it again', async () => {
  const { page } = guest
  const { t } = actor
  await guest.open(await mailed(/(\/outside\/code\/\d+)/))
  await sound()
  await page.getByLabel(t('campaigns.outside.sign_in.email')).fill(email)
  await page.getByRole('button', { name: t('campaigns.outside.sign_in.send') }).click()
  await page
    .getByRole('status')
    .filter({ hasText: t('campaigns.outside.messages.code_sent') })
    .waitFor()
  const code = await mailed(/\b(\d{8})\b/)
  await page.getByLabel(t('campaigns.outside.sign_in.code', { digits: 8 })).fill(code)
  await page.getByRole('button', { name: t('campaigns.outside.sign_in.enter') }).click()
  await page.getByRole('heading', { name: t('campaigns.outside.title') }).waitFor()
  await settled(page)
  expect(await page.getByRole('navigation').count()).toBe(0)
  await sound()
  await page.getByRole('button', { name: t('campaigns.outside.help.title'), exact: true }).click()
  await page.getByRole('dialog').getByText(t('campaigns.outside.help.send_title'), { exact: true }).waitFor()
  await sound()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Wherever they go in the product, this page is what there is.
  await guest.open('/actions')
  expect(new URL(page.url()).pathname).toBe('/outside')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByText('Exigence 1').first().waitFor()
  await settled(page)
  await sound()
  // Answered as the answer screen's own journey does; here what it sends is enough.
  const { object } = await guest.api<{ object: { items: { item: number }[] } }>('GET', `/evaluation/${evaluation}/content`)
  for (const { item } of object.items) await guest.api('PUT', `/evaluation/${evaluation}/answer`, { item, level: 100, version: 0 })
  await guest.api('POST', `/evaluation/${evaluation}/submit`, {})
  await guest.open('/outside')
  await page.getByRole('heading', { name: t('campaigns.outside.sent') }).waitFor()
  await sound()
})

test('closed, it is over for them at the next press', async () => {
  await pilot.api('POST', `/campaign/${campaign}/close`, {})
  await guest.open('/outside')
  await guest.page.waitForURL(/\/login/)
  expect(guest.complaints.splice(0)).toEqual([])
})
