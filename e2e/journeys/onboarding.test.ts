/** A new organisation: its first steps one by one, left, put away, taken up again, and all that they saved. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { onboardingSteps } from '#areas/dashboards/contract/onboarding-steps.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, type Visitor } from '#e2e/browser.ts'
import { actorOn, type Actor } from '#e2e/actor.ts'
import { spoken } from '#e2e/words.ts'

describe.each(spoken)('the first steps in %s', (lang) => {
  const mark = `F${Date.now().toString(36)}${lang}`
  let pilot: Visitor
  let actor: Actor
  const word = (key: string, values?: Record<string, string | number>) => actor.t(`dashboards.onboarding.${key}`, values)
  const title = (step: string) => pilot.page.getByRole('heading', { level: 2, name: word(`steps.${step}.title`), exact: true })
  const at = async (step: string) => {
    await title(step).waitFor()
    await settled(pilot.page)
  }
  const goOn = async (to: string) => {
    await actor.press(word('continue'))
    await at(to)
    // Whoever cannot see that the form changed is taken to its title.
    await expect.poll(() => title(to).evaluate((heading) => heading === document.activeElement)).toBe(true)
  }
  const field = (label: string) => pilot.page.getByRole('textbox', { name: label })

  beforeAll(async () => {
    pilot = await signIn('root@vigie.example', { lang })
    await pilot.api('PUT', '/user/customer', { customer_id: null })
    const { object } = await pilot.api<{ object: { id: number } }>('POST', '/customer', { name: `Organisation ${mark}`, lang })
    await pilot.api('PUT', '/user/customer', { customer_id: object.id })
    await pilot.api('PUT', '/user/language', { lang })
    await pilot.page.reload()
    actor = actorOn(pilot.page, lang)
  })
  afterEach(() => {
    expect(pilot.complaints.splice(0)).toEqual([])
  })
  afterAll(() => pilot.close())

  test('the cockpit invites, and the invitation is put away and found again', async () => {
    const { page } = pilot
    await pilot.open('/home')
    const invitation = page.getByRole('region', { name: actor.t('dashboards.pages.onboarding') })
    await invitation.getByText(word('progress', { done: '0', total: String(onboardingSteps.length) })).waitFor()
    expect(await violations(page)).toEqual([])
    await actor.press(word('dismiss'), invitation)
    await invitation.waitFor({ state: 'detached' })
    await pilot.open('/home')
    await page.getByRole('link', { name: actor.t('dashboards.pages.onboarding'), exact: true }).click()
    await at('name')
  })

  test('the organisation says what it is called', async () => {
    const name = field(actor.t('dashboards.onboarding.name.name'))
    await name.fill('x')
    await actor.press(word('continue'))
    await pilot.page.getByRole('alert').first().waitFor()
    await pilot.page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    expect(await violations(pilot.page)).toEqual([])
    await name.fill(`Named ${mark}`)
    await field(actor.t('dashboards.onboarding.name.sector')).fill('Rail')
    await goOn('access_control')
    await pilot.page.getByRole('banner').getByText(`Named ${mark}`).first().waitFor()
  })

  test('colleagues are invited, and a wrong address keeps no other out', async () => {
    const { page } = pilot
    const of = (name: string) => page.getByRole('textbox', { name: actor.t(`people.entities.member.fields.${name}`), exact: true })
    const invite = async (index: number, email: string) => {
      await of('email').nth(index).fill(email)
      await of('firstname').nth(index).fill('Ada')
      await of('lastname').nth(index).fill(mark)
    }
    await invite(0, 'nobody')
    // What has been typed stays while single sign-on is set up elsewhere.
    const [tab] = await Promise.all([pilot.context.waitForEvent('page'), page.getByRole('link', { name: word('access.sso_open') }).click()])
    await tab.waitForURL(/\/admin\/auth_config$/)
    await tab.close()
    expect(await of('email').inputValue()).toBe('nobody')
    await actor.press(word('access.add'))
    await invite(1, `ada.${mark}@onboarding.example`.toLowerCase())
    await actor.press(word('continue'))
    await page.getByText(word('access.invited', { who: `ada.${mark}@onboarding.example`.toLowerCase() })).waitFor()
    expect(await of('email').inputValue()).toBe('nobody')
    expect(await violations(page)).toEqual([])
    await actor.press(word('remove_line'))
    await goOn('policy-industry')
    const { objects } = await pilot.api<{ objects: { email: string }[] }>('GET', '/member?limit=50')
    expect(objects.map(({ email }) => email)).toContain(`ada.${mark}@onboarding.example`.toLowerCase())
  })

  test('a framework is fetched from the import page, which leads back', async () => {
    const { page } = pilot
    await page.getByRole('link', { name: word('policies.import') }).click()
    await page.waitForURL(/\/org\/policies\/import/)
    await settled(page)
    await page.getByRole('link', { name: actor.t('kit.actions.back'), exact: true }).click()
    await at('policy-industry')
    expect(await violations(page)).toEqual([])
    await actor.press(word('skip'))
    await at('policy-regulations')
  })

  test('a policy without a kind is filed and applied where it is chosen', async () => {
    const { page } = pilot
    const { object: made } = await pilot.api<{ object: { id: number } }>('POST', '/policy', { [`name_${lang}`]: `Law ${mark}` })
    const { objects: versions } = await pilot.api<{ objects: { id: number; policy: { id: number } }[] }>('GET', '/policy_version?limit=50')
    const version = versions.find(({ policy }) => policy.id === made.id)
    if (!version) throw new Error('A policy begins with a version')
    await pilot.api('POST', '/control', { policy_version: version.id, [`name_${lang}`]: `Article ${mark}` })
    await pilot.api('POST', `/policy_version/${version.id}/publish`)
    await pilot.open('/home/policy-regulations')
    await at('policy-regulations')
    await page.getByRole('checkbox', { name: `Law ${mark}` }).check()
    await goOn('policy-certifications')
    const { objects } = await pilot.api<{ objects: { kind: string; perimeters: number }[] }>('GET', '/policy?limit=50')
    expect(objects).toMatchObject([{ kind: 'REGULATION', perimeters: 1 }])
    await goOn('policy-import-mapping')
    await page.getByRole('link', { name: `Law ${mark}` }).waitFor()
    expect(await violations(page)).toEqual([])
    await goOn('perimeter-mapping')
  })

  test('perimeters are created one below the other, and the policy applies there', async () => {
    const { page } = pilot
    const line = (number: number) =>
      page
        .getByRole('list', { name: word('perimeters.name') })
        .getByRole('textbox')
        .nth(number)
    await line(0).fill(`North ${mark}`)
    await line(0).press('Enter')
    await line(1).fill(`Harbour ${mark}`)
    await page
      .getByRole('button', { name: word('indent') })
      .nth(1)
      .click()
    // Too short a name: it waits with what stands below it, and finds its place afterwards.
    await line(1).press('Enter')
    await line(2).fill('x')
    await line(2).press('Enter')
    await line(3).fill(`Quay ${mark}`)
    await page
      .getByRole('button', { name: word('indent') })
      .nth(3)
      .click()
    await page.getByRole('checkbox', { name: `Law ${mark}` }).check()
    expect(await violations(page)).toEqual([])
    await actor.press(word('continue'))
    await page
      .getByRole('alert')
      .getByText(word('perimeters.failed', { count: 2 }))
      .waitFor()
    expect(
      await page
        .getByRole('list', { name: word('perimeters.name') })
        .getByRole('textbox')
        .count(),
    ).toBe(2)
    await line(0).fill(`West ${mark}`)
    await goOn('action-plans')
    const { objects } = await pilot.api<{ objects: { name: string; parent: { name: string } | null }[] }>('GET', '/perimeter?limit=50')
    expect(objects.find(({ name }) => name === `Harbour ${mark}`)).toMatchObject({ parent: { name: `North ${mark}` } })
    expect(objects.find(({ name }) => name === `West ${mark}`)).toMatchObject({ parent: { name: `North ${mark}` } })
    expect(objects.find(({ name }) => name === `Quay ${mark}`)).toMatchObject({ parent: { name: `West ${mark}` } })
    const { objects: policies } = await pilot.api<{ objects: { perimeters: number }[] }>('GET', '/policy?limit=50')
    expect(policies).toMatchObject([{ perimeters: 5 }])
  })

  test('plans are named, and lead to their mapping', async () => {
    const { page } = pilot
    await page
      .getByRole('list', { name: word('plans.name') })
      .getByRole('textbox')
      .fill(`Roadmap ${mark}`)
    await actor.press(word('plans.import'))
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await goOn('action-plans-mapping')
    const row = page.getByRole('row').filter({ hasText: `Roadmap ${mark}` })
    expect(await row.getByRole('link').getAttribute('href')).toMatch(/^\/actions\/\d+\/mapping\?/)
    expect(await violations(page)).toEqual([])
    await goOn('security-objectives')
  })

  test('what was left is taken up where it stood, and the objective is kept within bounds', async () => {
    const { page } = pilot
    await page.getByRole('link', { name: actor.t('kit.actions.close'), exact: true }).click()
    await page.waitForURL(/\/home$/)
    await pilot.open('/home/onboarding')
    await at('security-objectives')
    const target = field(actor.t('scores.score.target'))
    await target.fill('101')
    await actor.press(word('continue'))
    await page
      .getByRole('alert')
      .getByText(actor.t('kit.errors.between', { min: 0, max: 100 }))
      .waitFor()
    await target.fill('80')
    await goOn('security-bases')
    expect(await pilot.api('GET', '/score/target')).toMatchObject({ object: { target_score: 80 } })
  })

  test('security bases show what waits, in the dark and on a narrow screen too', async () => {
    const { page } = pilot
    await page
      .getByRole('row')
      .filter({ hasText: `Harbour ${mark}` })
      .waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(sizes[390])
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    await actor.press(word('all_steps'))
    await page
      .getByRole('navigation', { name: actor.t('dashboards.pages.onboarding') })
      .getByRole('link', { name: word('steps.name.title') })
      .click()
    await at('name')
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(sizes[1440])
  })

  test('with the last answer the invitation is gone', async () => {
    const { page } = pilot
    await pilot.open('/home/security-bases')
    await at('security-bases')
    await actor.press(word('finish'))
    await page.waitForURL(/\/home$/)
    await settled(page)
    expect(await pilot.api('GET', '/onboarding')).toMatchObject({ object: { offered: false } })
    expect(await page.getByRole('link', { name: actor.t('dashboards.pages.onboarding'), exact: true }).count()).toBe(0)
    expect(await page.getByRole('region', { name: actor.t('dashboards.pages.onboarding') }).count()).toBe(0)
  })
})

test('an organisation that is at work is not invited', async () => {
  const pilot = await signIn('global_pilote@demo.example')
  expect(await pilot.api('GET', '/onboarding')).toMatchObject({ object: { offered: false } })
  await pilot.close()
})
