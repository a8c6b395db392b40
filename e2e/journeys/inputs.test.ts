/** What people do with any field: ticks, links, selects, days, Escape, the focus. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

interface Attached {
  readonly name: string
  readonly comment: string | null
}

interface Action {
  readonly id: number
  readonly version: number
  readonly status: string
  readonly proof_files: readonly Attached[]
  readonly tasks: readonly { name: string; status: string; proof_files: readonly Attached[] }[]
  readonly proofs: readonly { url: string }[]
}

describe.each(spoken)('fields in %s', (lang) => {
  const mark = `F${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  let ids: number[]

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang, intercepted: true })
    actor = actorOn(pilot.page, lang)
    const { object: plan } = await pilot.api<{ object: { id: number } }>('POST', '/program', { name_en: `Plan ${mark}`, name_fr: `Plan ${mark}` })
    ids = []
    for (const name of ['Fichiers', 'Tâches', 'Lien', 'Jours', 'Preuves']) {
      const tasks = (name === 'Tâches' ? ['Un', 'Deux', 'Trois'] : name === 'Preuves' ? ['Un'] : []).map((task) => ({ name: task }))
      const { object } = await pilot.api<{ object: Action }>('POST', '/remediation', {
        name_en: `${mark} ${name}`,
        name_fr: `${mark} ${name}`,
        program: plan.id,
        priority: 75,
        tasks,
        target_date: '2031-05-20',
      })
      ids.push(object.id)
    }
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  const read = async (n: number) => (await pilot.api<{ object: Action }>('GET', `/remediation/${ids[n]}`)).object
  const open = async (n: number) => {
    await pilot.open(`/actions/filtered?search=${mark}&id=${ids[n]}`)
    const panel = actor.panel('actions.entities.remediation')
    await panel.getByRole('heading', { level: 2 }).waitFor()
    return panel
  }

  test('ticks that follow each other faster than the server answers all count', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(1)
    await panel.getByRole('tab', { name: t('actions.panel.tasks') }).click()
    const boxes = panel.getByRole('checkbox')
    await boxes.nth(2).waitFor()
    // All three are pressed before the first answer is there.
    let free = () => {}
    const held = new Promise<void>((resolve) => {
      free = resolve
    })
    await page.route(`**/api/remediation/${ids[1]}`, async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue()
    })
    for (const n of [0, 1, 2]) await boxes.nth(n).click()
    free()
    await expect.poll(async () => (await read(1)).tasks.map(({ status }) => status)).toEqual(['DONE', 'DONE', 'DONE'])
    await page.unroute(`**/api/remediation/${ids[1]}`)
  })

  test('a link that was refused as proof is corrected in the same dialog', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(2)
    await actor.verb(t('actions.do.finish'), panel)
    const dialog = page.getByRole('dialog')
    const link = dialog.getByRole('textbox', { name: t('actions.dialogs.proof_url') })
    await link.waitFor()
    await expect.poll(() => link.evaluate((input) => input === document.activeElement)).toBe(true)
    await link.fill('pas un lien')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText(t('kit.errors.url')).waitFor()
    expect([await link.inputValue(), await link.getAttribute('aria-invalid')]).toEqual(['pas un lien', 'true'])
    await link.fill('https://preuve.example/1')
    expect(await link.getAttribute('aria-invalid')).toBeNull()
    // Twice at once is once.
    await dialog.getByRole('button', { name: t('actions.do.finish') }).dblclick()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => read(2)).toMatchObject({ status: 'FINISHED', proofs: [{ url: 'https://preuve.example/1' }] })
  })

  test('a select that holds a value opens with all it offers, the present one marked, and what is typed begins a search', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(3)
    await actor.edit(panel)
    const priority = panel.getByRole('combobox', { name: t('actions.entities.remediation.fields.priority') })
    await priority.click()
    const options = page.getByRole('listbox').getByRole('option')
    await expect.poll(() => options.count()).toBeGreaterThan(3)
    const present = page.getByRole('listbox').getByRole('option', { selected: true })
    const label = (await priority.inputValue()).trim()
    expect([await present.count(), (await present.textContent())?.trim()]).toEqual([1, label])
    expect(await present.evaluate((option) => option.getBoundingClientRect().height > 0)).toBe(true)
    await page.keyboard.type('z')
    expect(await priority.inputValue()).toBe('z')
    await page.getByText(t('kit.select.no_element')).waitFor()
    // Escape gives the search up, and leaves the panel open.
    await page.keyboard.press('Escape')
    expect([await priority.inputValue(), await options.count(), await panel.count()]).toEqual([label, 0, 1])
    // By the keyboard: from the present one to the next.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await priority.inputValue()).not.toBe(label)
    // A row of another entity: chosen by typing, then all are offered again with it among them.
    const manager = panel.getByRole('combobox', { name: t('actions.entities.remediation.fields.manager') })
    await manager.click()
    await expect.poll(() => options.count()).toBeGreaterThan(1)
    const all = await options.count()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const chosen = await manager.inputValue()
    expect(chosen).not.toBe('')
    await manager.click()
    await expect.poll(() => options.count()).toBe(all)
    expect(((await present.textContent()) ?? '').trim()).toBe(chosen)
    await page.keyboard.press('Escape')
    // Nothing left of the name is nothing chosen.
    await manager.fill('')
    await page.keyboard.press('Tab')
    expect(await manager.inputValue()).toBe('')
  })

  test('what is typed and answered before the options have come is chosen once they have', async () => {
    const { page } = pilot
    const { t } = actor
    const { objects } = await pilot.api<{ objects: { id: number; edit_right: boolean }[] }>('POST', '/gap/page', { queryParams: { per_page: 20 } })
    await pilot.open(`/ops/gaps/all?id=${objects.find(({ edit_right }) => edit_right)?.id}`)
    let free = () => {}
    const held = new Promise<void>((resolve) => {
      free = resolve
    })
    await page.route('**/api/remediation/programs*', async (route) => {
      await held
      await route.continue()
    })
    await actor.verb(t('gaps.gap.add_action'), actor.panel('gaps.entities.gap'))
    const dialog = page.getByRole('dialog')
    const plan = dialog.getByRole('combobox', { name: t('exemptions.debt.plan_program') })
    await plan.fill(`Plan ${mark}`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    free()
    // The default plan, which comes with the others, is not what was asked for.
    await expect.poll(() => dialog.getByRole('button', { name: t('kit.actions.add'), exact: true }).isEnabled()).toBe(true)
    expect(await plan.inputValue()).toBe(`Plan ${mark}`)
    await page.unroute('**/api/remediation/programs*')
    await page.keyboard.press('Escape')
  })

  test('Escape closes the calendar alone, a day that does not exist is refused by name, and a day that is over is only pointed out', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(3)
    await actor.edit(panel)
    const day = panel.getByRole('textbox', { name: t('actions.entities.remediation.fields.target_date') })
    await day.click()
    const calendar = panel.getByRole('dialog', { name: t('kit.date.choose') })
    await calendar.waitFor()
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    expect([await panel.count(), await day.evaluate((input) => input === document.activeElement)]).toEqual([1, true])
    await day.fill('31/02/2031')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await actor.edit(await open(3))
    await day.fill('31/02/2031')
    await panel.getByRole('heading', { level: 2 }).click()
    await panel.getByText(t('kit.errors.invalid_date')).waitFor()
    expect(await day.inputValue()).toBe('31/02/2031')
    await actor.press(t('kit.actions.save'), panel)
    await actor.expectToast(t('kit.errors.check_inputs'))
    expect([await day.inputValue(), await day.getAttribute('aria-invalid')]).toEqual(['31/02/2031', 'true'])
    await day.fill(lang === 'fr' ? '02/03/2020' : '03/02/2020')
    await panel.getByRole('status').getByText(t('kit.errors.date_past')).waitFor()
    // From the keyboard into the calendar, a day on, and back.
    await day.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await day.inputValue()).toBe(lang === 'fr' ? '03/03/2020' : '03/03/2020')
    await page.keyboard.press('Escape')
    await actor.press(t('kit.actions.discard'), page.getByRole('alertdialog'))
  })

  test('a range of days says which bound is no day', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/actions/filtered?search=${mark}`)
    await actor.press(t('kit.table.show_filters'))
    await page.getByRole('button', { name: t('kit.table.filter_by', { name: t('actions.entities.remediation.fields.target_date') }) }).click()
    const from = page.getByRole('textbox', { name: t('kit.table.from'), exact: true })
    await from.fill('31/31/2031')
    await page.keyboard.press('Tab')
    await page.getByRole('alert').getByText(t('kit.errors.invalid_date')).waitFor()
    await page.keyboard.press('Escape')
  })

  test('a dialog begins in its first field and gives the focus back to what opened it, or to what stands there then', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(1)
    await panel.getByRole('tab', { name: t('actions.panel.tasks') }).click()
    const add = panel.getByRole('button', { name: t('actions.panel.add_task') })
    await add.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('actions.panel.add_task') })
    const name = dialog.getByRole('textbox', { name: t('actions.entities.remediation.rows.tasks.name') })
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    // A list in it takes Escape first, then the dialog, then the panel.
    await dialog.getByRole('combobox').click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').getByRole('option').first().waitFor({ state: 'detached' })
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect([await panel.count(), await add.evaluate((button) => button === document.activeElement)]).toEqual([1, true])
    // Deleted rows leave the focus in the list.
    await panel
      .getByRole('button', { name: t('kit.actions.delete') })
      .last()
      .focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await read(1)).tasks.length).toBe(2)
    await settled(page)
    expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    // And come back where they stood when that is undone.
    const names = async () => (await read(1)).tasks.map((task) => task.name)
    const left = await names()
    await page.getByRole('button', { name: t('kit.actions.undo') }).click()
    await expect.poll(async () => (await names()).length).toBe(3)
    expect((await names()).slice(0, 2)).toEqual(left)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  test('a name that another label has is refused beside its field, and what is missing is called mandatory', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.api('POST', '/label', { [`name_${lang}`]: `Étiquette ${mark}` })
    await pilot.open('/admin/labels?id=new')
    const panel = page.getByRole('region', { name: t('catalog.entities.label.new'), exact: true })
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'))).toBe('name')
    const name = panel.getByRole('textbox', { name: t('catalog.entities.label.fields.name') })
    await expect.poll(() => name.count()).toBe(1)
    await name.fill('x')
    await name.fill('')
    await panel.locator('input[type=color]').fill('#123456')
    await actor.press(t('kit.actions.create'), panel)
    await panel.getByText(t('kit.errors.name_needed')).first().waitFor()
    // At once: nobody waits half a second after a refusal.
    await name.fill(`étiquette ${mark}`)
    await page.keyboard.press('Enter')
    await panel.getByText(t('kit.errors.name_taken')).waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await name.fill(`Autre ${mark}`)
    // Twice at once makes one.
    await panel.getByRole('button', { name: t('kit.actions.create') }).dblclick()
    await actor.expectToast(t('kit.messages.created'))
    await expect
      .poll(
        async () =>
          (await pilot.api<{ objects: { name: string }[] }>('POST', '/label/page', { queryParams: { per_page: 200 } })).objects.filter(
            (label) => label.name === `Autre ${mark}`,
          ).length,
      )
      .toBe(1)
  })
})
