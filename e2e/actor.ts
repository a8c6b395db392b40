/** What people do on any page, found as they find it: by the names of things. */
import type { Locator, Page } from 'playwright'
import { wordsIn, type Words } from './words.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { settled, expectToast } from './browser.ts'

export interface Actor {
  readonly t: Words
  readonly page: Page
  /** The row of a list that holds this text. */
  row(text: string): Locator
  /** Names in the title column of the rows shown, from the top. */
  names(): Promise<string[]>
  /** The panel beside a list. */
  panel(entity: string): Locator
  /** Turns a record that is read into its form. */
  edit(record: Locator): Promise<void>
  /** Does what a record offers below its title, under *More* where there is no room for it on the line. */
  verb(name: string, record: Locator): Promise<void>
  /** Waits for a message at the bottom of the page, or finds that it was there. */
  expectToast(text: string | RegExp): Promise<void>
  /** Presses a button by its name. */
  press(name: string, within?: Locator): Promise<void>
  /** Does what stands behind a list's button of further tools. */
  more(name: string): Promise<void>
  /** Types into a list's search and waits for its answer. */
  search(text: string): Promise<void>
  /** Chooses an option of a field by typing. */
  choose(field: Locator, option: string): Promise<void>
}

export function actorOn(page: Page, lang: Language): Actor {
  const t = wordsIn(lang)
  const rows = page.locator('[role=grid] tbody [data-row]')
  return {
    t,
    page,
    row: (text) => rows.filter({ hasText: text }),
    names: async () => {
      await settled(page)
      return (await rows.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''))).map((label) =>
        label.replace(t('kit.table.select_row', { name: '' }).trim(), '').trim(),
      )
    },
    panel: (entity) => page.getByRole('region', { name: t(`${entity}.one`), exact: true }),
    edit: (record) =>
      record
        .getByRole('toolbar')
        .getByRole('button', { name: t('kit.actions.edit'), exact: true })
        .click(),
    verb: async (name, record) => {
      const bar = record.getByRole('toolbar', { name: t('kit.record.verbs'), exact: true })
      const shown = bar.getByRole('button', { name, exact: true })
      const more = bar.getByRole('button', { name: t('kit.record.more'), exact: true })
      await shown.or(more).first().waitFor()
      if ((await shown.count()) > 0) return shown.click()
      await more.click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    },
    expectToast: (text) => expectToast(page, text),
    press: (name, within) => (within ?? page.locator('body')).getByRole('button', { name, exact: true }).first().click(),
    search: async (text) => {
      const box = page.getByRole('search').getByRole('searchbox')
      await box.fill(text)
      await box.press('Enter')
      await settled(page)
    },
    more: async (name) => {
      await page.getByRole('button', { name: t('kit.filters.more_tools'), exact: true }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    },
    choose: async (field, option) => {
      await field.click()
      await field.fill(option)
      await page.getByRole('option', { name: option }).first().click()
    },
  }
}
