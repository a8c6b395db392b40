/** A small questionnaire with a condition: built, played, published, and its next version begun; put in order by the keyboard. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'

const lang = 'fr'
const name = `Fournisseurs ${Date.now().toString(36)}`
let pilot: Visitor
let actor: Actor

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang })
  actor = actorOn(pilot.page, lang)
})
afterAll(async () => {
  expect(pilot.complaints).toEqual([])
  await pilot.close()
})

test('from a name to a published version, with a condition that works in the preview', async () => {
  const { page } = pilot
  const { t } = actor
  const { object } = await pilot.api<{ object: { id: number } }>('POST', '/questionnaire', { name_fr: name })
  await pilot.open(`/org/questionnaires/${object.id}`)
  await page.getByLabel(t('questionnaires.fields.title_fr')).fill('Hébergement')
  const tree = page.getByRole('navigation', { name: t('questionnaires.builder.tree') })
  const preview = page.getByRole('complementary', { name: t('questionnaires.play.title') })

  await actor.press(t('questionnaires.tree.question'), tree)
  await page.getByLabel(t('questionnaires.fields.text_fr')).fill('Traitez-vous nos données ?')
  // Nothing to choose from yet: it says so and leads there.
  await page.getByRole('button', { name: /à corriger/ }).waitFor()
  await actor.press(t('questionnaires.actions.publish', { edition: 1 }))
  await actor.expectToast(t('questionnaires.errors.not_publishable'))
  await actor.press(t('questionnaires.options.paste'))
  await page.getByLabel(t('questionnaires.options.paste_label')).fill('Yes\tOui\t0\nNo\tNon\t100')
  await actor.press(t('questionnaires.options.paste_take', { count: 2 }), page.getByRole('dialog'))

  await actor.press(t('questionnaires.tree.question'), tree)
  await page.getByLabel(t('questionnaires.fields.text_fr')).fill('Chez quel hébergeur ?')
  await page.getByRole('radio', { name: t('questionnaires.types.TEXT') }).check()
  await actor.press(t('questionnaires.conditions.add'))
  await page.getByText('Affichée quand la réponse à 1.1').waitFor()

  await tree.getByRole('button', { name: /Traitez-vous/ }).click()
  await preview.getByRole('radio', { name: 'Oui' }).check()
  await preview.getByRole('button', { name: /Chez quel hébergeur/ }).waitFor()
  await preview.getByRole('radio', { name: 'Non' }).check()
  await preview.getByText(/reste masquée/).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])

  await actor.press(t('questionnaires.actions.publish', { edition: 1 }))
  await actor.press(t('questionnaires.actions.publish', { edition: 1 }), page.getByRole('alertdialog'))
  await actor.expectToast(t('questionnaires.messages.published', { edition: 1 }))
  await actor.press(t('questionnaires.actions.next', { edition: 2 }))
  await actor.expectToast(t('questionnaires.messages.begun', { edition: 2 }))

  // What is moved before what its condition asks of is to be corrected, and right again once it is back.
  const second = tree.getByRole('button', { name: /Chez quel hébergeur/ })
  await settled(page)
  await second.focus()
  await second.press('Alt+ArrowUp')
  await page.getByRole('button', { name: /à corriger.*qui vient après/ }).waitFor()
  await tree.getByRole('button', { name: /Chez quel hébergeur/ }).press('Alt+ArrowDown')
  await page.getByRole('button', { name: /à corriger/ }).waitFor({ state: 'detached' })
  await page.getByText(/^Enregistré à/).waitFor()
})

test('on a phone structure, editor and preview take turns', async () => {
  const { page } = pilot
  await page.setViewportSize(sizes[390])
  await page.getByRole('tab', { name: actor.t('questionnaires.play.title') }).click()
  await page
    .getByRole('complementary', { name: actor.t('questionnaires.play.title') })
    .getByRole('radio', { name: 'Oui' })
    .waitFor()
  await page.getByRole('navigation', { name: actor.t('questionnaires.builder.tree') }).waitFor({ state: 'hidden' })
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})
