/** What every list can do, by hand on one of them. */
import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSpreadsheet } from '#tools/test/sheet-file.ts'
import { xlsx, type Cell } from '#kit/server/sheets/xlsx.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const list = '/admin/catalog/measures'

describe.each(spoken)('a list in %s', (lang) => {
  /** Found by searching, whatever else there is. */
  const mark = `Zq${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/category?limit=1')
    const category = objects[0]?.id
    for (const [n, name] of ['Cedar', 'Alder', 'Birch'].entries()) {
      await pilot.api('POST', '/solution', {
        category,
        name_en: `${mark} ${name}`,
        name_fr: `${mark} ${name}`,
        identifier: `${mark}-${n}`,
        nature: n === 0 ? 'process' : 'technical',
      })
    }
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  const trees = async () => (await actor.names()).map((name) => name.split(' ').at(-1) ?? '')

  test('search, order and filters live in the address and survive a reload', async () => {
    const { page } = pilot
    const { t } = actor
    // All that a page reads is named in it: between the frame, which asks how its lists are kept, and the rows nothing more is asked for.
    await pilot.open('/actions/filtered')
    const asked = (await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")) as string[]
    // The list of what other pages need is read as soon as the browser has nothing to do.
    const between = asked.slice(asked.indexOf('/api/list_setting'), asked.indexOf('/api/remediation/page') + 1).filter((name) => name !== '/page-files.json')
    expect(between).toEqual(['/api/list_setting', '/api/remediation/page'])
    await pilot.open(list)
    await actor.search(mark)
    expect(new URL(page.url()).searchParams.get('search')).toBe(mark)
    await expect.poll(trees).toEqual(['Cedar', 'Alder', 'Birch'])
    await page
      .getByRole('columnheader', { name: t('catalog.entities.solution.fields.name') })
      .getByRole('button')
      .click()
    await expect.poll(trees).toEqual(['Alder', 'Birch', 'Cedar'])
    await page
      .getByRole('columnheader', { name: t('catalog.entities.solution.fields.name') })
      .getByRole('button')
      .click()
    await expect.poll(trees).toEqual(['Cedar', 'Birch', 'Alder'])
    await actor.press(t('kit.table.show_filters'))
    await page.getByRole('button', { name: t('kit.table.filter_by', { name: t('catalog.entities.solution.fields.nature') }) }).click()
    await page.getByRole('checkbox', { name: t('catalog.entities.solution.choices.nature.technical') }).check()
    await page.keyboard.press('Escape')
    await expect.poll(trees).toEqual(['Birch', 'Alder'])
    await page.reload()
    await expect.poll(trees).toEqual(['Birch', 'Alder'])
    await actor.press(t('kit.table.show_filters'))
    await page.getByRole('textbox', { name: t('kit.table.filter_by', { name: t('catalog.entities.solution.fields.name') }) }).fill('nothing like it')
    await actor.press(t('kit.table.clear_filters'))
    await settled(page)
    expect(new URL(page.url()).searchParams.get('filters') ?? '').not.toContain('nothing')
  })

  test('an address that names what every object has is a list like any other', async () => {
    const { page } = pilot
    await pilot.open(`${list}?view=constructor&search=${mark}`)
    await expect.poll(trees).toEqual(['Cedar', 'Alder', 'Birch'])
    // Neither is a column: the server says so, and the page stands.
    await pilot.open(`${list}?sort=toString&filters=${encodeURIComponent('{"constructor":["x"],"__proto__":["y"]}')}`)
    await page.getByRole('grid').or(page.getByRole('alert')).first().waitFor()
  })

  test('coming back finds the filters and the place in the list again', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(list)
    await page.getByRole('combobox', { name: t('kit.table.rows_per_page') }).selectOption('50')
    await actor.press(t('kit.table.show_filters'))
    await page
      .getByRole('textbox', { name: t('kit.table.filter_by', { name: 'ID' }) })
      .or(page.getByRole('textbox', { name: t('kit.table.filter_by', { name: t('catalog.entities.solution.fields.identifier') }) }))
      .first()
      .fill('S-')
    await settled(page)
    await page.waitForURL(/filters=/)
    const scroller = page.getByRole('grid').locator('xpath=..')
    await scroller.evaluate((element) => {
      element.scrollTop = 400
    })
    const address = page.url()
    await page
      .getByRole('link', { name: t('organisation.pages.modeling') })
      .first()
      .click()
    await page.waitForURL(/\/org\/modeling/)
    await settled(page)
    await page.goBack()
    await settled(page)
    expect(page.url()).toBe(address)
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(400)
    expect(await page.getByRole('combobox', { name: t('kit.table.rows_per_page') }).inputValue()).toBe('50')
  })

  test('a person’s columns are kept', async () => {
    const { page } = pilot
    const { t } = actor
    const nature = page.getByRole('columnheader', { name: t('catalog.entities.solution.fields.nature') })
    await pilot.open(list)
    await actor.more(t('kit.table.columns'))
    const settingSaved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/list_setting/'))
    const box = page.getByRole('dialog', { name: t('kit.table.columns') }).getByRole('checkbox', { name: t('catalog.entities.solution.fields.nature') })
    await Promise.all([settingSaved(), box.click()])
    expect(await box.isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('columnheader', { name: t('catalog.entities.solution.fields.category') }).waitFor()
    expect(await nature.count()).toBe(0)
    await actor.more(t('kit.table.columns'))
    await Promise.all([settingSaved(), actor.press(t('kit.table.reset_columns'))])
    await nature.waitFor()
  })

  test('a shared view brings its question back to someone else', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(list)
    await actor.search(`${mark} Alder`)
    await actor.press(t('kit.table.views'))
    await page.getByRole('menuitem', { name: t('kit.table.save_view') }).click()
    await page.getByLabel(t('kit.table.view_name')).fill(`View ${mark}`)
    await page.getByLabel(t('kit.table.share_view')).check()
    await actor.press(t('kit.actions.save'), page.getByRole('dialog'))
    await actor.expectToast(t('kit.views.saved'))
    const auditor = await signIn('global_auditor@demo.example', { lang })
    try {
      const theirs = actorOn(auditor.page, lang)
      await auditor.open(list)
      await auditor.page.getByRole('button', { name: `View ${mark}` }).click()
      await settled(auditor.page)
      expect(await theirs.row(mark).count()).toBe(1)
      // Who may not write has neither boxes nor a way to add.
      expect(await auditor.page.getByRole('grid').getByRole('checkbox').count()).toBe(0)
      expect(await auditor.page.getByRole('button', { name: t('catalog.entities.solution.new') }).count()).toBe(0)
    } finally {
      await auditor.close()
    }
  })

  test('a range of rows is edited at once, and it can be undone', async () => {
    const { page } = pilot
    const { t } = actor
    const nature = t('catalog.entities.solution.choices.nature.physical')
    await pilot.open(`${list}?search=${mark}`)
    const boxes = page.locator('[role=grid] tbody').getByRole('checkbox')
    await boxes.first().click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await page.getByRole('group', { name: t('kit.table.rows_selected', { count: 3 }) }).waitFor()
    await actor.press(t('kit.table.bulk_edit'))
    const dialog = page.getByRole('dialog')
    await actor.choose(
      dialog
        .getByRole('textbox', { name: t('kit.form.field') })
        .or(dialog.getByRole('combobox', { name: t('kit.form.field') }))
        .first(),
      t('catalog.entities.solution.fields.nature'),
    )
    await actor.choose(
      dialog
        .getByRole('textbox', { name: t('kit.form.value') })
        .or(dialog.getByRole('combobox', { name: t('kit.form.value') }))
        .first(),
      nature,
    )
    await actor.press(t('kit.actions.apply'), dialog)
    await actor.press(t('kit.actions.undo'), page.getByRole('region', { name: t('kit.toast.region') }))
    await actor.expectToast(t('kit.table.undone'))
    await settled(page)
    expect(await page.locator('[role=grid] tbody').getByText(nature).count()).toBe(0)
    const { objects } = await pilot.api<{ objects: { nature: string }[] }>('GET', `/solution?search=${mark}&limit=10`)
    expect(objects.map((row) => row.nature).toSorted()).toEqual(['process', 'technical', 'technical'])
  })

  test('a list is read as it was on a day, and nothing of it can be changed', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(list)
    await actor.more(t('kit.table.as_of'))
    const today = new Date()
    const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
    const two = (n: number) => String(n).padStart(2, '0')
    const [d, m, y] = [two(yesterday.getDate()), two(yesterday.getMonth() + 1), yesterday.getFullYear()]
    const shown = lang === 'fr' ? `${d}/${m}/${y}` : `${m}/${d}/${y}`
    await page
      .getByRole('dialog', { name: t('kit.table.as_of') })
      .getByRole('textbox')
      .fill(shown)
    await page.waitForURL(new RegExp(`as_of=${y}-${m}-${d}`))
    await page.getByText(t('kit.table.past_read_only', { date: shown })).waitFor()
    await settled(page)
    // What has been made today was not there.
    expect(await actor.row(mark).count()).toBe(0)
    expect(await page.getByRole('button', { name: t('catalog.entities.solution.new') }).count()).toBe(0)
    await page.reload()
    await page.getByText(t('kit.table.past_read_only', { date: shown })).waitFor()
    await actor.press(t('kit.table.back_to_today'))
    await page
      .getByRole('button', { name: t('catalog.entities.solution.new') })
      .first()
      .waitFor()
    await actor.search(mark)
    await expect.poll(async () => (await trees()).length).toBe(3)
  })

  test('what was not late on a day gone by is not shown as late', async () => {
    const { page } = pilot
    const day = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
    await pilot.open(`/ops/gaps/all?as_of=${day}`)
    await page.locator('[role=grid] tbody [data-row]').first().waitFor()
    const late = await page
      .locator('[role=grid] [data-due=late]')
      .evaluateAll((marks) => marks.map((mark) => /\d+\/\d+\/\d{4}/.exec(mark.textContent ?? '')?.[0] ?? ''))
    const iso = late.map((text) => {
      const [one = '', two = '', year = ''] = text.split('/')
      return lang === 'fr' ? `${year}-${two}-${one}` : `${year}-${one}-${two}`
    })
    expect(iso.filter((date) => date >= day)).toEqual([])
  })

  test('an export holds exactly the rows of the list', async () => {
    const { page } = pilot
    await pilot.open(`${list}?search=${mark}`)
    await actor.press(actor.t('kit.filters.more_tools'))
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: actor.t('kit.file.export_shown') }).click()])
    const rows = await readSheet(await readFile(await download.path()))
    const titles = rows[0]?.map(String) ?? []
    const at = titles.findIndex((title) => title.startsWith(actor.t('catalog.entities.solution.fields.name')))
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    expect(
      rows
        .slice(1)
        .map((row) => String(row[at]).replace(`${mark} `, ''))
        .toSorted(),
    ).toEqual(['Alder', 'Birch', 'Cedar'])
  })

  test('an import names every wrong line before anything is written, then takes all', async () => {
    const { page } = pilot
    const { t } = actor
    const field = (name: string) => t(`catalog.entities.solution.fields.${name}`)
    const header = [t('kit.record.in_english', { name: field('name') }), t('kit.record.in_french', { name: field('name') }), field('nature'), field('category')]
    const { objects: categories } = await pilot.api<{ objects: { name: string }[] }>('GET', '/category?limit=1')
    const category = categories[0]?.name ?? ''
    const file = async (rows: Cell[][]) => {
      const chunks: Buffer[] = []
      for await (const chunk of xlsx([{ name: 'x', header, rows: [rows] }])) chunks.push(chunk)
      return { name: 'measures.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: Buffer.concat(chunks) }
    }
    await pilot.open(`${list}?search=${mark}`)
    await actor.more(t('kit.actions.import'))
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(
      await file([
        [`${mark} Oak`, `${mark} Oak`, null, category],
        [`${mark} Elm`, `${mark} Elm`, 'no such nature', category],
        [`${mark} Fir`, `${mark} Fir`, 42, category],
      ]),
    )
    await dialog.getByText(t('kit.import.wrong', { count: 2 })).waitFor()
    expect(await dialog.getByRole('button', { name: t('kit.file.import_run'), exact: true }).isDisabled()).toBe(true)
    await dialog.locator('input[type=file]').setInputFiles(
      await file([
        [`${mark} Oak`, `${mark} Oak`, t('catalog.entities.solution.choices.nature.policy'), category],
        [`${mark} Elm`, `${mark} Elm`, null, category],
      ]),
    )
    await dialog.getByText(t('kit.import.none_wrong')).waitFor()
    await expect.poll(trees).toEqual(['Cedar', 'Alder', 'Birch'])
    await actor.press(t('kit.file.import_run'), dialog)
    await dialog.getByText(t('kit.import.done')).waitFor()
    await actor.press(t('kit.actions.close'), dialog)
    await expect.poll(async () => (await trees()).toSorted()).toEqual(['Alder', 'Birch', 'Cedar', 'Elm', 'Oak'])
  })

  test('an export that is changed in a spreadsheet shows each difference before it comes in, and leads to the row', async () => {
    const { page } = pilot
    const { t } = actor
    const field = (name: string) => t(`catalog.entities.solution.fields.${name}`)
    await pilot.open(`${list}?search=${mark}`)
    await actor.press(t('kit.filters.more_tools'))
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: t('kit.file.export_whole') }).click()])
    const sheet = await openSpreadsheet(await readFile(await download.path()))
    sheet.set(`${mark} Cedar`, field('nature'), t('catalog.entities.solution.choices.nature.technical'))
    const buffer = await sheet.save()
    await actor.more(t('kit.actions.import'))
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'back.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer })
    const change = t('kit.import.change', {
      column: field('nature'),
      from: t('catalog.entities.solution.choices.nature.process'),
      to: t('catalog.entities.solution.choices.nature.technical'),
    })
    await dialog.getByText(change).waitFor()
    await dialog.getByRole('radio', { name: new RegExp(`^${t('kit.import.outcomes.updated')} 1$`) }).waitFor({ state: 'attached' })
    await actor.press(t('kit.file.import_run'), dialog)
    await dialog.getByText(t('kit.import.done')).waitFor()
    await dialog
      .getByRole('button', { name: `${mark} Cedar` })
      .first()
      .click()
    await actor.panel('catalog.entities.solution').getByText('Cedar').first().waitFor()
  })

  test('of two people who change the same thing, the second sees what the first made of it', async () => {
    const { t } = actor
    const other = await signIn('global_pilote@demo.example', { lang, server: 1 })
    try {
      for (const visitor of [pilot, other]) {
        await visitor.open(`${list}?search=${encodeURIComponent(`${mark} Birch`)}`)
        await actorOn(visitor.page, lang).row('Birch').first().click()
      }
      const rename = async (visitor: Visitor, name: string) => {
        const by = actorOn(visitor.page, lang)
        const panel = by.panel('catalog.entities.solution')
        await by.edit(panel)
        await panel
          .getByRole('textbox', { name: new RegExp(`^${t('catalog.entities.solution.fields.name')}`) })
          .first()
          .fill(name)
        await panel.getByRole('button', { name: t('kit.actions.save') }).click()
      }
      await rename(other, `${mark} Birch of the other`)
      await actorOn(other.page, lang).expectToast(/./)
      await rename(pilot, `${mark} Birch of mine`)
      const panel = actor.panel('catalog.entities.solution')
      await panel
        .getByRole('alert')
        .filter({ hasText: t('kit.record.met_both', { count: 1 }) })
        .waitFor()
      const both = panel.getByRole('radiogroup')
      await both.getByText(`${mark} Birch of the other`).waitFor()
      // Nothing is written over before somebody has said which value stays.
      await actor.press(t('kit.actions.save'), panel)
      await actor.expectToast(t('kit.record.choose_first'))
      await both.getByRole('radio', { name: `${mark} Birch of mine` }).check()
      await actor.press(t('kit.actions.save'), panel)
      await actor.row('Birch of mine').waitFor()
    } finally {
      await other.close()
    }
  })
})
