/** What a list does with rows that somebody has just changed in it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const list = '/admin/catalog/measures'

describe.each(spoken)('changes in a list in %s', (lang) => {
  /** Found by searching, whatever else there is. */
  const mark = `Zl${Date.now().toString(36)}${lang}`
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

  test('what is changed at once stays selected, and is changed again', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`${list}?search=${mark}`)
    await page.getByRole('checkbox', { name: t('kit.table.select_all') }).check()
    const selected = page.getByRole('group', { name: t('kit.table.rows_selected', { count: 3 }) })
    const dialog = page.getByRole('dialog')
    const natures = async () =>
      (await pilot.api<{ objects: { nature: string }[] }>('GET', `/solution?search=${mark}&limit=10`)).objects.map((row) => row.nature)
    for (const nature of ['physical', 'process'] as const) {
      await selected.getByRole('button', { name: t('kit.table.bulk_edit') }).click()
      for (const [field, option] of [
        ['field', t('catalog.entities.solution.fields.nature')],
        ['value', t(`catalog.entities.solution.choices.nature.${nature}`)],
      ] as const) {
        const name = t(`kit.form.${field}`)
        await actor.choose(dialog.getByRole('textbox', { name }).or(dialog.getByRole('combobox', { name })).first(), option)
      }
      await actor.press(t('kit.actions.apply'), dialog)
      await dialog.waitFor({ state: 'detached' })
      await selected.waitFor()
      expect(await natures()).toEqual([nature, nature, nature])
    }
    await page.getByRole('button', { name: t('kit.table.clear_selection') }).click()
    await selected.waitFor({ state: 'detached' })
  })

  test('a row that a change takes off the list stays in its place until the list is left', async () => {
    const { page } = pilot
    const { t } = actor
    const nature = t('catalog.entities.solution.choices.nature.technical')
    await pilot.open(`${list}?search=${mark}&filters=${encodeURIComponent(JSON.stringify({ nature: ['process'] }))}&sort=-name`)
    await expect.poll(trees).toEqual(['Cedar', 'Birch', 'Alder'])
    await page.locator('[role=grid] tbody').getByRole('checkbox').nth(1).click()
    await actor.press(t('kit.table.bulk_edit'))
    const dialog = page.getByRole('dialog')
    for (const [field, option] of [
      ['field', t('catalog.entities.solution.fields.nature')],
      ['value', nature],
    ] as const) {
      const name = t(`kit.form.${field}`)
      await actor.choose(dialog.getByRole('textbox', { name }).or(dialog.getByRole('combobox', { name })).first(), option)
    }
    await actor.press(t('kit.actions.apply'), dialog)
    await dialog.waitFor({ state: 'detached' })
    const left = page.locator('[role=grid] tbody [data-leaving]')
    await left.getByText(nature).waitFor()
    expect(await trees()).toEqual(['Cedar', 'Birch', 'Alder'])
    expect(await left.count()).toBe(1)
    await left.getByText(t('kit.table.leaving')).waitFor({ state: 'attached' })
    await page.reload()
    await expect.poll(trees).toEqual(['Cedar', 'Alder'])
  })
})
