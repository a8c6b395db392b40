/** Leave not to comply, from who asks for it to what the scores owe: asked for, granted by somebody else, brought forward, renewed as a new decision. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { spoken } from '#e2e/words.ts'

interface Row {
  readonly id: number
  readonly identifier: string
  readonly name: string
  readonly status: string
  readonly end_date: string
  readonly renewed_from: { readonly id: number } | null
}

describe.each(spoken)('an exemption in %s', (lang) => {
  const mark = `X${Date.now().toString(36)}${lang}`
  let field: Visitor
  let pilot: Visitor
  let actor: Actor
  beforeAll(async () => {
    field = await signIn('contributor@demo.example', { lang, width: 390 })
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => {
    for (const { complaints } of [field, pilot]) expect(complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await field.close()
    await pilot.close()
  })
  const all = async () =>
    (
      await pilot.api<{ objects: Row[] }>('POST', '/exemption/page', {
        queryParams: { filters: [], global_search: mark, sort: [{ name: 'identifier', order: 'asc' }] },
      })
    ).objects
  const panel = () => actor.panel('exemptions.entities.exemption')

  test('is asked for on a phone, where its days are proposed', async () => {
    const { page } = field
    const { t } = actor
    await field.open('/contributions/exemptions')
    await page
      .getByRole('button', { name: t('exemptions.entities.exemption.new') })
      .first()
      .click()
    const form = page.getByRole('region', { name: t('exemptions.entities.exemption.new') })
    await form
      .getByRole('textbox', { name: t('exemptions.entities.exemption.fields.name') })
      .first()
      .fill(`Clé USB ${mark}`)
    await form.getByRole('textbox', { name: t('exemptions.entities.exemption.fields.reason') }).fill('Poste d’essai sans réseau.')
    expect(await form.getByLabel(t('exemptions.entities.exemption.fields.end_date')).inputValue()).not.toBe('')
    expect(await violations(page)).toEqual([])
    await form.getByRole('button', { name: t('kit.actions.create'), exact: true }).click()
    await expect.poll(async () => (await all()).map(({ status }) => status)).toEqual(['REQUESTED'])
  })

  test('is granted by somebody else, with what the scores become, and is then no longer what one may write', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open(`/ops/exemptions/all?search=${mark}`)
    await actor.row(mark).first().click()
    await actor.press(t('exemptions.entities.exemption.do.grant'), panel())
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('exemptions.entities.exemption.fields.status_reason')).fill('Jusqu’à la fin de l’essai.')
    expect(await violations(page)).toEqual([])
    await actor.press(t('exemptions.entities.exemption.do.grant'), dialog)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await all())[0]?.status).toBe('GRANTED')
    await actor.edit(panel())
    await panel().getByText(t('exemptions.exemptions.kept_granted')).waitFor()
    // What was granted stands there and is not asked.
    await panel().getByText(t('exemptions.entities.exemption.fields.start_date'), { exact: true }).waitFor()
    expect(await panel().getByLabel(t('exemptions.entities.exemption.fields.start_date')).count()).toBe(0)
    await actor.press(t('kit.actions.cancel'), panel())
    await panel()
      .getByRole('tab', { name: t('exemptions.exemptions.decision') })
      .click()
    await panel().getByText('Jusqu’à la fin de l’essai.').first().waitFor()
  })

  test('ends sooner by one step, later by none but a new request, which its asker cannot grant', async () => {
    const { page } = pilot
    const { t } = actor
    const [granted] = await all()
    await actor.press(t('exemptions.entities.exemption.do.shorten'), panel())
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('exemptions.entities.exemption.do.shorten'), exact: true }).waitFor()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const end = dialog.getByLabel(t('exemptions.entities.exemption.fields.end_date'))
    await end.fill(tomorrow)
    await end.press('Tab')
    await actor.press(t('exemptions.entities.exemption.do.shorten'), dialog)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await all())[0]?.end_date).toBe(tomorrow)
    await actor.press(t('exemptions.entities.exemption.do.renew'), panel())
    await dialog.getByText(t('exemptions.exemptions.renew_text')).waitFor()
    await actor.press(t('exemptions.entities.exemption.do.renew'), dialog)
    await dialog.waitFor({ state: 'detached' })
    const renewed = (await expect.poll(all).toHaveLength(2).then(all))[1]
    expect(renewed).toMatchObject({ status: 'REQUESTED', renewed_from: { id: granted?.id } })
    await pilot.open(`/ops/exemptions/all?search=${mark}&id=${renewed?.id}`)
    await panel()
      .getByRole('button', { name: t('exemptions.entities.exemption.do.withdraw'), exact: true })
      .waitFor()
    expect(
      await panel()
        .getByRole('button', { name: t('exemptions.entities.exemption.do.grant'), exact: true })
        .count(),
    ).toBe(0)
    await actor.press(t('exemptions.entities.exemption.do.withdraw'), panel())
    await actor.press(t('exemptions.entities.exemption.do.withdraw'), dialog)
    await expect.poll(async () => (await all()).map(({ status }) => status)).toEqual(['GRANTED', 'CLOSED'])
  })

  test('stands in the debt, whose figures open the rows that they count', async () => {
    const { page } = pilot
    const { t } = actor
    await pilot.open('/ops/exemptions/debt')
    const link = page.getByRole('link', { name: new RegExp(t('exemptions.debt.in_force')) }).first()
    const count = Number((await link.innerText()).trim())
    await link.click()
    await page.getByText(t('kit.table.range', { from: 1, to: count, total: count })).waitFor()
  })
})
