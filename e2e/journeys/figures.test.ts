/** Numbers and the lists that they lead to: whatever a person keeps of a list, a link from a number shows the rows that it counts. */
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

/** What somebody may have left a list with, so that nothing of it is in sight. */
const viewModes = {
  remediation: 'stats',
  program: 'list',
  program_actions: 'workload',
  measure: 'policies',
  perimeter_measures: 'list',
  local_actions: 'list',
  unmapped_actions: 'gantt',
}

interface Counted {
  readonly href: string
  readonly count: number
}

const people = [
  ['global_pilote', ['/home', '/org/security-bases?view=perimeters', '/actions/filtered?view=stats', '/actions', '/home/onboarding/security-bases']],
  ['local_pilote', ['/home', '/org/security-bases?view=perimeters', '/actions/filtered?view=stats', '/actions']],
  ['global_auditor', ['/home', '/org/security-bases?view=perimeters', '/actions']],
  ['contributor', ['/home']],
] as const

describe.each(spoken)('numbers in %s', (lang) => {
  // Half of the people in each language: the numbers are the same, the words are not.
  describe.each(people.filter((_, at) => (at % 2 === 0) === (lang === 'fr')))('of a %s', (role, pages) => {
    let visitor: Visitor
    let actor: Actor
    beforeAll(async () => {
      visitor = await signIn(`${role}@demo.example`, { lang })
      actor = actorOn(visitor.page, lang)
      for (const [list, view_mode] of Object.entries(viewModes))
        await visitor.api('PUT', `/list_setting/${list}`, { columns: [], density: 'compact', view_mode, per_page: 50 })
    })
    afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]))
    afterAll(async () => {
      for (const list of Object.keys(viewModes))
        await visitor.api('PUT', `/list_setting/${list}`, { columns: [], density: 'compact', view_mode: 'list', per_page: 20 })
      await visitor.close()
    })

    /** The links of a page that say a number, each with it; a line about one object alone says its name instead. */
    const counted = async (): Promise<Counted[]> => {
      const links = await visitor.page.locator('main a[href*="filters="]').evaluateAll((all) =>
        all.map((link) => ({
          href: link.getAttribute('href') ?? '',
          text: link.querySelector('b')?.textContent ?? link.getAttribute('aria-label') ?? link.textContent ?? '',
        })),
      )
      return links.flatMap(({ href, text }) => {
        // Money is a sum of its rows, not their number.
        if (text.includes('€')) return []
        const numbers = text.replaceAll(/(?<=\d)[\s\u202f\u00a0,](?=\d{3})/g, '').match(/\d+/g) ?? []
        // Within a fortnight, three times: what a line says of its rows stands after their number.
        const n = /^\D*$/.test(text)
          ? '1'
          : href.includes('soon') || href.includes('postponements')
            ? /^\d/.test(text)
              ? numbers[0]
              : /^(an?|one|une?)\b/i.test(text)
                ? '1'
                : numbers.at(-1)
            : numbers.at(-1)
        return n === undefined || !/\d|^(a|an|une?)\b/i.test(text) ? [] : [{ href, count: Number(n) }]
      })
    }
    const total = async (): Promise<number> => {
      const text =
        (await visitor.page
          .locator('main [role=status]')
          .filter({ hasText: actor.t('kit.table.range', { from: 1, to: 2, total: 3 }).split(' ')[0] ?? '' })
          .first()
          .textContent()) ?? ''
      return Number(text.replaceAll(/(?<=\d)[\s\u202f\u00a0,](?=\d{3})/g, '').match(/\d+/g)?.[2] ?? Number.NaN)
    }

    test.each([...pages])('each on %s is the total of the list that it opens', { timeout: 120_000 }, async (path) => {
      await visitor.open(path)
      const links = await counted()
      expect([path, links.length > 0]).toEqual([path, true])
      const seen = new Set<string>()
      for (const { href, count } of links) {
        if (seen.has(href) || seen.size >= 12) continue
        seen.add(href)
        await visitor.open(href)
        expect([path, decodeURIComponent(href), await total()]).toEqual([path, decodeURIComponent(href), count])
      }
    })

    test('what is kept of a list is kept', async () => {
      const { objects } = await visitor.api<{ objects: { list: string; setting: { view_mode: string; per_page: number } }[] }>('GET', '/list_setting')
      const now = Object.fromEntries(objects.filter(({ list }) => list in viewModes).map(({ list, setting }) => [list, setting.view_mode]))
      expect(now).toEqual(viewModes)
    })

    test('tabs say what they show, and «all» only what it leads to', async () => {
      if (role === 'contributor') return
      const { page } = visitor
      const views = page.getByRole('group', { name: actor.t('kit.table.views') })
      await visitor.open('/actions/filtered?view=list&filters=%7B%22late%22%3A%5Btrue%5D%7D')
      for (const button of await views.getByRole('button').all()) {
        const text = (await button.textContent()) ?? ''
        const [count] = text.match(/\d+$/) ?? []
        if (count === undefined || Number(count) === 0) continue
        await button.click()
        await settled(page)
        expect([text, await total()]).toEqual([text, Number(count)])
        await visitor.open('/actions/filtered?view=list&filters=%7B%22late%22%3A%5Btrue%5D%7D')
      }
    })
  })

  test('the number beside a menu entry is the total of the list that the entry opens', async () => {
    const visitor = await signIn('contributor@demo.example', { lang })
    const { t } = actorOn(visitor.page, lang)
    await visitor.api('PUT', '/list_setting/local_actions', { columns: [], density: 'compact', view_mode: 'stats', per_page: 20 })
    const { object } = await visitor.api<{ object: { nb_actions: number } }>('GET', '/contribution/count')
    await visitor.open('/')
    await visitor.page
      .getByRole('navigation', { name: t('app.sidebar.label') })
      .getByRole('link', { name: t('actions.pages.local') })
      .click()
    await visitor.page.waitForURL(/local_actions/)
    await visitor.page.getByText(t('kit.table.range', { from: 1, to: Math.min(20, object.nb_actions), total: object.nb_actions }), { exact: true }).waitFor()
    await visitor.close()
  })
})
