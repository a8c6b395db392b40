/** What people do with any field: several files at once, selects, days, Escape, the focus. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { handsOn, type Hands } from '#e2e/by-hand.ts'
import { spoken } from '#e2e/words.ts'

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1') })
const patience = { timeout: 15_000 }

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

/** Files as a drag or the clipboard carries them. */
const carried = (page: Page, names: readonly string[]) =>
  page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const name of all) data.items.add(new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], name, { type: 'application/pdf' }))
    return data
  }, names)

describe.each(spoken)('fields in %s', (lang) => {
  const mark = `F${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let hands: Hands
  let ids: number[]

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    hands = handsOn(pilot.page, lang)
    const { object: plan } = await pilot.api<{ object: { id: number } }>('POST', '/program', { name_en: `Plan ${mark}`, name_fr: `Plan ${mark}` })
    ids = []
    for (const name of ['Fichiers', 'Tâches', 'Lien', 'Jours', 'Preuves']) {
      const tasks = (name === 'Tâches' ? ['Un', 'Deux', 'Trois'] : name === 'Preuves' ? ['Un'] : []).map((task) => ({ name: task }))
      const { object } = await pilot.api<{ object: Action }>('POST', '/remediation', { name_en: `${mark} ${name}`, name_fr: `${mark} ${name}`, program: plan.id, priority: 75, tasks, target_date: '2031-05-20' })
      ids.push(object.id)
    }
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  const read = async (n: number) => (await pilot.api<{ object: Action }>('GET', `/remediation/${ids[n]}`)).object
  const open = async (n: number) => {
    await pilot.open(`/actions/filtered?search=${mark}&id=${ids[n]}`)
    const panel = hands.panel('actions.entities.remediation')
    await panel.getByRole('heading', { level: 2 }).waitFor()
    return panel
  }

  test('several files chosen, dropped and pasted at once are all attached; one that is refused is named and keeps back none', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(0)
    await panel.getByRole('tab', { name: t('actions.panel.proofs') }).click()
    const drop = panel.locator('input[type=file][multiple]').first()
    await drop.setInputFiles([pdf('un.pdf'), { ...pdf('faux.docx'), mimeType: 'text/plain' }, pdf('deux.pdf'), pdf('trois.pdf')])
    const names = async () => (await read(0)).proof_files.map(({ name }) => name)
    await expect.poll(names, patience).toEqual(['un.pdf', 'deux.pdf', 'trois.pdf'])
    await panel.getByRole('alert').getByText(t('kit.labelled', { label: 'faux.docx', value: t('kit.errors.file_type') })).waitFor()
    await hands.press(t('kit.file.dismiss', { name: 'faux.docx' }), panel)
    await panel.getByRole('alert').waitFor({ state: 'detached' })
    // What no upload takes is refused by name before it is sent, and the others go.
    await panel.locator('[class*=drop]').first().dispatchEvent('drop', { dataTransfer: await carried(page, ['quatre.pdf', 'virus.exe', 'cinq.pdf']) })
    await hands.told(t('kit.labelled', { label: 'virus.exe', value: t('kit.errors.file_type') }))
    await expect.poll(names, patience).toEqual(['un.pdf', 'deux.pdf', 'trois.pdf', 'quatre.pdf', 'cinq.pdf'])
    await drop.evaluate((input, data) => {
      input.focus()
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, await carried(page, ['six.pdf', 'sept.pdf']))
    await expect.poll(names, patience).toEqual(['un.pdf', 'deux.pdf', 'trois.pdf', 'quatre.pdf', 'cinq.pdf', 'six.pdf', 'sept.pdf'])
  })

  test('one of several uploads is cancelled alone, and each shows how far it is', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(0)
    await panel.getByRole('tab', { name: t('actions.panel.proofs') }).click()
    let free = () => {}
    const held = new Promise<void>((resolve) => {
      free = resolve
    })
    await page.route('**/api/file', async (route) => {
      await held
      await route.continue()
    })
    await panel.locator('input[type=file][multiple]').nth(1).setInputFiles([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
    await panel.getByRole('progressbar', { name: t('kit.file.uploading', { name: 'a.pdf' }) }).waitFor()
    await panel.getByText(t('kit.file.waiting', { name: 'c.pdf' })).waitFor()
    await hands.press(t('kit.file.cancel', { name: 'b.pdf' }), panel)
    free()
    await hands.told(t('kit.file.cancelled', { name: 'b.pdf' }))
    const names = async () => (await pilot.api<{ object: { attachments: { name: string }[] } }>('GET', `/remediation/${ids[0]}`)).object.attachments.map(({ name }) => name)
    await expect.poll(names, patience).toEqual(['a.pdf', 'c.pdf'])
    await page.unroute('**/api/file')
  })

  test('what is said of a file is written beside it, by the keyboard too: Enter keeps it, Escape gives back what was there and closes nothing else', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(4)
    await panel.getByRole('tab', { name: t('actions.panel.proofs') }).click()
    await panel.locator('input[type=file][multiple]').first().setInputFiles([pdf('un.pdf'), pdf('deux.pdf')])
    const said = async () => (await read(4)).proof_files.map(({ name, comment }) => [name, comment])
    await expect.poll(said, patience).toEqual([['un.pdf', null], ['deux.pdf', null]])
    const pencil = panel.getByRole('button', { name: t('kit.file.comment_edit', { name: 'deux.pdf' }), exact: true })
    const field = panel.getByRole('textbox', { name: t('kit.file.comment', { name: 'deux.pdf' }), exact: true })
    const focused = async (element: typeof pencil) => {
      await expect.poll(() => element.evaluate((found) => found === document.activeElement), patience).toBe(true)
    }
    await pencil.focus()
    await page.keyboard.press('Enter')
    await focused(field)
    await page.keyboard.type('Signé par les deux')
    await page.keyboard.press('Enter')
    await focused(pencil)
    await panel.getByText('Signé par les deux').waitFor()
    await expect.poll(said, patience).toEqual([['un.pdf', null], ['deux.pdf', 'Signé par les deux']])
    await page.keyboard.press('Enter')
    await focused(field)
    await field.fill('Autre chose')
    await page.keyboard.press('Escape')
    await focused(pencil)
    expect([await panel.count(), await field.count(), await panel.getByText('Signé par les deux').count()]).toEqual([1, 0, 1])
    // Whoever goes on elsewhere has said it; Escape still takes it back.
    await page.keyboard.press('Enter')
    await field.fill('Page 3')
    await panel.getByRole('tab', { name: t('actions.panel.proofs') }).focus()
    await expect.poll(said, patience).toEqual([['un.pdf', null], ['deux.pdf', 'Page 3']])
    await page.keyboard.press('Escape')
    await expect.poll(said, patience).toEqual([['un.pdf', null], ['deux.pdf', 'Signé par les deux']])
    expect(await panel.count()).toBe(1)
  })

  test('a task takes two files at once, says something of one, and shows them under its line', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(4)
    await panel.getByRole('tab', { name: t('actions.panel.tasks') }).click()
    await hands.press(t('kit.actions.edit'), panel)
    const dialog = page.getByRole('dialog', { name: t('actions.panel.edit_task') })
    let free = () => {}
    const held = new Promise<void>((resolve) => {
      free = resolve
    })
    await page.route('**/api/file', async (route) => {
      await held
      await route.continue()
    })
    await dialog.locator('input[type=file][multiple]').setInputFiles([pdf('tâche 1.pdf'), pdf('tâche 2.pdf')])
    await dialog.getByRole('progressbar', { name: t('kit.file.uploading', { name: 'tâche 1.pdf' }) }).waitFor()
    // Nothing is saved without what is under way.
    expect(await dialog.getByRole('button', { name: t('kit.actions.save'), exact: true }).getAttribute('aria-disabled')).toBe('true')
    free()
    await hands.press(t('kit.file.comment_edit', { name: 'tâche 2.pdf' }), dialog)
    await dialog.getByRole('textbox', { name: t('kit.file.comment', { name: 'tâche 2.pdf' }), exact: true }).fill('Vu sur place')
    // Without Enter: saving the task keeps what was written.
    await dialog.getByRole('button', { name: t('kit.actions.save'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await read(4)).tasks[0]?.proof_files.map(({ name, comment }) => [name, comment]), patience).toEqual([['tâche 1.pdf', null], ['tâche 2.pdf', 'Vu sur place']])
    const line = panel.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
    await line.getByText('tâche 1.pdf').waitFor()
    await line.getByText('Vu sur place').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), hands.press(t('kit.file.download', { name: 'tâche 1.pdf' }), line)])
    expect(download.suggestedFilename()).toBe('tâche 1.pdf')
    // A tick leaves them where they are.
    await panel.getByRole('checkbox').click()
    await expect.poll(async () => (await read(4)).tasks.map(({ status, proof_files }) => [status, proof_files.length]), patience).toEqual([['DONE', 2]])
    await page.unroute('**/api/file')
  })

  test('a finished task that must be proven takes a file in the dialog that asks for it', async () => {
    const { page } = pilot
    const { t } = hands
    const { object: plan } = await pilot.api<{ object: { id: number } }>('POST', '/program', { name_en: `Strict ${mark}`, name_fr: `Strict ${mark}`, proof_required_action: 'NO', proof_required_task: 'YES' })
    const { object } = await pilot.api<{ object: Action }>('POST', '/remediation', { name_en: `${mark} Strict`, name_fr: `${mark} Strict`, program: plan.id, target_date: '2031-05-20', tasks: [{ name: 'Poser', status: 'DONE' }] })
    await pilot.open(`/actions/filtered?search=${mark}&id=${object.id}`)
    const panel = hands.panel('actions.entities.remediation')
    await hands.press(t('actions.do.finish'), panel)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('actions.dialogs.task_proofs_needed')).waitFor()
    const confirm = dialog.getByRole('button', { name: t('kit.actions.confirm') })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.locator('input[type=file][multiple]').setInputFiles([pdf('pose.pdf')])
    await dialog.getByRole('button', { name: t('kit.file.remove', { name: 'pose.pdf' }) }).waitFor()
    await confirm.click()
    await dialog.waitFor({ state: 'detached' })
    const { object: after } = await pilot.api<{ object: Action }>('GET', `/remediation/${object.id}`)
    expect(after).toMatchObject({ status: 'FINISHED', tasks: [{ name: 'Poser', proof_files: [{ name: 'pose.pdf' }] }] })
  })

  test('an action is not finished without the proof that is still on its way', async () => {
    const { page } = pilot
    const { t } = hands
    const { object: plan } = await pilot.api<{ object: { id: number } }>('POST', '/program', { name_en: `Proven ${mark}`, name_fr: `Proven ${mark}` })
    const { object: action } = await pilot.api<{ object: Action }>('POST', '/remediation', { name_en: `${mark} Preuve`, name_fr: `${mark} Preuve`, program: plan.id, target_date: '2031-05-20' })
    await pilot.open(`/actions/filtered?search=${mark}&id=${action.id}`)
    const panel = hands.panel('actions.entities.remediation')
    await hands.press(t('actions.do.finish'), panel)
    const dialog = page.getByRole('dialog')
    let free = () => {}
    const held = new Promise<void>((resolve) => {
      free = resolve
    })
    await page.route('**/api/file', async (route) => {
      await held
      await route.continue()
    })
    // The link alone would do; the file is wanted as well.
    await dialog.getByRole('textbox', { name: t('actions.dialogs.proof_url') }).fill('https://preuve.example/2')
    await dialog.locator('input[type=file]').first().setInputFiles([pdf('preuve.pdf')])
    await dialog.getByRole('progressbar', { name: t('kit.file.uploading', { name: 'preuve.pdf' }) }).waitFor()
    await dialog.getByRole('textbox', { name: t('actions.dialogs.proof_url') }).press('Enter')
    free()
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('button', { name: t('kit.actions.confirm') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.unroute('**/api/file')
    const finished = async () => (await pilot.api<{ object: Action }>('GET', `/remediation/${action.id}`)).object
    await expect.poll(finished, patience).toMatchObject({ status: 'FINISHED', proofs: [{ url: 'https://preuve.example/2' }], proof_files: [{ name: 'preuve.pdf' }] })
  })

  test('ticks that follow each other faster than the server answers all count', async () => {
    const { page } = pilot
    const { t } = hands
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
    await expect.poll(async () => (await read(1)).tasks.map(({ status }) => status), patience).toEqual(['DONE', 'DONE', 'DONE'])
    await page.unroute(`**/api/remediation/${ids[1]}`)
  })

  test('a link that was refused as proof is corrected in the same dialog', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(2)
    await hands.press(t('actions.do.finish'), panel)
    const dialog = page.getByRole('dialog')
    const link = dialog.getByRole('textbox', { name: t('actions.dialogs.proof_url') })
    await link.waitFor()
    await expect.poll(() => link.evaluate((input) => input === document.activeElement), patience).toBe(true)
    await link.fill('pas un lien')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText(t('kit.errors.url')).waitFor()
    expect([await link.inputValue(), await link.getAttribute('aria-invalid')]).toEqual(['pas un lien', 'true'])
    await link.fill('https://preuve.example/1')
    expect(await link.getAttribute('aria-invalid')).toBeNull()
    // Twice at once is once.
    await dialog.getByRole('button', { name: t('kit.actions.confirm') }).dblclick()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => read(2), patience).toMatchObject({ status: 'FINISHED', proofs: [{ url: 'https://preuve.example/1' }] })
  })

  test('a select that holds a value opens with all it offers, the present one marked, and what is typed begins a search', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(3)
    const priority = panel.getByRole('combobox', { name: t('actions.entities.remediation.fields.priority') })
    await priority.click()
    const options = page.getByRole('listbox').getByRole('option')
    await expect.poll(() => options.count(), patience).toBeGreaterThan(3)
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
    await expect.poll(() => options.count(), patience).toBeGreaterThan(1)
    const all = await options.count()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const chosen = await manager.inputValue()
    expect(chosen).not.toBe('')
    await manager.click()
    await expect.poll(() => options.count(), patience).toBe(all)
    expect(((await present.textContent()) ?? '').trim()).toBe(chosen)
    await page.keyboard.press('Escape')
    // Nothing left of the name is nothing chosen.
    await manager.fill('')
    await page.keyboard.press('Tab')
    expect(await manager.inputValue()).toBe('')
  })

  test('Escape closes the calendar alone, a day that does not exist is refused by name, and a day that is over is only pointed out', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(3)
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
    await open(3)
    await day.fill('31/02/2031')
    await panel.getByRole('heading', { level: 2 }).click()
    await panel.getByText(t('kit.errors.invalid_date')).waitFor()
    expect(await day.inputValue()).toBe('31/02/2031')
    await hands.press(t('kit.actions.save'), panel)
    await hands.told(t('kit.errors.check_inputs'))
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
    await hands.press(t('kit.actions.discard'), page.getByRole('alertdialog'))
  })

  test('a range of days says which bound is no day', async () => {
    const { page } = pilot
    const { t } = hands
    await pilot.open(`/actions/filtered?search=${mark}`)
    await page.getByRole('button', { name: t('kit.table.filter_by', { name: t('actions.entities.remediation.fields.target_date') }) }).click()
    const from = page.getByRole('textbox', { name: t('kit.table.from'), exact: true })
    await from.fill('31/31/2031')
    await page.keyboard.press('Tab')
    await page.getByRole('alert').getByText(t('kit.errors.invalid_date')).waitFor()
    await page.keyboard.press('Escape')
  })

  test('a dialog begins in its first field and gives the focus back to what opened it, or to what stands there then', async () => {
    const { page } = pilot
    const { t } = hands
    const panel = await open(1)
    await panel.getByRole('tab', { name: t('actions.panel.tasks') }).click()
    const add = panel.getByRole('button', { name: t('actions.panel.add_task') })
    await add.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('actions.panel.add_task') })
    const name = dialog.getByRole('textbox', { name: t('actions.entities.remediation.rows.tasks.name') })
    await expect.poll(() => name.evaluate((input) => input === document.activeElement), patience).toBe(true)
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
    await panel.getByRole('button', { name: t('kit.actions.delete') }).last().focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await read(1)).tasks.length, patience).toBe(2)
    await settled(page)
    expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  test('a name that another label has is refused beside its field, and what is missing is called mandatory', async () => {
    const { page } = pilot
    const { t } = hands
    await pilot.api('POST', '/label', { [`name_${lang}`]: `Étiquette ${mark}` })
    await pilot.open('/admin/labels?id=new')
    const panel = page.getByRole('region', { name: t('catalog.entities.label.new'), exact: true })
    const name = panel.getByRole('textbox', { name: t('catalog.entities.label.fields.name') })
    await expect.poll(() => name.count(), patience).toBe(1)
    await name.fill('x')
    await name.fill('')
    await panel.locator('input[type=color]').fill('#123456')
    await hands.press(t('kit.actions.create'), panel)
    await panel.getByText(t('kit.errors.name_needed')).first().waitFor()
    // At once: nobody waits half a second after a refusal.
    await name.fill(`étiquette ${mark}`)
    await page.keyboard.press('Enter')
    await panel.getByText(t('kit.errors.name_taken')).waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => name.evaluate((input) => input === document.activeElement), patience).toBe(true)
    await name.fill(`Autre ${mark}`)
    // Twice at once makes one.
    await panel.getByRole('button', { name: t('kit.actions.create') }).dblclick()
    await hands.told(t('kit.messages.created'))
    await expect.poll(async () => (await pilot.api<{ objects: { name: string }[] }>('POST', '/label/page', { queryParams: { per_page: 200 } })).objects.filter((label) => label.name === `Autre ${mark}`).length, patience).toBe(1)
  })
})
