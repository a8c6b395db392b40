/** What an assistant proposes: compared, chosen, accepted, taken back, refused; by keyboard and on a phone. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Proposal, ProposalLine } from '#areas/assistants/contract/proposals.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('proposals, in %s', (lang) => {
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

  const waiting = async () => (await pilot.api<{ objects: ProposalLine[] }>('GET', '/proposal')).objects
  const read = async (id: number) => (await pilot.api<{ object: Proposal }>('GET', `/proposal/${id}`)).object
  const several = async () => {
    const found = (await waiting()).find(({ open }) => open > 1)
    if (!found) throw new Error('Nothing of several changes waits')
    return found
  }

  test('each change stands beside what there is; what is chosen is accepted at once, and one press takes it back', async () => {
    const { page } = pilot
    const { t } = actor
    const { id, title, open } = await several()
    await pilot.open('/reviews/proposals')
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.getByRole('article').count()).toBe(open)
    expect(await violations(page)).toEqual([])
    const { objects } = await read(id)
    const able = objects.filter(({ changed }) => changed === null)
    const [first] = able
    const card = page.getByRole('article', { name: first?.name ?? '' })
    await card.getByRole('checkbox').click()
    await page.getByRole('button', { name: t('assistants.proposals.accept_count', { count: able.length - 1 }) }).click()
    await page.getByText(t('assistants.messages.accepted', { count: able.length - 1 })).waitFor()
    expect((await read(id)).open).toBe(open - able.length + 1)
    await page.getByRole('button', { name: t('kit.actions.undo') }).click()
    await page.getByText(t('assistants.messages.undone')).waitFor()
    await settled(page)
    expect((await read(id)).open).toBe(open)
  })

  test('by keyboard alone one is walked through, left out, accepted and refused', async () => {
    const { page } = pilot
    const { t } = actor
    const { id, open } = await several()
    await pilot.open(`/reviews/proposals?id=${id}`)
    const able = (await read(id)).objects.filter(({ changed }) => changed === null).length
    const cards = page.getByRole('article')
    await cards.first().waitFor()
    await page.keyboard.press('j')
    await cards.first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText(t('assistants.proposals.chosen', { count: able - 1, all: able })).waitFor()
    await page.keyboard.press('r')
    await page.getByText(t('assistants.messages.refused', { count: 1 })).waitFor()
    await settled(page)
    expect(await read(id)).toMatchObject({ refused: 1, open: open - 1 })
    await page.getByRole('button', { name: t('kit.actions.undo') }).click()
    await page.getByText(t('assistants.messages.undone')).waitFor()
    await settled(page)
  })

  test('what somebody changed since is compared again before it can be accepted', async () => {
    const { page } = pilot
    const { t } = actor
    const { id } = await several()
    const { objects } = await read(id)
    const last = objects.at(-1)
    await pilot.api('PUT', `/remediation/${last?.object_id}`, {
      version: last?.version,
      name_en: `${last?.name} (${lang})`,
      name_fr: `${last?.name} (${lang})`,
    })
    await pilot.open(`/reviews/proposals?id=${id}`)
    const card = page.getByRole('article').last()
    await card.getByText(t('assistants.proposals.changed'), { exact: true }).waitFor()
    expect(await card.getByRole('button', { name: t('assistants.proposals.accept') }).count()).toBe(0)
    await card.getByRole('button', { name: t('assistants.proposals.compare') }).click()
    await card.getByRole('button', { name: t('assistants.proposals.accept') }).click()
    await page.getByText(t('assistants.messages.accepted', { count: 1 })).waitFor()
    await page.getByRole('button', { name: t('kit.actions.undo') }).click()
    await page.getByText(t('assistants.messages.undone')).waitFor()
    await settled(page)
  })

  test('on a phone the list leads to a proposal and back', async () => {
    const { page } = pilot
    const { t } = actor
    await page.setViewportSize({ width: 390, height: 844 })
    const { title } = await several()
    await pilot.open('/reviews/proposals')
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('article').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: t('assistants.proposals.back') }).click()
    await page.getByRole('link', { name: title }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
