/** A model changes; the measures made from it are asked what to take over. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'
import type { Effects } from '#areas/measures/contract/effects.ts'

describe.each(spoken)('measures and their models in %s', (lang) => {
  let pilot: Visitor
  let actor: Actor
  let measure: { id: number; perimeter: { id: number } }
  let text: string

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/measure?limit=1')
    const { object } = await pilot.api<{ object: typeof measure & { solution: { id: number } } }>('GET', `/measure/${objects[0]?.id}`)
    measure = object
    text = `Q${Date.now().toString(36)} ${lang}`
    await pilot.api('PUT', `/solution/${object.solution.id}`, { description_en: text, description_fr: text, typical_evidence: text })
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  test('the measure tells that its model says something else, and adopts it', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/org/security-bases/${measure.perimeter.id}/measures?id=${measure.id}`)
    await page.getByRole('link', { name: t('measures.differences.open', { count: 1 }) }).click()
    await page.getByRole('cell', { name: text }).waitFor()
    await actor.press(`${t('measures.differences.adopt')} ${t('measures.entities.measure.fields.description')}`)
    await page.getByText(t('measures.differences.none')).waitFor()
    const { object } = await pilot.api<{ object: Record<string, unknown> }>('GET', `/measure/${measure.id}`)
    expect(object).toMatchObject({ description_en: text, description_fr: text, differences: 0 })
  })
})

/** What the buttons of a record do, in the order in which they stand. */
const verbsOf = (buttons: Element[]) => buttons.map((button) => button.getAttribute('data-verb'))

describe('deciding without a stumble', () => {
  let pilot: Visitor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  })
  afterAll(() => pilot.close())

  test('models open to their perimeters; a letter decides, the next one opens, and Undo brings the decision back', async () => {
    const { page } = pilot
    const { t, expectToast } = actorOn(page, 'fr')
    await pilot.open(`/org/security-bases?view=models&filters=${encodeURIComponent(JSON.stringify({ situation: ['TO_HANDLE'] }))}`)
    const tree = page.getByRole('treegrid')
    await tree.locator('[data-row="0"]').focus()
    await page.keyboard.press('ArrowRight')
    await tree.locator('[aria-level="2"]').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: t('measures.entities.measure.one'), exact: true })
    await panel.getByRole('table', { name: t('measures.decide.choices') }).waitFor()
    const first = page.url()
    const id = Number(new URL(first).searchParams.get('id'))
    const situation = async () => (await pilot.api<{ object: { situation: string } }>('GET', `/measure/${id}`)).object.situation
    const { choices, now } = (await pilot.api<{ object: Effects }>('GET', `/measure/${id}/effects`)).object
    await page.keyboard.press('i')
    await page.waitForURL((url) => url.href !== first)
    expect(await situation()).toBe('IMPLEMENTED')
    // What was promised is what happened.
    const implemented = choices.find(({ choice }) => choice === 'IMPLEMENT')?.perimeter
    expect((await pilot.api<{ object: Effects }>('GET', `/measure/${id}/effects`)).object.now.perimeter).toBeCloseTo(implemented ?? -1, 6)
    await page.getByRole('button', { name: t('kit.actions.undo'), exact: true }).click()
    await expectToast(t('measures.decide.undone'))
    await page.waitForURL((url) => url.searchParams.get('id') === String(id))
    expect(await situation()).toBe('TO_HANDLE')
    expect((await pilot.api<{ object: Effects }>('GET', `/measure/${id}/effects`)).object.now).toEqual(now)
    expect(pilot.complaints.splice(0)).toEqual([])
  })

  interface Found {
    readonly id: number
    readonly edit_right: boolean
    readonly solution: { readonly id: number }
    readonly perimeter: { readonly id: number; readonly name: string }
    readonly beneficiaries: readonly { readonly id: number }[]
    readonly operator: unknown
  }
  const found = async (situation: string) =>
    (
      await pilot.api<{ objects: Found[] }>('POST', '/measure/page', {
        queryParams: { filters: [{ name: 'situation', selected_options: [situation] }], per_page: 500 },
        page: 1,
      })
    ).objects.filter(({ edit_right }) => edit_right)
  const panelOf = () => pilot.page.getByRole('region', { name: actorOn(pilot.page, 'fr').t('measures.entities.measure.one'), exact: true })

  test('what a policy waits for opens from its statement by what it brings; what is decided stays where it stood, and the next one opens', async () => {
    const { page } = pilot
    const { t, expectToast } = actorOn(page, 'fr')
    const waiting = (filters: Readonly<Record<string, unknown[]>>) =>
      pilot.api<{ total: number }>('POST', '/measure/page', {
        queryParams: { filters: Object.entries(filters).map(([name, selected_options]) => ({ name, selected_options })), per_page: 1 },
        page: 1,
      })
    interface Application {
      readonly id: number
      readonly policy: { readonly id: number }
      readonly perimeter: { readonly id: number }
    }
    const { objects } = await pilot.api<{ objects: Application[] }>('POST', '/policy_application/page', { queryParams: { per_page: 100 }, page: 1 })
    const counted = await Promise.all(
      objects.map(async (one) => ({
        ...one,
        count: (await waiting({ situation: ['TO_HANDLE'], policies: [one.policy.id], perimeter: [one.perimeter.id] })).total,
      })),
    )
    const { id, count } = counted.find((one) => one.count > 2 && one.count < 20) ?? { id: 0, count: 0 }
    await pilot.open(`/org/policies/statement/${id}`)
    await page.getByRole('link', { name: t('policies.to_decide.count', { count }) }).click()
    const rows = page.getByRole('grid', { name: t('measures.views.gain') }).locator('tbody [role=row]')
    await expect.poll(() => rows.count()).toBe(count)
    const names = () => rows.locator('[role=gridcell]:first-child').allInnerTexts()
    const before = await names()
    expect(await violations(page)).toEqual([])
    await rows.first().click()
    await panelOf()
      .getByRole('table', { name: t('measures.decide.choices') })
      .waitFor()
    const opened = page.url()
    await page.keyboard.press('i')
    await page.waitForURL((url) => url.href !== opened)
    await page.locator('[data-leaving]').waitFor()
    expect(await names()).toEqual(before)
    expect(await rows.first().getAttribute('data-leaving')).toBe('true')
    await expect.poll(() => rows.nth(1).getAttribute('aria-current')).toBe('true')
    await page.getByRole('button', { name: t('kit.actions.undo'), exact: true }).click()
    await expectToast(t('measures.decide.undone'))
    await page.locator('[data-leaving]').waitFor({ state: 'detached' })
    expect(await names()).toEqual(before)
    expect(pilot.complaints.splice(0)).toEqual([])
  })

  test('the tabs of an open measure stand in one row at any width, and its own verb is the only primary', async () => {
    const { page } = pilot
    const { t } = actorOn(page, 'fr')
    const [open] = await found('TO_HANDLE')
    await pilot.open(`/org/security-bases?id=${open?.id}`)
    const tabs = panelOf().getByRole('tab')
    await panelOf()
      .getByRole('table', { name: t('measures.decide.choices') })
      .waitFor()
    expect(await page.locator('main [data-variant=primary]').evaluateAll(verbsOf)).toEqual(['implement'])
    for (const size of [sizes[1440], { width: 720, height: 450 }, sizes[390]]) {
      await page.setViewportSize(size)
      expect(await tabs.evaluateAll((all) => new Set(all.map((tab) => tab.getBoundingClientRect().top)).size)).toBe(1)
      for (const [key, at] of [
        ['End', tabs.last()],
        ['Home', tabs.first()],
      ] as const) {
        await panelOf().getByRole('tab', { selected: true }).focus()
        await page.keyboard.press(key)
        expect(await at.getAttribute('aria-selected')).toBe('true')
        const [tab, strip] = [await at.boundingBox(), await panelOf().boundingBox()]
        expect({ within: tab && strip && tab.x >= strip.x - 1 && tab.x + tab.width <= strip.x + strip.width + 1, key, size, tab, strip }).toMatchObject({
          within: true,
        })
      }
    }
    await page.setViewportSize(sizes[1440])
    await page.keyboard.press('Escape')
    await panelOf().waitFor({ state: 'detached' })
    expect(await page.locator('[data-variant=primary]').allInnerTexts()).toEqual([t('measures.entities.measure.new')])
    expect(pilot.complaints.splice(0)).toEqual([])
  })

  test('files prove an implemented measure: several at once, and one from the clipboard', async () => {
    const { page } = pilot
    const { t, press, expectToast } = actorOn(page, 'fr')
    const [done] = await found('IMPLEMENTED')
    await pilot.open(`/org/security-bases?id=${done?.id}`)
    await press(t('measures.verbs.proof'), panelOf())
    const dialog = page.getByRole('dialog', { name: t('measures.proof.title') })
    const add = dialog.getByRole('button', { name: t('kit.actions.add'), exact: true })
    expect(await add.isDisabled()).toBe(true)
    const mark = `Q${Date.now().toString(36)}`
    await dialog
      .locator('input[type=file]')
      .setInputFiles(['1', '2'].map((n) => ({ name: `${mark}-${n}.txt`, mimeType: 'text/plain', buffer: Buffer.from(n) })))
    await dialog.locator('input[type=file]').evaluate((input, name) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['3'], name, { type: 'text/plain' }))
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, `${mark}-3.txt`)
    for (const n of [1, 2, 3]) await dialog.getByRole('button', { name: t('kit.file.remove', { name: `${mark}-${n}.txt` }) }).waitFor()
    // Half an address is none.
    await dialog.getByRole('textbox', { name: t('measures.proof.address'), exact: true }).fill('https://intranet.example/report')
    expect(await add.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: t('measures.proof.name') }).fill(mark)
    expect(await violations(page)).toEqual([])
    await add.click()
    await expectToast(t('measures.proof.added', { count: 4 }))
    await dialog.waitFor({ state: 'detached' })
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/remediation/page', {
      queryParams: { filters: [{ name: 'measure', selected_options: [done?.id] }], per_page: 100 },
      page: 1,
    })
    const whole = await Promise.all(
      objects.map(async ({ id }) => (await pilot.api<{ object: Record<'proofs' | 'proof_files', { name: string }[]> }>('GET', `/remediation/${id}`)).object),
    )
    const marked = whole.find(({ proofs }) => proofs.some(({ name }) => name === mark))
    expect(marked?.proof_files.map(({ name }) => name).filter((name) => name.startsWith(mark))).toEqual([1, 2, 3].map((n) => `${mark}-${n}.txt`))
    expect(pilot.complaints.splice(0)).toEqual([])
  })

  test('what another perimeter offers is accepted by a letter, and only offered again once that is undone', async () => {
    const { page } = pilot
    const { t, expectToast } = actorOn(page, 'fr')
    const [makers, others] = [await found('IMPLEMENTED'), await found('TO_HANDLE')]
    const pair = others.flatMap((wanting) => {
      const maker = makers.find(({ solution }) => solution.id === wanting.solution.id)
      return maker && wanting.operator === null ? [{ maker, wanting }] : []
    })[0]
    if (!pair) throw new Error('no measure can be offered')
    const { maker, wanting } = pair
    const before = maker.beneficiaries.map(({ id }) => id)
    const serve = (perimeters: readonly number[]) => pilot.api('PUT', `/measure/${maker.id}/beneficiaries`, { perimeters })
    const situation = async () => (await pilot.api<{ object: { situation: string } }>('GET', `/measure/${wanting.id}`)).object.situation
    await serve([...before, wanting.perimeter.id])
    // Who decides for both sides has accepted at once.
    await pilot.api('POST', `/measure/${maker.id}/benefit`, { perimeter: wanting.perimeter.id, accepted: null })
    try {
      await pilot.open(`/org/security-bases?view=models&id=${wanting.id}`)
      const verbs = panelOf()
        .getByRole('toolbar', { name: t('kit.record.verbs') })
        .getByRole('button')
      await verbs.first().waitFor()
      const shown = (await verbs.evaluateAll(verbsOf)).filter((verb) => verb !== null)
      expect(shown).toEqual(['accept', 'edit', 'implement', 'plan', 'discard'].slice(0, shown.length))
      expect(shown.length).toBeGreaterThan(2)
      await panelOf()
        .getByRole('button', { name: t('kit.record.more'), exact: true })
        .click()
      const rest = page.getByRole('menuitem')
      expect((await rest.allTextContents()).some((text) => text.startsWith(t('measures.verbs.discard')))).toBe(!shown.includes('discard'))
      await page.keyboard.press('Escape')
      expect(await verbs.first().getAttribute('data-variant')).toBe('primary')
      await panelOf()
        .getByRole('table', { name: t('measures.decide.choices') })
        .waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('a')
      await expectToast(t('measures.decide.accepted', { name: wanting.perimeter.name }))
      expect(await situation()).toBe('SERVED')
      await page.getByRole('button', { name: t('kit.actions.undo'), exact: true }).click()
      await expectToast(t('measures.decide.undone'))
      expect(await situation()).toBe('TO_HANDLE')
    } finally {
      await serve(before)
    }
    expect(pilot.complaints.splice(0)).toEqual([])
  })

  test('several measures are selected in the tree and decided about in one dialog, which says what it brings; planned ones tell their day', async () => {
    const { page } = pilot
    const { t, press, expectToast } = actorOn(page, 'fr')
    const open = await found('TO_HANDLE')
    const counted = Map.groupBy(open, ({ solution }) => solution.id)
    const [solution = 0, rows = []] = [...counted].find(([, some]) => some.length > 1 && some.length < 20) ?? []
    const situations = async () =>
      new Set(await Promise.all(rows.map(async ({ id }) => (await pilot.api<{ object: { situation: string } }>('GET', `/measure/${id}`)).object.situation)))
    await pilot.open(
      `/org/security-bases?view=models&filters=${encodeURIComponent(JSON.stringify({ situation: ['TO_HANDLE', 'PLANNED'], solution: [solution] }))}`,
    )
    const tree = page.getByRole('treegrid')
    await tree.locator('[data-row="0"]').focus()
    // Space on a model opens it, and selects what may be decided.
    await page.keyboard.press('Space')
    await page.getByRole('group', { name: t('kit.table.rows_selected', { count: rows.length }) }).waitFor()
    expect(await tree.locator('[aria-level="2"][aria-selected=true]').count()).toBe(rows.length)
    expect(await violations(page)).toEqual([])
    await press(t('measures.several.do.DISCARD'))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: t('measures.several.title.DISCARD', { count: rows.length }) }).waitFor()
    expect(await dialog.getByRole('button', { name: t('measures.several.do.DISCARD'), exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await press(t('measures.several.do.PLAN'))
    await dialog.getByLabel(t('measures.several.due')).fill('01/06/2031')
    expect(await violations(page)).toEqual([])
    await press(t('measures.several.do.PLAN'), dialog)
    await expectToast(t('measures.several.done.PLAN', { count: rows.length }))
    await dialog.waitFor({ state: 'detached' })
    expect([...(await situations())]).toEqual(['PLANNED'])
    await tree
      .getByText(t('measures.models.due', { day: '01/06/2031' }))
      .first()
      .waitFor()
    expect(await tree.getByText(t('measures.models.due', { day: '01/06/2031' })).count()).toBe(rows.length)
    await press(t('kit.actions.undo'))
    await expectToast(t('measures.decide.undone'))
    expect([...(await situations())]).toEqual(['TO_HANDLE'])
    // One box of the tree, by mouse.
    await tree.locator('[aria-level="2"]').first().getByRole('checkbox').check()
    await press(t('measures.several.do.IMPLEMENT'))
    await dialog.getByRole('heading', { name: t('measures.several.title.IMPLEMENT', { count: 1 }) }).waitFor()
    await dialog
      .getByRole('region', { name: t('policies.preview.title') })
      .getByText(new RegExp(t('policies.preview.computed', { day: '' }).trim()))
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(pilot.complaints.splice(0)).toEqual([])
  })
})
