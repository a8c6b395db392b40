/** Results of a campaign: the heat map by keys, what stands behind a number, what waits is validated, one answered badly is rejected. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const word = Date.now().toString(36)
const groups = ['Gouvernance', 'Accès', 'Réseaux', 'Détection']
/** Of each perimeter the level of every requirement; who submits it. */
const answers: Readonly<Record<string, { levels: readonly number[]; by: 'pilot' | 'evaluator' | null }>> = {
  Lyon: { levels: [100, 100, 50, 100, 50, 50, 100, 0], by: 'pilot' },
  Gand: { levels: [100, 50, 50, 0, 50, 100, 0, 0], by: 'evaluator' },
  Brno: { levels: [100, 50, 100], by: null },
  Linz: { levels: [], by: null },
}
let pilot: Visitor
let evaluator: Visitor
let actor: Actor
let campaign: number
const perimeters = new Map<string, number>()

interface Made {
  readonly object: { readonly id: number }
}
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  evaluator = await signIn('contributor@demo.example', { lang })
  actor = actorOn(pilot.page, lang)
  const made = async (path: string, body: object) => (await pilot.api<Made>('POST', path, body)).object.id
  const listed = async <T>(entity: string, filters: readonly object[]) =>
    (await pilot.api<{ objects: T[] }>('POST', `/${entity}/page`, { queryParams: { filters, per_page: 50 } })).objects
  const policy = await made('/policy', { name_fr: `Hygiène ${word}` })
  const [version] = await listed<{ id: number }>('policy_version', [{ name: 'policy', selected_options: [policy] }])
  for (const [n, name_fr] of groups.entries()) {
    const identifier = 'ABCD'[n] ?? ''
    const group = await made('/control_group', { policy_version: version?.id, name_fr, identifier })
    for (const m of [1, 2]) {
      const control = { policy_version: version?.id, control_group: group, name_fr: `Exigence ${identifier}.${m}`, identifier: `${identifier}.${m}` }
      await made('/control', control)
    }
  }
  await pilot.api('POST', `/policy_version/${version?.id}/publish`)
  const level = (name_fr: string, value: number, color: string) => ({ name_fr, value, color, comment_required: false, is_compliant: value > 50 })
  const levels = [level('Absent', 0, '#d9453d'), level('Partiel', 50, '#e09112'), level('Complet', 100, '#1f9d63')]
  const scale = await made('/scale', { name_fr: `Maturité ${word}`, type: 'eval', levels })
  const [root] = (await listed<{ id: number; parent: object | null }>('perimeter', [])).filter(({ parent }) => parent === null)
  for (const name of Object.keys(answers)) perimeters.set(name, await made('/perimeter', { name_fr: `${name} ${word}`, parent: root?.id, type: 'INTERNAL' }))
  campaign = await made('/campaign', {
    name_fr: `Campagne ${word}`,
    policy,
    eval_scale: scale,
    perimeters: [...perimeters.values()],
    target_value: 70,
    date_start: day(0),
    limit_date_evaluation: day(12),
    end_date: day(30),
  })
  const { user } = await evaluator.api<{ user: { name: string } }>('GET', '/auth/check')
  const member = (await listed<{ id: number; name: string }>('member', [])).find((one) => one.name === user.name)?.id
  const rows = await listed<{ id: number; perimeter: { id: number } }>('evaluation', [{ name: 'campaign', selected_options: [campaign] }])
  for (const { id } of rows) await pilot.api('PUT', `/evaluation/${id}`, { evaluator: member })
  await pilot.api('POST', `/campaign/${campaign}/ready`, {})
  await pilot.api('POST', `/campaign/${campaign}/start`, {})
  while ((await pilot.api<{ object: { status: string } }>('GET', `/campaign/${campaign}`)).object.status !== 'STARTED') await pilot.page.waitForTimeout(100)
  for (const [name, { levels: given, by }] of Object.entries(answers)) {
    const id = rows.find(({ perimeter }) => perimeter.id === perimeters.get(name))?.id
    const who = by === 'evaluator' ? evaluator : pilot
    const { object } = await pilot.api<{ object: { items: { item: number }[] } }>('GET', `/evaluation/${id}/content`)
    for (const [n, value] of given.entries())
      await who.api('PUT', `/evaluation/${id}/answer`, { item: object.items[n]?.item, level: value, comment: `Vu à ${name}`, version: 0 })
    if (by) await who.api('POST', `/evaluation/${id}/submit`, {})
    if (by === 'pilot') await pilot.api('POST', `/evaluation/${id}/accept`, {})
  }
})
afterAll(async () => {
  expect([...pilot.complaints, ...evaluator.complaints]).toEqual([])
  await Promise.all([pilot.close(), evaluator.close()])
})

const shot = async (name: string) => {
  if (process.env['PICS']) await pilot.page.screenshot({ path: `${process.env['PICS']}/${name}.png`, fullPage: true })
}

test('the heat map is walked by keys, and what waits is validated from it', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/ops/campaigns/results/${campaign}`)
  await page.getByText(t('campaigns.results.head.out_of_one')).waitFor()
  await settled(page)
  await shot('results-1')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t('campaigns.results.validate.one') }).click()
  await page.getByRole('button', { name: t('campaigns.results.validate.do'), exact: true }).click()
  await page.getByText(t('campaigns.results.head.out_of', { count: 2 })).waitFor()
  await page.getByRole('button', { name: new RegExp(`Gand ${word}, Gouvernance`) }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Gand ${word} – Accès` }).waitFor()
  await settled(page)
  await shot('results-2')
  expect(await violations(page)).toEqual([])
})

test('a bar of the distribution shows its answers; parts of the results are reached by tabs', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/ops/campaigns/results/${campaign}`)
  await page.getByRole('button', { name: /Gouvernance, 3 Complet : 3 réponses/ }).click()
  await page.getByRole('dialog').getByText(`Lyon ${word}`).first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const tab of ['evaluations', 'items', 'radar'] as const) {
    await page.getByRole('tab', { name: new RegExp(t(`campaigns.results.tabs.${tab}`)) }).click()
    await settled(page)
    await shot(`results-${tab}`)
    expect(await violations(page)).toEqual([])
  }
})

test('what was validated is opened again with a reason; whoever answered reads it', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open(`/ops/campaigns/results/${campaign}/${perimeters.get('Gand')}/eval-details`)
  await page.getByRole('button', { name: t('campaigns.results.decide.reopen') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('La preuve manque')
  await shot('results-reopen')
  await dialog.getByRole('button', { name: t('campaigns.entities.evaluation.do.reopen'), exact: true }).click()
  await page.getByText('La preuve manque').waitFor()
  await evaluator.open(`/contributions/evaluations/results/${campaign}/${perimeters.get('Gand')}/eval-details`)
  await evaluator.page.getByText('La preuve manque').waitFor()
  expect(await violations(evaluator.page)).toEqual([])
})

test('what ended without being submitted is called so in its row and in its panel', async () => {
  const { t } = actor
  const { objects } = await pilot.api<{ objects: { id: number; campaign: { id: number }; not_submitted: boolean }[] }>('POST', '/evaluation/page', {
    queryParams: { per_page: 100 },
  })
  const missed = objects.find(({ not_submitted }) => not_submitted) ?? expect.fail('Nothing was missed')
  await pilot.open(`/ops/campaigns/${missed.campaign.id}?id=${missed.id}`)
  const label = t('campaigns.entities.evaluation.fields.not_submitted')
  await pilot.page.getByRole('row').getByText(label, { exact: true }).first().waitFor()
  await actor.panel('campaigns.entities.evaluation').getByText(label, { exact: true }).first().waitFor()
})

test('each count of what came of it opens its rows', async () => {
  const { page } = pilot
  const named = async (search: string) =>
    (await pilot.api<{ objects: { id: number }[] }>('GET', `/campaign?search=${encodeURIComponent(search)}&limit=1`)).objects[0]?.id
  interface Read {
    readonly object: { readonly actions: { readonly all: number; readonly open: number }; readonly total: { readonly not_submitted: number } }
  }
  const read = async (id: number | undefined) => (await pilot.api<Read>('GET', `/campaign/${id}/results`)).object
  const running = await named('Préparation NIS 2')
  const { actions } = await read(running)
  await pilot.open(`/ops/campaigns/results/${running}`)
  await page.getByRole('button', { name: actor.t('campaigns.results.head.actions', { count: actions.all, open: actions.open }) }).click()
  await page.waitForURL(/tab=actions/)
  await expect.poll(() => page.locator('main tbody tr').count(), { timeout: 20_000 }).toBe(actions.all)
  const over = await named('Auto-évaluation annuelle')
  const { total } = await read(over)
  expect(total.not_submitted).toBeGreaterThan(0)
  await pilot.open(`/ops/campaigns/results/${over}`)
  await page.getByRole('link', { name: actor.t('campaigns.results.head.not_submitted', { count: total.not_submitted }) }).click()
  await page.waitForURL(/\/ops\/campaigns\/\d+\?/)
  await expect.poll(() => page.locator('main tbody tr').count(), { timeout: 20_000 }).toBe(total.not_submitted)
})
