/** Pages about an object: what they say when it is not there, or is somebody else's. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type Visitor } from '#e2e/browser.ts'
import { contributorPaths, namedIn, tenantPaths } from '#e2e/routes.ts'
import { spoken, wordsIn } from '#e2e/words.ts'

/** Help pages and first steps are named by words. */
const byWord = ['/doc/$id', '/home/onboarding/$step']
const withId = (paths: readonly string[]) => paths.filter((path) => path.includes('$') && !byWord.includes(path))
const filled = (path: string, id: number) => path.replaceAll(/\$\w+/g, String(id))

describe.each(spoken)('what is not there, in %s', (lang) => {
  const t = wordsIn(lang)
  let pilot: Visitor
  let contributor: Visitor
  /** Ids of another organisation, by entity. */
  const theirs = new Map<string, number>()
  beforeAll(async () => {
    pilot = await signIn('global_pilote@demo.example', { lang })
    contributor = await signIn('contributor@demo.example', { lang })
    const stranger = await signIn('global_pilote@second.example', { lang })
    for (const entity of new Set([...tenantPaths, ...contributorPaths].flatMap((path) => Object.values(namedIn(path))))) {
      const { objects } = await stranger.api<{ objects: { id: number }[] }>('GET', `/${entity}?limit=50`)
      if (objects.length > 0) theirs.set(entity, Math.max(...objects.map(({ id }) => id)))
    }
    await stranger.close()
  })
  afterAll(async () => {
    await Promise.all([pilot, contributor].map((visitor) => visitor.close()))
  })

  const says = async (visitor: Visitor, path: string) => {
    await visitor.open(path)
    const alert = visitor.page.getByRole('alert').filter({ hasText: t('kit.errors.gone') })
    await alert.waitFor()
    // Plans and registers refuse in the specification's own words.
    const own = /^\/(?:local_)?actions\/\d/.test(path)
      ? 'actions.errors.no_program_access'
      : path.startsWith('/org/risks/registers/') || (path.startsWith('/ops/') && !/^\/ops\/(campaigns|projects)/.test(path))
        ? 'kit.errors.no_register_access'
        : path.startsWith('/runbooks/')
          ? 'runbooks.errors.no_runbook_access'
          : /^\/(reporting\/dashboards|home)\/\d/.test(path)
            ? 'reporting.errors.no_access'
            : undefined
    const why = t(own ?? 'kit.errors.not_found')
    expect([path, await alert.getByText(why, { exact: true }).count()]).toEqual([path, 1])
    const way = alert.getByRole('link')
    const to = await way.getAttribute('href')
    expect([path, await way.count(), to]).toEqual([path, 1, expect.stringMatching(/^\/\w/)])
    await way.click()
    await visitor.page.waitForURL((url) => url.pathname === to)
  }

  test.each(withId(tenantPaths))('%s says so and leads on, for nothing and for what is another organisation’s', async (path) => {
    await says(pilot, filled(path, 999_999_999))
    const [entity] = Object.values(namedIn(path))
    const id = theirs.get(entity ?? '')
    // The same number may be one of ours.
    const ours =
      entity && id !== undefined
        ? await pilot.api('GET', `/${entity}/${id}`).then(
            () => true,
            () => false,
          )
        : true
    if (!ours) await says(pilot, filled(path, id ?? 0))
  })

  test.each(withId(contributorPaths))('%s says so and leads on', (path) => says(contributor, filled(path, 999_999_999)))
})

/** What was brought in at once is no entity: no list, no history. */
const ofNoEntity = ['/admin/catalog/questionnaires/$id', '/org/policies/imported/$id']

test('every page with an id in its address says what it is the id of', () => {
  expect(withId(tenantPaths).filter((path) => Object.keys(namedIn(path)).length === 0)).toEqual(ofNoEntity)
  expect(withId(tenantPaths).length).toBeGreaterThan(6)
})
