/** A draft is shaped: notes, order by keys, menu and mouse; and a policy leads to its scores. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('policies in %s', (lang) => {
  const mark = `Q${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  let policy: number
  let version: number
  const both = (name: string) => ({ name_en: `${name} ${mark}`, name_fr: `${name} ${mark}` })

  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    actor = actorOn(pilot.page, lang)
    const make = async (entity: string, fields: object) => (await pilot.api<{ object: { id: number } }>('POST', `/${entity}`, fields)).object.id
    policy = await make('policy', both('Charter'))
    const { objects } = await pilot.api<{ objects: { id: number }[] }>('POST', '/policy_version/page', {
      queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] },
    })
    version = objects[0]?.id ?? 0
    const groups = []
    for (const name of ['Alpha', 'Beta']) groups.push(await make('control_group', { policy_version: version, ...both(name) }))
    for (const name of ['One', 'Two', 'Three']) await make('control', { policy_version: version, control_group: groups[0], ...both(name) })
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await pilot.api('DELETE', `/policy/${policy}`).catch(() => undefined)
    await pilot.close()
  })

  const line = (name: string) => pilot.page.getByRole('treeitem').filter({ hasText: `${name} ${mark}` })
  const names = async () => (await pilot.page.getByRole('treeitem').allTextContents()).map((text) => /Alpha|Beta|One|Two|Three/.exec(text)?.[0])
  const become = async (order: readonly string[]) => {
    await expect.poll(names).toEqual(order)
  }

  test('notes are written in the draft and read above its requirements', async () => {
    const { t } = actor
    await pilot.open(`/org/policies/${policy}`)
    await actor.press(t('policies.notes.edit'))
    const dialog = pilot.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(`**${mark}**`)
    await actor.press(t('kit.actions.save'), dialog)
    await pilot.page
      .getByRole('region', { name: t('policies.entities.policy_version.fields.notes') })
      .getByText(mark)
      .waitFor()
  })

  test('Alt with an arrow moves a requirement among its own', async () => {
    const { page } = pilot
    await pilot.open(`/org/policies/${policy}`)
    await become(['Alpha', 'One', 'Two', 'Three', 'Beta'])
    const tree = page.getByRole('tree')
    await tree.focus()
    for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+ArrowUp')
    await become(['Alpha', 'One', 'Three', 'Two', 'Beta'])
  })

  /** Twice over the target: browsers tell it of the drag at the second move only. */
  async function drag(name: string, onto: string, position: { readonly x: number; readonly y: number }) {
    const { mouse } = pilot.page
    await mouse.move(0, 0)
    await line(name).hover()
    await mouse.down()
    await line(onto).hover({ position })
    await line(onto).hover({ position: { ...position, x: position.x + 20 } })
    await mouse.up()
  }

  test('a line is dragged before another, or into a group', async () => {
    await pilot.open(`/org/policies/${policy}`)
    await become(['Alpha', 'One', 'Three', 'Two', 'Beta'])
    await drag('Two', 'One', { x: 200, y: 3 })
    await become(['Alpha', 'Two', 'One', 'Three', 'Beta'])
    await drag('One', 'Beta', { x: 200, y: 16 })
    await become(['Alpha', 'Two', 'Three', 'Beta', 'One'])
  })

  test('a policy in force leads to its scores, in the perimeter that is looked at', async () => {
    const { page } = pilot
    const { t } = actor
    const { objects } = await pilot.api<{ objects: { policy: { id: number }; perimeter: { id: number } }[] }>('GET', '/policy_application?limit=1')
    const { policy: applied, perimeter } = objects[0] ?? { policy: { id: 0 }, perimeter: { id: 0 } }
    await pilot.open(`/org/policies/${applied.id}?p=${perimeter.id}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: t('policies.actions.scores'), exact: true })
      .click()
    await page.waitForURL(`**/org/policies/${applied.id}/scores?p=${perimeter.id}`)
    await pilot.open(`/org/policies/${applied.id}?p=${perimeter.id}&ts=80`)
    await page.waitForURL(`**/org/policies/${applied.id}/scores?p=${perimeter.id}&ts=80`)
    await expect.poll(() => page.getByLabel(t('scores.score.target')).first().inputValue()).toBe('80')
  })
})
