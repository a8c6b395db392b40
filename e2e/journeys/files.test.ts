/** What people do with files: several at once, one taken back, something said of one, proofs of tasks. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1'),
})

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

describe.each(spoken)('files in %s', (lang) => {
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

  test('several files chosen, dropped and pasted at once are all attached; one that is refused is named and keeps back none', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(0)
    await panel.getByRole('tab', { name: t('actions.panel.proofs') }).click()
    const drop = panel.locator('input[type=file][multiple]').first()
    await drop.setInputFiles([pdf('un.pdf'), { ...pdf('faux.docx'), mimeType: 'text/plain' }, pdf('deux.pdf'), pdf('trois.pdf')])
    const names = async () => (await read(0)).proof_files.map(({ name }) => name)
    await expect.poll(names).toEqual(['un.pdf', 'deux.pdf', 'trois.pdf'])
    await panel
      .getByRole('alert')
      .getByText(t('kit.labelled', { label: 'faux.docx', value: t('kit.errors.file_type') }))
      .waitFor()
    await actor.press(t('kit.file.dismiss', { name: 'faux.docx' }), panel)
    await panel.getByRole('alert').waitFor({ state: 'detached' })
    // What no upload takes is refused by name before it is sent, and the others go.
    await panel
      .locator('[class*=drop]')
      .first()
      .dispatchEvent('drop', { dataTransfer: await carried(page, ['quatre.pdf', 'virus.exe', 'cinq.pdf']) })
    await actor.expectToast(t('kit.labelled', { label: 'virus.exe', value: t('kit.errors.file_type') }))
    await expect.poll(names).toEqual(['un.pdf', 'deux.pdf', 'trois.pdf', 'quatre.pdf', 'cinq.pdf'])
    await drop.evaluate(
      (input, data) => {
        input.focus()
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      await carried(page, ['six.pdf', 'sept.pdf']),
    )
    await expect.poll(names).toEqual(['un.pdf', 'deux.pdf', 'trois.pdf', 'quatre.pdf', 'cinq.pdf', 'six.pdf', 'sept.pdf'])
  })

  test('one of several uploads is cancelled alone, and each shows how far it is', async () => {
    const { page } = pilot
    const { t } = actor
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
    await panel
      .locator('input[type=file][multiple]')
      .nth(1)
      .setInputFiles([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
    await panel.getByRole('progressbar', { name: t('kit.file.uploading', { name: 'a.pdf' }) }).waitFor()
    await panel.getByText(t('kit.file.waiting', { name: 'c.pdf' })).waitFor()
    await actor.press(t('kit.file.cancel', { name: 'b.pdf' }), panel)
    free()
    await actor.expectToast(t('kit.file.cancelled', { name: 'b.pdf' }))
    const names = async () =>
      (await pilot.api<{ object: { attachments: { name: string }[] } }>('GET', `/remediation/${ids[0]}`)).object.attachments.map(({ name }) => name)
    await expect.poll(names).toEqual(['a.pdf', 'c.pdf'])
    await page.unroute('**/api/file')
  })

  test('what is said of a file is written beside it, by the keyboard too: Enter keeps it, Escape gives back what was there and closes nothing else', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(4)
    await panel.getByRole('tab', { name: t('actions.panel.proofs') }).click()
    await panel
      .locator('input[type=file][multiple]')
      .first()
      .setInputFiles([pdf('un.pdf'), pdf('deux.pdf')])
    const storedComments = async () => (await read(4)).proof_files.map(({ name, comment }) => [name, comment])
    await expect.poll(storedComments).toEqual([
      ['un.pdf', null],
      ['deux.pdf', null],
    ])
    const pencil = panel.getByRole('button', { name: t('kit.file.comment_edit', { name: 'deux.pdf' }), exact: true })
    const field = panel.getByRole('textbox', { name: t('kit.file.comment', { name: 'deux.pdf' }), exact: true })
    const focused = async (element: typeof pencil) => {
      await expect.poll(() => element.evaluate((found) => found === document.activeElement)).toBe(true)
    }
    await pencil.focus()
    await page.keyboard.press('Enter')
    await focused(field)
    await page.keyboard.type('Signé par les deux')
    await page.keyboard.press('Enter')
    await focused(pencil)
    await panel.getByText('Signé par les deux').waitFor()
    await expect.poll(storedComments).toEqual([
      ['un.pdf', null],
      ['deux.pdf', 'Signé par les deux'],
    ])
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
    await expect.poll(storedComments).toEqual([
      ['un.pdf', null],
      ['deux.pdf', 'Page 3'],
    ])
    await page.keyboard.press('Escape')
    await expect.poll(storedComments).toEqual([
      ['un.pdf', null],
      ['deux.pdf', 'Signé par les deux'],
    ])
    expect(await panel.count()).toBe(1)
  })

  test('a task takes two files at once, says something of one, and shows them under its line', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = await open(4)
    await panel.getByRole('tab', { name: t('actions.panel.tasks') }).click()
    await actor.press(t('kit.actions.edit'), panel.getByRole('tabpanel'))
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
    await actor.press(t('kit.file.comment_edit', { name: 'tâche 2.pdf' }), dialog)
    await dialog.getByRole('textbox', { name: t('kit.file.comment', { name: 'tâche 2.pdf' }), exact: true }).fill('Vu sur place')
    // Without Enter: saving the task keeps what was written.
    await dialog.getByRole('button', { name: t('kit.actions.save'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await read(4)).tasks[0]?.proof_files.map(({ name, comment }) => [name, comment]))
      .toEqual([
        ['tâche 1.pdf', null],
        ['tâche 2.pdf', 'Vu sur place'],
      ])
    const line = panel.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
    await line.getByText('tâche 1.pdf').waitFor()
    await line.getByText('Vu sur place').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), actor.press(t('kit.file.download', { name: 'tâche 1.pdf' }), line)])
    expect(download.suggestedFilename()).toBe('tâche 1.pdf')
    // A tick leaves them where they are.
    await panel.getByRole('checkbox').click()
    await expect.poll(async () => (await read(4)).tasks.map(({ status, proof_files }) => [status, proof_files.length])).toEqual([['DONE', 2]])
    await page.unroute('**/api/file')
  })

  test('a finished task that must be proven takes a file in the dialog that asks for it', async () => {
    const { page } = pilot
    const { t } = actor
    const { object: plan } = await pilot.api<{ object: { id: number } }>('POST', '/program', {
      name_en: `Strict ${mark}`,
      name_fr: `Strict ${mark}`,
      proof_required_action: 'NO',
      proof_required_task: 'YES',
    })
    const { object } = await pilot.api<{ object: Action }>('POST', '/remediation', {
      name_en: `${mark} Strict`,
      name_fr: `${mark} Strict`,
      program: plan.id,
      target_date: '2031-05-20',
      tasks: [{ name: 'Poser', status: 'DONE' }],
    })
    await pilot.open(`/actions/filtered?search=${mark}&id=${object.id}`)
    const panel = actor.panel('actions.entities.remediation')
    await actor.press(t('actions.do.finish'), panel)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('actions.dialogs.task_proofs_needed')).waitFor()
    const confirm = dialog.getByRole('button', { name: t('actions.do.finish') })
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
    const { t } = actor
    const { object: plan } = await pilot.api<{ object: { id: number } }>('POST', '/program', { name_en: `Proven ${mark}`, name_fr: `Proven ${mark}` })
    const { object: action } = await pilot.api<{ object: Action }>('POST', '/remediation', {
      name_en: `${mark} Preuve`,
      name_fr: `${mark} Preuve`,
      program: plan.id,
      target_date: '2031-05-20',
    })
    await pilot.open(`/actions/filtered?search=${mark}&id=${action.id}`)
    const panel = actor.panel('actions.entities.remediation')
    await actor.press(t('actions.do.finish'), panel)
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
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles([pdf('preuve.pdf')])
    await dialog.getByRole('progressbar', { name: t('kit.file.uploading', { name: 'preuve.pdf' }) }).waitFor()
    await dialog.getByRole('textbox', { name: t('actions.dialogs.proof_url') }).press('Enter')
    free()
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('button', { name: t('actions.do.finish') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.unroute('**/api/file')
    const finished = async () => (await pilot.api<{ object: Action }>('GET', `/remediation/${action.id}`)).object
    await expect.poll(finished).toMatchObject({ status: 'FINISHED', proofs: [{ url: 'https://preuve.example/2' }], proof_files: [{ name: 'preuve.pdf' }] })
  })

  test('an evidence is judged in its panel: it holds longer for a reason, a further revision takes a file, and its content is checked', async () => {
    const { t } = actor
    const name = `${mark} Attestation`
    const { object: made } = await pilot.api<{ object: { id: number } }>('POST', '/evidence', {
      name_en: name,
      name_fr: name,
      url: 'https://preuve.example/attestation',
      valid_until: dayFromNow(9),
    })
    const evidence = async () =>
      (await pilot.api<{ object: { revision: number; valid_until: string; revisions: readonly { reason: string | null }[] } }>('GET', `/evidence/${made.id}`))
        .object
    await pilot.open(`/ops/evidence?search=${mark}&id=${made.id}`)
    const panel = actor.panel('evidence.entities.evidence')
    const validity = panel.getByRole('meter', { name: t('evidence.panel.bar') })
    await validity.waitFor()
    expect(await validity.getAttribute('aria-valuetext')).toBe(t('evidence.panel.ends_in', { count: 9 }))
    // Nobody makes it hold longer without a word.
    await actor.press(t('evidence.panel.extend'), panel)
    const dialog = pilot.page.getByRole('dialog')
    const day = dialog.getByLabel(t('evidence.panel.hold_until'))
    await day.fill('2031-05-20')
    await day.press('Tab')
    await dialog.getByRole('button', { name: t('kit.actions.save') }).click()
    await dialog.getByText(t('evidence.errors.reason_needed')).waitFor()
    await dialog.getByLabel(t('evidence.panel.reason')).fill('Contrôle refait')
    await dialog.getByRole('button', { name: t('kit.actions.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await evidence()).valid_until).toBe('2031-05-20')
    await actor.press(t('evidence.panel.add'), panel)
    await dialog.locator('input[type=file]').setInputFiles([{ name: 'attestation.txt', mimeType: 'text/plain', buffer: Buffer.from('<b>Attestation</b>') }])
    await dialog.getByRole('button', { name: t('kit.file.download', { name: 'attestation.txt' }) }).waitFor()
    await dialog.getByRole('button', { name: t('kit.actions.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await evidence()).revision).toBe(2)
    // As characters, and what was kept.
    await panel.getByText('<b>Attestation</b>').waitFor()
    await panel.getByText(t('evidence.panel.seal'), { exact: true }).waitFor()
    // An action shows it, and is told by it.
    await pilot.api('PUT', `/remediation/${ids[3]}`, { evidences: [made.id] })
    await pilot.open(`/ops/evidence?search=${mark}&id=${made.id}`)
    await panel.getByRole('link', { name: t('evidence.panel.actions', { count: 1 }) }).click()
    await actor.row(`${mark} Jours`).waitFor()
  })
})
