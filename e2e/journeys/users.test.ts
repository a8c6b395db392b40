/** Putting a user away: what they answer for goes to somebody else first. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('a user in %s', (lang) => {
  const mark = `Zu${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  let leaving: number

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const user = async (firstname: string) =>
      (
        await pilot.api<{ object: { id: number } }>('POST', '/member', {
          email: `${firstname}.${mark}@demo.example`.toLowerCase(),
          firstname,
          lastname: mark,
          roles: ['contributor'],
        })
      ).object.id
    leaving = await user('Leaving')
    await user('Staying')
    const { objects } = await pilot.api<{ objects: { id: number; parent: unknown }[] }>('GET', '/perimeter?limit=100')
    await pilot.api('POST', '/perimeter', {
      name_en: `${mark} plant`,
      name_fr: `${mark} plant`,
      parent: objects.find(({ parent }) => parent === null)?.id,
      manager: leaving,
    })
  })
  afterAll(() => pilot.close())

  test('is given no object any more before being archived (ADM-08)', async () => {
    const { page } = pilot
    const { t } = actor
    const panel = actor.panel('people.entities.member')
    const archive = async () => {
      await actor.press(t('kit.table.row_actions', { name: `Leaving ${mark}` }))
      await page.getByRole('menuitem', { name: t('people.actions.archive') }).click()
      await page.getByRole('alertdialog').getByRole('button').last().click()
    }
    await pilot.open(`/admin/users?search=${mark}`)
    await archive()
    await actor.expectToast(t('people.errors.objects_assigned'))
    expect(pilot.complaints.splice(0).every((complaint) => complaint.includes('409'))).toBe(true)
    // Where the objects stand and are handed over (REV-26): each under its kind, leading to where it is shown.
    await page.waitForURL(`**/admin/users/${leaving}/objects`)
    await page.getByRole('heading', { name: new RegExp(`${t('organisation.entities.perimeter.many')} 1$`) }).waitFor()
    expect(await page.getByRole('link', { name: `${mark} plant` }).getAttribute('href')).toMatch(/^\/org\/modeling\?id=\d+$/)
    const reassign = async () => {
      await actor.press(t('people.assigned.give_some', { count: 1 }))
      const dialog = page.getByRole('dialog', { name: t('people.assigned.dialog', { count: 1 }) })
      await actor.choose(
        dialog
          .getByRole('combobox', { name: t('people.assigned.to') })
          .or(dialog.getByRole('textbox', { name: t('people.assigned.to') }))
          .first(),
        `Staying ${mark}`,
      )
      await actor.press(t('people.assigned.give'), dialog)
      await actor.expectToast(t('people.messages.reassigned', { count: 1 }))
      await page.getByText(t('people.assigned.none')).waitFor()
    }
    await reassign()
    await actor.press(t('kit.actions.undo'))
    await actor.expectToast(t('people.messages.given_back', { count: 1 }))
    await page.getByRole('link', { name: `${mark} plant` }).waitFor()
    await reassign()
    // Beside the list there is nothing of theirs either.
    await pilot.open(`/admin/users?id=${leaving}#objects`)
    await panel.getByText(t('people.assigned.none')).waitFor()
    await pilot.open(`/admin/users?search=${mark}`)
    await archive()
    await actor.expectToast(t('people.messages.archived'))
    await settled(page)
    await expect.poll(() => actor.row(`Leaving ${mark}`).count()).toBe(0)
    expect(pilot.complaints.splice(0)).toEqual([])
  })
})
