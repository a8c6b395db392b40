/** The whole of it, by hand: a framework comes in, is linked, applies, is decided about, scored and explained, and raised by an action with its proof. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settled, signIn, visit, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import { demoPassword } from '#tools/test/demo-password.ts'
import { handsOn, type Hands } from '#e2e/hands.ts'
import { libraryFile } from '#e2e/library-file.ts'
import { inSteps } from '#e2e/steps.ts'

interface Named {
  readonly id: number
  readonly name: string
  readonly identifier: string
}
/** It took 54 with the mouse; a phone folds its menu, tools and search away, which is a press for each. */
const most = { mouse: 24, keys: 24, finger: 32 } as const

// Each way by its own hands; the words of both languages, at both widths of French.
describe.each([
  ['en', 'mouse', 1440],
  ['fr', 'keys', 1440],
  ['fr', 'finger', 390],
] as const)('the main job in %s with %s', (lang, way, width) => {
  const mark = `Q${Date.now().toString(36)}${lang}${way}`
  let pilot: Visitor
  let actor: Actor
  let hands: Hands
  let place: Named
  let policyId = 0
  let alike = ''
  let before = 0
  let decided = 0

  inSteps()
  beforeAll(async () => {
    pilot = await visit({ lang, width })
    actor = actorOn(pilot.page, lang)
    hands = handsOn(pilot.page, way)
    // A plan whose actions end with a proof only, and a requirement that already has its model elsewhere.
    const by = await signIn('global_pilote@demo.example', { lang })
    await by.api('POST', '/program', { name_en: `Plan ${mark}`, name_fr: `Plan ${mark}`, proof_required_action: 'YES' })
    const { objects } = await by.api<{ objects: Named[] }>('GET', '/perimeter?limit=200')
    place = objects.find(({ identifier }) => identifier === 'KTW') ?? expect.fail('There is no plant')
    const linked = await by.api<{ objects: { name: string; solutions: unknown[] }[] }>('POST', '/control/page', {
      queryParams: { per_page: 200, sort: [{ name: 'id', order: 'asc' }] },
    })
    alike = linked.objects.find(({ name, solutions }) => solutions.length === 1 && name.length > 30)?.name ?? expect.fail('No requirement is linked')
    await by.close()
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  const score = async () =>
    (await pilot.api<{ object: { score: { performance: number | null } } }>('GET', `/score?perimeter=${place.id}&policy=${policyId}&scope=own`)).object.score
      .performance ?? 0
  const button = (name: string, within = pilot.page.locator('body')) => within.getByRole('button', { name, exact: true }).first()
  /** A page of the menu, which is a drawer on a phone. */
  const goTo = async (title: string) => {
    const { page } = pilot
    const { t } = actor
    if (width === 390) await hands.press(button(t('app.sidebar.open')))
    await hands.press(page.getByRole('navigation', { name: t('app.sidebar.label') }).getByRole('link', { name: new RegExp(`^${t(title)}( \\d.*)?$`) }))
    await page.waitForFunction((title) => document.title.startsWith(title), t(title))
    await settled(page)
  }
  const row = (text: string) => pilot.page.locator('[role=grid] tbody [data-row], main ul > li').filter({ hasText: text }).first()
  /** Types into the search, which a phone keeps with the filters of a list. */
  const find = async (text: string, within: 'page' | 'list' = 'list') => {
    const { page } = pilot
    const folded = width === 390 && within === 'list'
    const sheet = page.getByRole('dialog', { name: actor.t('kit.table.filters') })
    if (folded) await hands.press(page.getByRole('button', { name: actor.t('kit.table.filters') }).first())
    const box = (folded ? sheet : page.getByRole('search')).getByRole('searchbox').first()
    await box.fill(text)
    await box.press('Enter')
    await settled(page)
    if (folded) await hands.press(sheet.getByRole('button').last())
  }

  const dialog = () => pilot.page.getByRole('dialog')

  test('somebody signs in', async () => {
    const { page } = pilot
    await page.goto('/login')
    await page.locator('input[type=email]').fill('global_pilote@demo.example')
    await page.keyboard.press('Enter')
    await page.locator('input[type=password]').fill(demoPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await pilot.api('PUT', '/user/language', { lang })
    await pilot.open('/')
  })

  test('brings a framework in', async () => {
    const { page } = pilot
    const { t } = actor
    await goTo('policies.pages.policies')
    if (width === 390) await hands.press(button(t('kit.filters.more_tools')))
    await hands.press(page.getByRole('link', { name: t('policies.actions.import_framework') }).first())
    await page.waitForURL(/shelf/)
    const file = libraryFile(mark, { locale: lang }, [{ text: 'Have backups', model: 'Backups' }, { text: 'Have badges', model: 'Badges' }, { text: alike }])
    await hands.upload(button(t('library.shelf.drop')), file)
    await find(mark, 'page')
    await hands.open(row(`Framework ${mark}`))
    // Its letter stands in it where there are keys.
    await hands.press(button(width === 390 ? t('library.shelf.add') : `${t('library.shelf.add')} A`))
    await page.waitForURL(/imported/)
  })

  test('links what came without a model, by the suggestion', async () => {
    const { page } = pilot
    const { t } = actor
    await hands.press(page.getByRole('link', { name: t('library.added.go_on') }))
    await page.waitForURL(/view=linking/)
    policyId = Number(new URL(page.url()).pathname.split('/').at(-1))
    await hands.press(
      button(width === 390 ? t('policies.linking.accept_all') : t('policies.linking.accept_above', { count: 1, percent: writtenPercent(80, lang) })),
    )
    await actor.expectToast(t('policies.messages.accepted', { count: 1 }))
  })

  test('applies it', async () => {
    const { t } = actor
    await hands.press(button(t('policies.actions.apply')))
    await hands.tick(dialog().getByRole('tree'), place.name)
    await dialog().getByText(t('policies.preview.chosen'), { exact: true }).first().waitFor()
    await hands.press(button(t('policies.apply.run', { count: 1 }), dialog()))
    await dialog().waitFor({ state: 'detached' })
    before = await score()
  })

  test('decides what it calls for', async () => {
    const { page } = pilot
    const { t } = actor
    await hands.press(page.getByRole('link', { name: t('policies.next.decide', { name: place.name }) }))
    // The page before has a search too.
    await page
      .getByRole('heading', { name: t('measures.pages.security_bases'), exact: true })
      .first()
      .waitFor()
    await settled(page)
    await find(mark)
    await hands.open(row(`Backups ${mark}`))
    const measure = page.getByRole('region', { name: t('measures.entities.measure.one'), exact: true })
    const verbs = measure.getByRole('toolbar')
    await hands.press(button(t('measures.verbs.implement'), verbs))
    await measure.getByRole('heading', { name: `Badges ${mark}` }).waitFor()
    await hands.press(button(t('measures.verbs.plan'), verbs))
    const plan = dialog().getByLabel(t('measures.fork.program')).first()
    await plan.fill(`Plan ${mark}`)
    await page.keyboard.press('Enter')
    // Chosen, not only typed.
    await dialog().getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => plan.inputValue()).toContain(`Plan ${mark}`)
    await hands.press(button(t('measures.verbs.plan'), dialog()))
    await dialog().waitFor({ state: 'detached' })
    decided = await score()
    expect(decided).toBeGreaterThan(before)
  })

  test('finishes the action, with its proof', async () => {
    const { page } = pilot
    const { t } = actor
    await goTo('actions.pages.all')
    await find(mark)
    await hands.open(row(mark))
    const action = page.getByRole('region', { name: t('actions.entities.remediation.one'), exact: true })
    await button(t('actions.do.finish'), action).waitFor()
    await settled(page)
    await hands.press(button(t('actions.do.finish'), action))
    await dialog().getByLabel(t('actions.dialogs.proof_url')).fill('https://evidence.example/badges')
    await hands.press(button(t('actions.do.finish'), dialog()))
    // What comes of it is shown, with since when the measure is in place and who manages it (REV-20).
    const reviews = page.getByRole('dialog', { name: t('reviews.modal.title') })
    await reviews.getByRole('table', { name: t('reviews.panel.effect') }).waitFor()
    await reviews.getByLabel(t('measures.fork.since')).waitFor()
    await hands.press(button(t('reviews.panel.close'), reviews))
    await expect.poll(() => dialog().count()).toBe(0)
    expect(await score()).toBeGreaterThan(decided)
  })

  test('hears why, after fewer than 25 presses since signing in', async () => {
    const { page } = pilot
    const { t } = actor
    await goTo('dashboards.pages.cockpit')
    const why = t('dashboards.headline.why', { score: '~' }).replace('?', '\\?').replace(/\s/g, '\\s').replace('~', '\\d+')
    await hands.press(page.getByRole('link', { name: new RegExp(`^${why}$`) }))
    await page.getByText(t('scores.explanation.title')).first().waitFor()
    expect(hands.presses).toBeLessThanOrEqual(most[way])
  })
})
