/** Every part of the main job, looked at closely: a framework comes in, applies, is decided about, scored and explained, and raised by an action with its proof. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { spoken } from '#e2e/words.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { libraryFile } from '#e2e/library-file.ts'
import { inSteps } from '#e2e/steps.ts'

interface Named {
  readonly id: number
  readonly name: string
  readonly identifier: string
}

describe.each(spoken)('what the main job is made of in %s', (lang) => {
  const mark = `Q${Date.now().toString(36)}${lang}`
  const controls = ['Backups', 'Badges', 'Cables', 'Drills'] as const
  type Control = (typeof controls)[number]
  const named = (control: Control) => `${control} ${mark}`
  let pilot: Visitor
  let actor: Actor
  let here: Named
  let there: Named
  let policyId = 0

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const { objects } = await pilot.api<{ objects: Named[] }>('GET', '/perimeter?limit=200')
    const find = (identifier: string) => objects.find((perimeter) => perimeter.identifier === identifier) ?? expect.fail(`There is no perimeter ${identifier}`)
    here = find('LNZ')
    there = find('KTW')
    // A plan whose actions end with a proof only.
    await pilot.api('POST', '/program', { name_en: `Plan ${mark}`, name_fr: `Plan ${mark}`, proof_required_action: 'YES' })
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  /** An edition of the framework with some of its requirements. */
  const library = (version: number, nodes: readonly Control[]) =>
    libraryFile(
      mark,
      { version },
      nodes.map((model) => ({ text: `Have ${model}`, model })),
    )

  /** Reads the score of the plant for the new policy, as the API tells it. */
  const scoreOf = async (perimeter: Named) =>
    (await pilot.api<{ object: { score: { performance: number | null } } }>('GET', `/score?perimeter=${perimeter.id}&policy=${policyId}&scope=own`)).object
      .score.performance

  /** Opens one of the new measures of a plant. */
  async function openMeasure(control: Control, perimeter: Named) {
    const { page } = pilot
    await pilot.open(`/org/security-bases/${perimeter.id}/measures?search=${encodeURIComponent(named(control))}`)
    await actor.row(named(control)).first().click()
    const panel = page.getByRole('region', { name: actor.t('measures.entities.measure.one'), exact: true })
    await panel.getByRole('heading', { name: named(control) }).waitFor()
    return panel
  }

  describe('from its framework to its next edition', () => {
    inSteps()
    test('a framework is looked at before it comes in, then brings its requirements and models', async () => {
      const { page } = pilot
      const { t } = actor
      await pilot.open('/org/policies')
      await page.getByRole('link', { name: t('policies.actions.import_framework') }).click()
      await page.getByRole('link', { name: t('library.shelf.checked_file') }).click()
      // The shelf takes files as well.
      await page.getByText(t('library.import.formats')).waitFor()
      await page.waitForURL(/\/org\/policies\/import/)
      await page.locator('input[type=file]').setInputFiles(library(1, ['Backups', 'Badges', 'Cables', 'Drills']))
      await page.getByText(t('library.counts.requirements', { count: 4 })).waitFor()
      await page.getByText(t('library.counts.solutions', { count: 4 })).waitFor()
      expect((await pilot.api<{ objects: unknown[] }>('GET', `/policy?search=${mark}`)).objects).toEqual([])
      await actor.press(t('library.import.run'))
      await page.getByRole('link', { name: t('library.import.see_policies') }).click()
      await page.waitForURL(/\/org\/policies(\?|$)/)
      await actor.search(mark)
      await actor.row(`Framework ${mark}`).click()
      await page.waitForURL(/\/org\/policies\/\d+/)
      policyId = Number(new URL(page.url()).pathname.split('/').at(-1))
      await page.getByText('Have Backups').first().waitFor()
    })

    test('it is applied to two perimeters, whose security bases then hold its measures', async () => {
      const { page } = pilot
      const { t } = actor
      await pilot.open(`/org/policies/${policyId}`)
      await actor.press(t('policies.actions.apply'))
      const dialog = page.getByRole('dialog')
      // Nothing is saved yet, and the scores say what they would become.
      for (const { name } of [here, there]) await dialog.getByRole('treeitem', { name, exact: true }).click()
      const outcome = dialog.getByRole('region', { name: t('policies.preview.title') })
      await expect.poll(() => outcome.getByText(t('policies.preview.chosen'), { exact: true }).count()).toBe(2)
      await actor.press(t('policies.apply.run', { count: 2 }), dialog)
      await dialog.waitFor({ state: 'detached' })
      await pilot.open(`/org/security-bases?search=${mark}`)
      if (!(await page.getByRole('grid').count()))
        await page
          .getByRole('radio', { name: t('kit.table.view_modes.list') })
          .or(page.getByRole('button', { name: t('kit.table.view_modes.list') }))
          .first()
          .click()
      await settled(page)
      expect((await actor.names()).length).toBe(8)
      expect(await scoreOf(here)).toBe(0)
    })

    test('measures are decided: implemented, planned, discarded with its reason, and shared with another plant', async () => {
      const { page } = pilot
      const { t } = actor
      const dialog = page.getByRole('dialog')
      const decide = async (control: Control, verb: string) => {
        const panel = await openMeasure(control, here)
        await actor.verb(t(`measures.verbs.${verb}`), panel)
        return panel
      }

      await decide('Backups', 'implement')
      await actor.expectToast(t('measures.decide.implemented', { name: here.name }))
      expect(Math.round((await scoreOf(here)) ?? -1)).toBe(25)

      await decide('Badges', 'plan')
      await actor.choose(dialog.getByLabel(t('measures.fork.program')).first(), `Plan ${mark}`)
      await actor.press(t('measures.verbs.plan'), dialog)
      await dialog.waitFor({ state: 'detached' })

      const form = (await decide('Cables', 'discard')).getByRole('form', { name: t('measures.dialogs.discard') })
      await actor.press(t('measures.verbs.discard'), form)
      await form.getByText(t('measures.fork.missing')).waitFor()
      await form.getByLabel(t('measures.fork.justification')).fill(`No cable leaves this plant ${mark}`)
      await actor.press(t('measures.verbs.discard'), form)
      await form.waitFor({ state: 'detached' })

      await decide('Drills', 'implement')
      await actor.expectToast(t('measures.decide.implemented', { name: here.name }))
      const panel = await openMeasure('Drills', here)
      await panel.getByRole('tab', { name: t('measures.tabs.beneficiaries') }).click()
      await actor.choose(panel.getByLabel(t('measures.beneficiaries.perimeters')).first(), there.name)
      await page.keyboard.press('Escape')
      await actor.press(t('measures.do.add_beneficiaries'), panel)
      await settled(page)
      const accept = panel.getByRole('button', { name: t('measures.dialogs.accept') })
      // Whoever may decide for both perimeters has said yes already.
      if (await accept.count()) await accept.click()
      await panel.getByText(t('measures.beneficiaries.accepted'), { exact: true }).waitFor()
      expect(Math.round((await scoreOf(there)) ?? -1)).toBe(25)
    })

    test('the score opens down to the measures that make it', async () => {
      const { page } = pilot
      const { t } = actor
      await pilot.open(`/org2/perimeters?p=${here.id}&policy=${policyId}&scope=own`)
      const panel = page.getByRole('complementary', { name: here.name })
      await panel.getByText(t('scores.explanation.title')).first().waitFor()
      // One at a time: opening one changes which are closed.
      const closed = panel.locator('[aria-expanded=false]')
      while (!(await panel.getByText(named('Backups')).count()) && (await closed.count())) {
        await closed.first().click()
        await settled(page)
      }
      await panel.getByText(named('Backups')).first().waitFor()
      await panel.getByText(t('scores.explanation.reason.implemented')).first().waitFor()
    })

    test('finishing the action asks for its proof; closing its review implements the measure, and the score rises', async () => {
      const { page } = pilot
      const { t } = actor
      const before = (await scoreOf(here)) ?? 0
      await pilot.open(`/actions/filtered?search=${mark}`)
      await actor.row(mark).first().click()
      const panel = actor.panel('actions.entities.remediation')
      await actor.press(t('actions.do.finish'), panel)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t('actions.dialogs.proof_needed')).waitFor()
      expect(await dialog.getByRole('button', { name: t('actions.do.finish') }).isDisabled()).toBe(true)
      await dialog.getByLabel(t('actions.dialogs.proof_url')).fill('https://evidence.example/badges')
      await actor.press(t('actions.do.finish'), dialog)
      const reviews = page.getByRole('dialog', { name: t('reviews.modal.title') })
      await reviews.getByRole('table', { name: t('reviews.panel.effect') }).waitFor()
      expect(await scoreOf(here)).toBe(before)
      // Since when and by whom is asked in the same dialog.
      await reviews.getByLabel(t('measures.fork.since')).waitFor()
      await actor.press(t('reviews.panel.close'), reviews)
      await expect.poll(() => dialog.count()).toBe(0)
      await panel.getByText(t('actions.entities.remediation.choices.status.FINISHED')).first().waitFor()
      const after = (await scoreOf(here)) ?? 0
      expect(after).toBeGreaterThan(before + 20)
      await pilot.open(`/org2/perimeters?p=${here.id}&scope=own&tab=moved`)
      await page.getByRole('complementary').getByText(mark).first().waitFor()
    })

    test('a newer edition says what it changes before it comes in', async () => {
      const { page } = pilot
      const { t } = actor
      await pilot.open('/org/policies/import')
      await page.locator('input[type=file]').setInputFiles(library(2, ['Backups', 'Badges', 'Cables']))
      await page.getByText(t('library.result.new_version')).waitFor()
      await page.getByText(t('library.result.removed', { count: 1 })).waitFor()
      await actor.press(t('library.import.run'))
      await page.getByRole('link', { name: t('library.import.see_policies') }).waitFor()
    })
  })

  test('a broken file names its line and leaves nothing behind', async () => {
    const { page } = pilot
    await pilot.open('/org/policies/import')
    await page.locator('input[type=file]').setInputFiles({
      name: 'bad.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(
        `urn: urn:journey:risk:library:bad\nlocale: en\nref_id: ${mark}-bad\nname: Bad\nversion: 1\nobjects:\n  threats:\n  - urn: urn:journey:risk:threat:bad\n    name: 12: 13\n`,
      ),
    })
    await page.getByText(/\b9\b/).first().waitFor()
    expect(await page.getByRole('button', { name: actor.t('library.import.run') }).count()).toBe(0)
    expect((await pilot.api<{ objects: unknown[] }>('GET', `/library?search=${mark}-bad`)).objects).toEqual([])
  })
})
