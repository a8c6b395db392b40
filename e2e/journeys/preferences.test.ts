/** What an organisation prefers: read with its default and meaning, changed in one dialog, refused beside the field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('preferences in %s', (lang) => {
  let pilot: Visitor
  let actor: Actor
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterAll(() => pilot.close())

  test('one is changed, and a value beyond its bounds is told beside the field', async () => {
    const { page } = pilot
    const { t } = actor
    const name = t('tenancy.preferences.names.exemption_max_days')
    await pilot.open('/admin/preferences')
    const row = page.getByRole('table', { name: t('tenancy.preferences.title') }).getByRole('row', { name: new RegExp(name) })
    await row.waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    const change = async (days: string) => {
      await actor.press(t('tenancy.preferences.change_one', { name }))
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByRole('textbox', { name }).fill(days)
      await actor.press(t('kit.actions.save'), dialog)
      return dialog
    }
    const dialog = await change('999')
    await expect.poll(() => dialog.getByRole('textbox', { name }).getAttribute('aria-invalid')).toBe('true')
    expect(pilot.complaints.splice(0).every((complaint) => complaint.includes('400'))).toBe(true)
    await dialog.getByRole('textbox', { name }).fill('90')
    await actor.press(t('kit.actions.save'), dialog)
    await actor.expectToast(t('kit.messages.saved'))
    await row.getByRole('cell', { name: '90', exact: true }).waitFor()
    await change('365')
    await row.getByRole('cell', { name: '365', exact: true }).first().waitFor()
    expect(pilot.complaints.splice(0)).toEqual([])
  })
})
