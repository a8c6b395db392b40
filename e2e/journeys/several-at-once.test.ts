/** Changing several actions at once: what a rule asks for is asked for, and who refuses is named and may wait. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

describe.each(spoken)('several actions in %s', (lang) => {
  const mark = `Zs${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  const ids: number[] = []
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('GET', '/remediation/programs')
    for (const fields of [{ status: 'PLANNED', target_date: day(5) }, { status: 'ONGOING', target_date: day(6) }, {}]) {
      const { object } = await pilot.api<{ object: { id: number } }>('POST', '/remediation', {
        name_en: `${mark} ${ids.length}`,
        name_fr: `${mark} ${ids.length}`,
        program: objects[0]?.id,
        ...fields,
      })
      ids.push(object.id)
    }
  })
  afterEach(() => expect(pilot.complaints.splice(0)).toEqual([]))
  afterAll(() => pilot.close())

  const dates = () =>
    Promise.all(ids.map(async (id) => (await pilot.api<{ object: { target_date: string | null } }>('GET', `/remediation/${id}`)).object.target_date))

  test('moving target dates names those that must say why, changes the others, and goes on with these', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/actions/filtered?view=list&search=${mark}`)
    await settled(page)
    await page.getByRole('checkbox', { name: t('kit.table.select_all') }).check()
    await actor.press(t('kit.table.bulk_edit'))
    const dialog = page.getByRole('dialog')
    await actor.choose(dialog.getByRole('combobox', { name: t('kit.form.field') }), t('actions.entities.remediation.fields.target_date'))
    const wanted = day(40)
    const [year, month, date] = wanted.split('-')
    await dialog
      .getByLabel(t('kit.form.value'))
      .first()
      .fill(lang === 'fr' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`)
    // The reason stands beside the date; left empty, those that need it refuse.
    await dialog.getByLabel(t('actions.entities.remediation.fields.postponement_reason')).waitFor()
    await dialog.getByRole('button', { name: t('kit.actions.apply') }).click()
    const alert = dialog.getByRole('alert')
    for (const n of [0, 1]) await alert.getByText(new RegExp(`${mark} ${n}`)).waitFor()
    expect(await alert.getByText(new RegExp(`${mark} 2`)).count()).toBe(0)
    expect(await dates()).toEqual([day(5), day(6), null])
    await alert.getByRole('button', { name: t('kit.table.bulk_others', { count: 1 }) }).click()
    await alert.getByText(t('kit.table.bulk_left', { count: 2 })).waitFor()
    expect(await dates()).toEqual([day(5), day(6), wanted])
    await dialog.getByLabel(t('actions.entities.remediation.fields.postponement_reason')).fill('The supplier is late')
    await dialog.getByRole('button', { name: t('kit.actions.apply') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await dates()).toEqual([wanted, wanted, wanted])
  })
})
