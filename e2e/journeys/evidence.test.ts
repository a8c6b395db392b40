/** A proof from its first file to its end: pasted, recognised, chosen to finish an action, revised, compared, and what stands on it told before it goes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

const mark = `E${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor
let action: number

interface Evidence {
  readonly id: number
  readonly identifier: string
  readonly revision: number
  readonly valid_until: string | null
  readonly files: readonly { readonly name: string }[]
}

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'fr' })
  actor = actorOn(pilot.page, 'fr')
  const make = async (path: string, fields: object) => (await pilot.api<{ object: { id: number } }>('POST', path, fields)).object.id
  const program = await make('/program', { name_fr: `Plan ${mark}`, proof_required_action: 'YES' })
  action = await make('/remediation', { name_fr: `Restaurer ${mark}`, program, priority: 75, target_date: dayFromNow(30), status: 'ONGOING' })
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
/** Files as the clipboard carries them. */
const carried = (page: Page, files: readonly (readonly [name: string, content: string])[]) =>
  page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const [name, content] of all) data.items.add(new File([content], name, { type: 'text/plain' }))
    return data
  }, files)
const panel = () => actor.panel('evidence.entities.evidence')
const newPanel = () => pilot.page.getByRole('region', { name: actor.t('evidence.entities.evidence.new'), exact: true })
const found = async (): Promise<Evidence> => {
  const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/evidence/page', { queryParams: { global_search: mark } })
  return (await pilot.api<{ object: Evidence }>('GET', `/evidence/${objects[0]?.id}`)).object
}
const clean = async () => {
  await settled(pilot.page)
  expect(await violations(pilot.page)).toEqual([])
}

test('an evidence is made of several files pasted at once', async () => {
  const { page } = pilot
  const { t } = actor
  await pilot.open('/ops/evidence?id=new')
  await newPanel()
    .getByRole('textbox', { name: t('evidence.entities.evidence.fields.name') })
    .first()
    .fill(`Essai de restauration ${mark}`)
  await newPanel()
    .locator('input[type=file][multiple]')
    .evaluate(
      (input, data) => {
        input.focus()
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      await carried(page, [
        ['releve.txt', `Orion ok\nPaie ok ${mark}`],
        ['capture.txt', `vue ${mark}`],
      ]),
    )
  for (const name of ['releve.txt', 'capture.txt'])
    await newPanel()
      .getByRole('button', { name: t('kit.file.remove', { name }) })
      .waitFor()
  await actor.press(t('kit.actions.create'), newPanel())
  await panel()
    .getByRole('heading', { level: 2, name: `Essai de restauration ${mark}` })
    .waitFor()
  expect((await found()).files.map(({ name }) => name)).toEqual(['releve.txt', 'capture.txt'])
})

test('the dialog that finishes an action recognises the same file, and offers the evidence used last by its name', async () => {
  const { page } = pilot
  const { t } = actor
  const { identifier, id } = await found()
  await pilot.open(`/actions/filtered?search=${mark}&id=${action}`)
  const of = actor.panel('actions.entities.remediation')
  await actor.press(t('actions.do.finish'), of)
  const dialog = page.getByRole('dialog')
  const choose = dialog.getByRole('combobox', { name: t('actions.dialogs.proof_there') })
  await choose.click()
  await page.getByRole('option', { name: `${identifier} Essai` }).waitFor()
  expect(await page.getByRole('option', { name: /^EV-/ }).first().innerText()).toContain(identifier)
  await page.keyboard.press('Escape')
  await dialog.locator('input[type=file][multiple]').setInputFiles([text('encore.txt', `vue ${mark}`)])
  await dialog.getByText(t('evidence.choose.same', { file: 'encore.txt', evidence: `${identifier} Essai de restauration ${mark}` })).waitFor()
  await clean()
  await actor.press(t('evidence.choose.use', { identifier }), dialog)
  await dialog.getByText('encore.txt').first().waitFor({ state: 'detached' })
  await actor.press(t('actions.do.finish'), dialog)
  await dialog.waitFor({ state: 'detached' })
  const { object } = await pilot.api<{ object: { status: string; evidences: { id: number }[]; proof_files: unknown[] } }>('GET', `/remediation/${action}`)
  expect(object).toMatchObject({ status: 'FINISHED', evidences: [{ id }], proof_files: [] })
})

test('a revision is compared with the one before: what differs, and the lines of both texts', async () => {
  const { page } = pilot
  const { t } = actor
  const { id } = await found()
  await pilot.open(`/ops/evidence?id=${id}`)
  await actor.press(t('evidence.panel.add'), panel())
  const adding = page.getByRole('dialog', { name: t('evidence.panel.add') })
  await adding.locator('input[type=file][multiple]').setInputFiles([text('releve.txt', `Orion en échec\nPaie ok ${mark}`)])
  await adding.getByLabel(t('evidence.panel.reason')).fill('Mesuré à nouveau')
  await actor.press(t('kit.actions.save'), adding)
  await adding.waitFor({ state: 'detached' })
  await settled(page)
  await actor.press(t('evidence.compare.title'), panel())
  const dialog = page.getByRole('dialog', { name: t('evidence.compare.title') })
  const fields = ['reason', 'files'].map((name) => t(`evidence.entities.evidence.fields.${name}`)).join(', ')
  await dialog.getByText(t('evidence.compare.changed', { fields })).waitFor()
  await dialog.getByText('Orion en échec').waitFor()
  const marked = (lines: Locator) => lines.locator('[data-differs]').allInnerTexts()
  await expect
    .poll(async () => (await marked(dialog.locator('pre').last())).map((line) => line.replaceAll(/\s+/g, ' ').trim()))
    .toEqual([`${t('evidence.compare.new')} Orion en échec`.replaceAll(/\s+/g, ' ')])
  await clean()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('before it ends or goes, what stands on it is told; while an action shows it, it is not deleted', async () => {
  const { page } = pilot
  const { t } = actor
  await actor.press(t('kit.actions.delete'), panel())
  const question = page.getByRole('alertdialog', { name: t('evidence.panel.in_use') })
  await question.getByText(`Restaurer ${mark}`).waitFor()
  await clean()
  await actor.press(t('kit.actions.close'), question)
  await actor.verb(t('evidence.panel.end'), panel())
  const dialog = page.getByRole('dialog', { name: t('evidence.panel.end') })
  await dialog.getByText(`Restaurer ${mark}`).waitFor()
  await clean()
  // It holds from today: it can end today at the earliest.
  await actor.press(t('evidence.panel.end'), dialog)
  await dialog.waitFor({ state: 'detached' })
  expect((await found()).valid_until).toBe(dayFromNow(0))
})

test('each number of the statistics leads to its rows', async () => {
  const { page } = pilot
  const { t } = actor
  for (const [view, tile] of [
    ['stats', 'behind_nothing'],
    ['expiry', 'expiring'],
  ] as const) {
    await pilot.open(`/ops/evidence?view=${view}`)
    const link = page.getByRole('link', { name: new RegExp(`^${t(`evidence.stats.${tile}`)} \\d+`) })
    await link.waitFor()
    await clean()
    const count = (await link.innerText()).trim()
    await link.click()
    await page.getByRole('grid').waitFor()
    await settled(page)
    await page
      .getByText(new RegExp(` ${count} `))
      .last()
      .waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe('list')
  }
})
