/** An evaluation answered by keys alone, on a phone, while the connection is cut and beside somebody else; submitted once nothing is missing. */
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const word = Date.now().toString(36)
const name = `Hygiène ${word}`
let pilot: Visitor
let evaluator: Visitor
let actor: Actor
let address: string
let evaluation: number
let items: readonly number[]

interface Made {
  readonly object: { readonly id: number }
}
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  evaluator = await signIn('contributor@demo.example', { lang })
  actor = actorOn(evaluator.page, lang)
  const made = async (path: string, body: object) => (await pilot.api<Made>('POST', path, body)).object.id
  const listed = async <T>(entity: string, filters: readonly object[]) =>
    (await pilot.api<{ objects: T[] }>('POST', `/${entity}/page`, { queryParams: { filters, per_page: 50 } })).objects
  const policy = await made('/policy', { name_fr: name })
  const [version] = await listed<{ id: number }>('policy_version', [{ name: 'policy', selected_options: [policy] }])
  const group = await made('/control_group', { policy_version: version?.id, name_fr: 'Accès', identifier: 'A' })
  for (const n of [1, 2, 3])
    await made('/control', { policy_version: version?.id, control_group: group, name_fr: `Exigence ${n}`, name_en: `Requirement ${n}`, identifier: `A.${n}` })
  await pilot.api('POST', `/policy_version/${version?.id}/publish`)
  const level = (name_fr: string, value: number, color: string, more: object = {}) => ({
    name_fr,
    value,
    color,
    comment_required: false,
    remediation: 'NON_APPLICABLE',
    is_compliant: value > 50,
    ...more,
  })
  const scale = await made('/scale', {
    name_fr: `Maturité ${word}`,
    type: 'eval',
    levels: [
      level('Absent', 0, '#d9453d', { comment_required: true, remediation: 'REQUIRED' }),
      level('Partiel', 50, '#e09112'),
      level('Complet', 100, '#1f9d63'),
    ],
  })
  const [root] = (await listed<{ id: number; parent: object | null }>('perimeter', [])).filter(({ parent }) => parent === null)
  const perimeter = await made('/perimeter', { name_fr: `Site ${word}`, parent: root?.id, type: 'INTERNAL' })
  const program = await made('/program', { name_fr: `Plan ${word}` })
  const campaign = await made('/campaign', {
    name_fr: name,
    policy,
    eval_scale: scale,
    perimeters: [perimeter],
    program,
    remediation_enabled: true,
    limit_date_remediation: day(90),
    date_start: day(0),
    limit_date_evaluation: day(12),
    end_date: day(30),
  })
  const { user } = await evaluator.api<{ user: { member_id?: number; id: number; name: string } }>('GET', '/auth/check')
  const members = await listed<{ id: number; name: string }>('member', [])
  const own = members.find((one) => one.name === user.name)?.id
  const [row] = await listed<{ id: number }>('evaluation', [{ name: 'campaign', selected_options: [campaign] }])
  evaluation = row?.id ?? 0
  await pilot.api('PUT', `/evaluation/${evaluation}`, { evaluator: own })
  await pilot.api('POST', `/campaign/${campaign}/ready`, {})
  await pilot.api('POST', `/campaign/${campaign}/start`, {})
  while ((await pilot.api<{ object: { status: string } }>('GET', `/campaign/${campaign}`)).object.status !== 'STARTED') await pilot.page.waitForTimeout(100)
  items = (await pilot.api<{ object: { items: { item: number }[] } }>('GET', `/evaluation/${evaluation}/content`)).object.items.map(({ item }) => item)
  address = `/contributions/evaluations/eval/${campaign}/${perimeter}`
})
afterAll(async () => {
  expect(evaluator.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED|409/.test(one))).toEqual([])
  await Promise.all([pilot.close(), evaluator.close()])
})

const saved = () =>
  evaluator.page
    .getByRole('status')
    .filter({ hasText: /Enregistré à/ })
    .first()
const radio = (level: string): Locator => evaluator.page.getByRole('radio', { name: new RegExp(level) })

test('wholly by keys: levels, a comment that is asked for, not applicable with its reason', async () => {
  const { page } = evaluator
  const { t } = actor
  await evaluator.open(address)
  await page.getByRole('heading', { name: /Exigence 1/ }).waitFor()
  expect(await violations(page)).toEqual([])
  // Heard once, in order: the page, whose evaluation it is, what is asked.
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  // A comment without a level is not saved, which is said where the level is chosen.
  const levels = page.getByRole('radiogroup', { name: /Où en est/ }).and(page.locator('[aria-invalid=true]'))
  await page.keyboard.press('c')
  await page.keyboard.type('Sans niveau')
  await levels.waitFor()
  expect(await levels.evaluate((group) => document.getElementById(group.getAttribute('aria-describedby') ?? '')?.innerText)).toBe(
    t('campaigns.answer.errors.level_needed'),
  )
  await page.getByRole('textbox', { name: new RegExp(t('campaigns.answer.comment')) }).fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('3')
  await saved().waitFor()
  expect(await radio('Complet').isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Exigence 2/ }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Aucun accès à distance sur ce site')
  await page.keyboard.press('Escape')
  await page
    .getByRole('progressbar', { name: t('campaigns.answer.progress') })
    .and(page.locator('[aria-valuenow="66"]'))
    .waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: /Exigence 3/ }).waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('c')
  const comment = page.getByRole('textbox', { name: new RegExp(t('campaigns.answer.comment')) })
  await comment.and(page.locator('[aria-invalid=true]')).waitFor()
  expect(await comment.evaluate((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.innerText.trim())).toBe(
    t('campaigns.answer.lacks.comment'),
  )
  await page.keyboard.type('Rien pour l’instant')
  await page.keyboard.press('Escape')
  await page.getByText(t('campaigns.answer.lacks.action')).first().waitFor()
  await page.keyboard.press('a')
  await page.getByLabel(t('campaigns.answer.action_name')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(t('campaigns.answer.complete')).waitFor()
  // From there Enter goes on, in place of opening another one.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Exigence 3')
  await page.getByRole('button', { name: t('campaigns.answer.submit'), exact: true }).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
})

test('typed while the connection is cut, kept over it and sent after; what somebody else answered meanwhile stands beside it', async () => {
  const { page, context } = evaluator
  const { t } = actor
  await evaluator.open(`${address}/${items[0]}`)
  await page.getByRole('heading', { name: /Exigence 1/ }).waitFor()
  await context.setOffline(true)
  await page.keyboard.press('c')
  await page.keyboard.type('Écrit hors ligne')
  await page.getByText(t('campaigns.answer.save.kept')).first().waitFor()
  await context.setOffline(false)
  await saved().waitFor()
  const first = async () =>
    (
      await pilot.api<{ object: { answers: { item: number; version: number; comment: string | null; level: number }[] } }>(
        'GET',
        `/evaluation/${evaluation}/answer`,
      )
    ).object.answers.find(({ item }) => item === items[0])
  expect(await first()).toMatchObject({ comment: 'Écrit hors ligne', level: 100 })

  await context.setOffline(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await page.getByText(t('campaigns.answer.save.kept')).first().waitFor()
  const version = (await first())?.version
  await pilot.api('PUT', `/evaluation/${evaluation}/answer`, { item: items[0], level: 100, comment: 'Vu sur place', version })
  await context.setOffline(false)
  const conflict = page.getByRole('alert', { name: t('campaigns.answer.conflict.title') })
  await conflict.getByText('Vu sur place').waitFor()
  await conflict.getByRole('button', { name: t('campaigns.answer.conflict.keep_mine') }).click()
  await expect.poll(async () => (await first())?.level).toBe(50)
})

test('on a phone: what is missing first, levels one below the other, and submitted once', async () => {
  const phone = await signIn('contributor@demo.example', { lang, width: 390 })
  const { page } = phone
  const { t } = actorOn(page, lang)
  await phone.open(address)
  await page.getByRole('heading', { name: t('campaigns.answer.sections') }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: /Accès/ }).click()
  await page.getByRole('radio', { name: /Partiel/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const low = await page
    .locator('footer button:visible, [role=radiogroup] label:visible')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 28).length)
  expect(low).toBe(0)
  // Read anew it is the same, and the way back leads to the contents, not out of it.
  const here = page.url()
  expect(here).toMatch(/#\d+$/)
  await page.reload()
  await page.getByRole('radio', { name: /Partiel/ }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: t('campaigns.answer.sections') }).waitFor()
  await page.goForward()
  await page.getByRole('radio', { name: /Partiel/ }).waitFor()
  expect(page.url()).toBe(here)
  await page.getByRole('button', { name: t('campaigns.answer.show_contents') }).click()
  await page.getByRole('button', { name: t('campaigns.answer.submit'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('campaigns.answer.submit'), exact: true })
    .click()
  // The button that was pressed is gone: the focus goes where it is said that all is submitted, and when.
  const closed = page.locator('[data-closed]:focus')
  await closed.waitFor()
  expect(await closed.innerText()).toMatch(/Soumise le \d/)
  expect((await pilot.api<{ object: { status: string } }>('GET', `/evaluation/${evaluation}`)).object.status).toBe('WAITING_VALIDATION')
  await phone.close()
})
