/** The network is gone: the page says so by itself, what needs the server is off and says why, and a comment waits and is sent once. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { restlessly } from '#e2e/settled.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('without a network in %s', (lang) => {
  const mark = `off${Date.now().toString(36)}${lang}`
  let visitor: Visitor
  let actor: Actor
  let gap: number
  beforeAll(async () => {
    visitor = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(visitor.page, lang)
    const [first] = (await visitor.api<{ objects: { id: number; edit_right: boolean }[] }>('POST', '/gap/page', {})).objects
    gap = first?.id ?? 0
  })
  afterEach(async () => {
    await visitor.context.setOffline(false)
    // What the browser says of calls that found no network.
    expect(visitor.complaints.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
  afterAll(() => visitor.close())
  const banner = () => visitor.page.getByRole('status').getByText(actor.t('kit.connection.away'))
  const commentTexts = async () => (await visitor.api<{ objects: { text: string }[] }>('GET', `/gap/${gap}/comments`)).objects.map(({ text }) => text)
  const open = async () => {
    await visitor.open(`/ops/gaps/all?id=${gap}`)
    const panel = actor.panel('gaps.entities.gap')
    await panel.getByRole('tab', { name: actor.t('kit.record.comments') }).click()
    const box = panel.getByRole('combobox', { name: actor.t('kit.record.comment') }).or(panel.getByRole('textbox', { name: actor.t('kit.record.comment') }))
    await box.waitFor()
    await settled(visitor.page)
    return { panel, box, send: panel.getByRole('button', { name: actor.t('kit.actions.send'), exact: true }) }
  }

  test('says when it tries next, and turns off what needs the server with the reason', async () => {
    const { page } = visitor
    const { panel } = await open()
    const save = panel.getByRole('button', { name: actor.t('kit.actions.save'), exact: true })
    // Its code is there when the network goes.
    await actor.edit(panel)
    await save.waitFor()
    await actor.press(actor.t('kit.actions.cancel'), panel)
    await save.waitFor({ state: 'detached' })
    await settled(page)
    await visitor.context.setOffline(true)
    // What waits for the network does not come to rest.
    await restlessly(page, async () => {
      await banner().waitFor()
      // It is said outside of what is announced: a figure that changes every second.
      await page.getByText(new RegExp(`^${actor.t('kit.connection.next_try', { seconds: '#' }).replace('#', '\\d+')}$`)).waitFor()
      const reason = actor.t('kit.connection.needed')
      const verbs = panel.getByRole('toolbar').getByRole('button')
      const names = await verbs.evaluateAll((all) =>
        all.map((one) => [one.getAttribute('data-verb'), one.getAttribute('aria-disabled'), one.getAttribute('title')]),
      )
      expect(names.length).toBeGreaterThan(1)
      // The form needs nothing of the server, nor does it to see which other verbs there are.
      for (const [name, off, title] of names) expect([name, off, title]).toEqual(name === 'edit' || name === null ? [name, null, null] : [name, 'true', reason])
      await actor.edit(panel)
      await panel.getByRole('textbox').first().fill(`Typed ${mark}`)
      expect([await save.getAttribute('aria-disabled'), await save.getAttribute('title')]).toEqual(['true', reason])
      expect(await violations(page)).toEqual([])
    })
    await visitor.context.setOffline(false)
    await banner().waitFor({ state: 'detached' })
    expect(await save.getAttribute('aria-disabled')).toBe(null)
    expect(await panel.getByRole('textbox').first().inputValue()).toBe(`Typed ${mark}`)
    await actor.press(actor.t('kit.actions.cancel'), panel)
    await actor.press(actor.t('kit.actions.discard'), page.getByRole('alertdialog'))
  })

  test('comments wait in their order, can be taken back, and are sent once each', async () => {
    const { panel, box, send } = await open()
    const waiting = panel.getByRole('listitem').filter({ hasText: actor.t('kit.record.comment_waiting') })
    await visitor.context.setOffline(true)
    for (const word of ['One', 'Two', 'Three']) {
      await box.fill(`${word} ${mark}`)
      await send.click()
      await waiting.filter({ hasText: `${word} ${mark}` }).waitFor()
      expect(await box.inputValue()).toBe('')
    }
    await settled(visitor.page)
    expect(await violations(visitor.page)).toEqual([])
    // The second is taken back, the third becomes another.
    await waiting
      .nth(1)
      .getByRole('button', { name: actor.t('kit.record.comment_take_back') })
      .click()
    await waiting
      .nth(1)
      .getByRole('button', { name: actor.t('kit.record.comment_edit') })
      .click()
    expect(await box.inputValue()).toBe(`Three ${mark}`)
    await box.fill(`Third ${mark}`)
    await send.click()
    await waiting.nth(1).waitFor()
    await visitor.context.setOffline(false)
    await actor.expectToast(actor.t('kit.record.comment_sent'))
    await waiting.first().waitFor({ state: 'detached' })
    await panel.getByText(`Third ${mark}`).waitFor()
    expect((await commentTexts()).filter((text) => text.includes(mark))).toEqual([`One ${mark}`, `Third ${mark}`])
  })

  test('what was written or waits is there after the page was loaded again, and is sent by itself', async () => {
    const { page } = visitor
    const { panel, box, send } = await open()
    await visitor.context.setOffline(true)
    await box.fill(`Reloaded ${mark}`)
    await send.click()
    await panel.getByText(actor.t('kit.record.comment_waiting')).waitFor()
    await box.fill(`Half ${mark}`)
    await settled(page)
    // Without a network no page can be loaded: it is left, and opened again elsewhere.
    await page.goto('about:blank')
    await visitor.context.setOffline(false)
    await visitor.open('/local_actions')
    await expect.poll(commentTexts).toContain(`Reloaded ${mark}`)
    const again = await open()
    expect(await again.box.inputValue()).toBe(`Half ${mark}`)
    await again.send.click()
    await again.panel
      .getByRole('listitem')
      .filter({ hasText: `Half ${mark}` })
      .waitFor()
    await expect.poll(async () => (await commentTexts()).filter((text) => text.includes(mark)).length).toBe(4)
  })
})
