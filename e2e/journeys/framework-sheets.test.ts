/** Frameworks from spreadsheets: a workbook of the open form with a fault in a cell, mended and imported; a sheet of any form whose columns are chosen, and remembered. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FileCell, workbookFile } from '#tools/test/workbook-file.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { spoken } from '#e2e/words.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer })

describe.each(spoken)('frameworks from spreadsheets in %s', (lang) => {
  const mark = `W${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  const urn = (kind: string) => `urn:journey:risk:${kind}:${mark}`.toLowerCase()
  const workbook = (title: FileCell) =>
    workbookFile({
      library_meta: [
        ['type', 'library'],
        ['urn', urn('library')],
        ['version', 1],
        ['locale', 'en'],
        ['ref_id', mark],
        ['name', `Rules ${mark}`],
      ],
      rules_meta: [
        ['type', 'framework'],
        ['urn', urn('framework')],
        ['base_urn', urn('req_node')],
        ['ref_id', mark],
        ['name', `Rules ${mark}`],
      ],
      rules_content: [
        ['assessable', 'depth', 'ref_id', 'name'],
        [null, 1, 'A', 'Grain'],
        ['x', 2, 'A.1', title],
      ],
    })

  test('a fault names its sheet and cell; mended, the workbook is looked at and imported', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/org/policies/import')
    await page.locator('input[type=file]').setInputFiles(file('rules.xlsx', await workbook({ error: '#REF!' })))
    const reason = t('library.fault.error_cell', { found: '#REF!' })
    await page.getByText(t('library.fault_at_cell', { sheet: 'rules_content', cell: 'D3', reason })).waitFor()
    expect(await page.getByRole('button', { name: t('library.import.run') }).count()).toBe(0)
    await actor.press(t('library.import.other'))
    await page.locator('input[type=file]').setInputFiles(file('rules.xlsx', await workbook('Stored dry')))
    await actor.press(t('library.import.run'))
    await page.getByRole('link', { name: t('library.import.see_policies') }).waitFor()
  })

  test('a sheet of any form comes in by its columns, which are remembered', async () => {
    const { page } = pilot
    const { t } = actor
    const sheet = file(
      'register.xlsx',
      await workbookFile({
        Register: [
          ['Code', `Wording ${mark}`, 'Chapter'],
          ['1', 'Doors are locked', 'Premises > Doors'],
          ['2', 'Keys are counted', 'Premises'],
        ],
      }),
    )
    await pilot.open('/org/policies/import')
    await page.locator('input[type=file]').setInputFiles(sheet)
    await page.getByText(t('library.columns.intro')).waitFor()
    await actor.choose(page.getByRole('combobox', { name: t('library.columns.parts.title'), exact: true }), `Wording ${mark}`)
    await page.getByLabel(t('library.columns.identifier')).fill(`${mark}R`)
    await page.getByLabel(t('library.columns.name')).fill(`Register ${mark}`)
    const tree = page.getByRole('region', { name: t('library.columns.tree') })
    await tree.getByText('Doors are locked').waitFor()
    await tree.getByText(t('library.columns.found', { count: 2 })).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await actor.press(t('library.columns.check'))
    await actor.press(t('library.import.run'))
    await page.getByRole('link', { name: t('library.import.see_policies') }).waitFor()
    await pilot.open('/org/policies/import')
    await page.locator('input[type=file]').setInputFiles(sheet)
    await page.getByText(t('library.columns.remembered')).waitFor()
    expect(await page.getByLabel(t('library.columns.name')).inputValue()).toBe(`Register ${mark}`)
  })
})
