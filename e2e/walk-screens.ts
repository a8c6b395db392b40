/** Every screen, as anyone may see it: both languages, light and dark, wide and narrow. `PICTURES=1` keeps what was seen in `screenshots/`. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, sizes, visit, type Visitor } from '#e2e/browser.ts'
import { contributorPaths, isWalkedPath, providerPaths, publicPaths, tenantPaths } from '#e2e/routes.ts'

const folder = 'screenshots'
/** Taking them costs more than looking: `PICTURES=1` asks for them. */
const wanted = process.env.PICTURES === '1'
if (wanted) mkdirSync(folder, { recursive: true })

type Width = keyof typeof sizes
type Look = `${'light' | 'dark'} ${Width}`

/**
 * What is looked at in each language. English opens each screen anew, as from a link, which costs three times as much as going on from one to the next: the rules are looked at in
 * French, whose words are longer, in every look, whose documents or colours differ.
 */
const examined: Record<Language, Partial<Record<Look, 'width' | 'colours' | 'everything'>>> = {
  en: { 'light 1440': 'width' },
  fr: { 'light 1440': 'everything', 'dark 1440': 'colours', 'light 390': 'everything', 'dark 390': 'colours' },
}
/** Pictures are taken in both themes. */
const looks: readonly Look[] = ['light 1440', 'dark 1440', 'light 390', 'dark 390']

/** Where the first row comes from that stands in for the parameter of a page: an entity, or a call. */
const subjects: Readonly<Record<string, string>> = {
  '/actions/$id': 'program',
  '/ops/gaps/$id': 'gap_register',
  '/runbooks/$id': 'runbook',
  '/ops/exemptions/$id': 'exemption_register',
  '/actions/$id/mapping': 'program',
  '/local_actions/$id': 'program',
  '/admin/catalog/policies/$id/diff/$ref': 'policy',
  '/org/policies/$id': 'policy',
  '/org/policies/$id/scores': 'policy',
  '/org/policies/statement/$id': 'policy_application',
  '/org/security-bases/$perimeterId/measures': 'policy_application',
  '/org/security-bases/$perimeterId/differences': 'policy_application',
  '/org/security_base/diff/$id': 'measure',
  '/org/questionnaires/$id': 'questionnaire',
  '/org/questionnaires/$id/results': 'questionnaire',
  '/admin/catalog/questionnaires/$id': 'questionnaire/shared',
  '/ops/campaigns/$id': 'campaign',
  '/ops/projects/$id': 'isp_project',
  // The demonstration has no campaign of a project; these pages are those of campaigns, below any project.
  '/ops/projects/$id/eval/$campaignId': 'evaluation',
  '/ops/projects/$id/results/$campaignId': 'evaluation',
  '/ops/projects/$id/results/$campaignId/$perimeterId/eval-details': 'evaluation',
  '/org/risks/analysis/$id': 'risk_analysis',
  '/org/risks/registers/$id': 'risk_register',
  '/ops/campaigns/results/$campaignId': 'evaluation',
  '/ops/campaigns/results/$campaignId/$perimeterId': 'evaluation',
  '/ops/campaigns/results/$campaignId/$perimeterId/eval-details': 'evaluation',
  '/contributions/evaluations/results/$campaignId': 'evaluation',
  '/contributions/evaluations/results/$campaignId/$perimeterId': 'evaluation',
  '/contributions/evaluations/results/$campaignId/$perimeterId/eval-details': 'evaluation',
  '/contributions/evaluations/eval/$campaignId': 'evaluation',
  '/contributions/evaluations/eval/$campaignId/$perimeterId': 'evaluation',
  '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId': 'evaluation',
  '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId/$questionnaireId': 'evaluation',
}

/** Puts a small library on the shelf and brings it in; answers the addition. */
async function addedFromShelf({ context, address, api }: Visitor): Promise<number> {
  const urn = 'urn:screens:risk'
  const node = { urn: `${urn}:req_node:screens:1`, assessable: true, ref_id: '1', name: 'First', reference_controls: [`${urn}:function:absent:1`] }
  const framework = { urn: `${urn}:framework:screens`, ref_id: 'SCREENS', name: 'Screens', description: 'Screens', requirement_nodes: [node] }
  const library = { urn: `${urn}:library:screens`, locale: 'en', ref_id: 'SCREENS', name: 'Screens', version: 1, provider: 'Screens', objects: { framework } }
  const file = { name: 'screens.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(library)) }
  await context.request.post(address('/api/shelf/upload'), { headers: { 'x-vigie': '1' }, multipart: { file } })
  const line = await until(async () =>
    (await api<{ objects: { id: number; reference: string }[] }>('GET', '/shelf')).objects.find((one) => one.reference === 'SCREENS'),
  )
  const { object } = await api<{ object: { id: number } }>('POST', '/shelf/add', { ids: [line.id] })
  await until(async () => (await api<{ object: { seconds: number | null } }>('GET', `/library_addition/${object.id}`)).object.seconds ?? undefined)
  return object.id
}

/** What the server's background work comes to; asked until it is there. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
  }
}

async function addressOf(visitor: Visitor, path: string): Promise<string> {
  if (!path.includes('$')) return path
  if (path === '/doc/$id') return '/doc/scores'
  if (path === '/home/onboarding/$step') return '/home/onboarding/perimeter-mapping'
  if (path === '/org/policies/imported/$id') return `/org/policies/imported/${await addedFromShelf(visitor)}`
  const entity = subjects[path]
  if (!entity) throw new Error(`Say which entity the parameter of ${path} names`)
  const { objects: found } = await visitor.api<{
    objects: { id: number; perimeter?: { id: number }; campaign?: { id: number }; status?: string; current_version?: { id: number } }[]
  }>('GET', entity.includes('/') ? `/${entity}` : `/${entity}?limit=20`)
  // An evaluation that was rejected says so aloud, and is the first of its campaign.
  const aloud = new Set(found.flatMap(({ status, campaign }) => (status === 'REJECTED' ? [campaign?.id] : [])))
  const objects = found.filter(({ campaign }) => campaign === undefined || !aloud.has(campaign.id))
  const [project] = path.startsWith('/ops/projects/$id/') ? (await visitor.api<{ objects: { id: number }[] }>('GET', '/isp_project?limit=1')).objects : []
  return (
    path
      .replace(/(?<=^\/ops\/projects\/)\$id(?=\/)/, String(project?.id))
      .replace('$campaignId', String(objects[0]?.campaign?.id))
      .replace('$perimeterId', String(objects[0]?.perimeter?.id))
      // Of a questionnaire the one that is asked whole, of a policy the first that is still to be answered (NAV-24).
      .replace(/\$(controlId|questionnaireId)/g, '0')
      .replace('$ref', String(objects[0]?.current_version?.id))
      .replace(/\$\w+/, String(objects[0]?.id))
  )
}

const looksIn = (lang: Language, width: Width) => looks.filter((look) => look.endsWith(String(width)) && (wanted || examined[lang][look]))

async function take(page: Page, look: Look | undefined): Promise<void> {
  if (!look) return
  const [theme, width] = look.split(' ') as ['light' | 'dark', '1440' | '390']
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize(sizes[width])
}

/** Takes each look but the first, in which the page was opened, and answers all that is wrong with any. */
async function inspect(page: Page, name: string, lang: Language, width: Width): Promise<string[]> {
  const wrong: string[] = []
  for (const [n, look] of looksIn(lang, width).entries()) {
    const asked = examined[lang][look]
    if (n > 0) {
      await take(page, look)
      await settled(page)
    }
    if (wanted) await page.screenshot({ path: `${folder}/${name}.${lang}.${look.replace(' ', '.')}.png` })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) wrong.push(`${look}: ${overflow} pixels too wide`)
    if (width === 1440) wrong.push(...(await wrapped(page)).map((bar) => `${look}: ${bar}`))
    if (!asked || asked === 'width') continue
    wrong.push(...(await violations(page, { onlyColours: asked === 'colours', remembered: look })).map((violation) => `${look}: ${violation}`))
  }
  return [...wrong, ...(await cutChips(page)), ...(await untranslated(page))]
}

/** Chips of which so little is left that they are like any other: of a long word a few letters, of a short one not all. */
function cutChips(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-chip]')]
      .filter((chip) => chip.checkVisibility() && chip.clientWidth > 0 && chip.clientWidth < Math.min(36, chip.textContent.length * 3.2))
      .map((chip) => `cuts “${chip.textContent}” to ${chip.clientWidth} pixels`),
  )
}

/** Toolbars whose controls do not stand on one line. */
function wrapped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-toolbar]')].flatMap((bar) => {
      const controls = [...bar.children].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
      const middles = controls.map(({ top, height }) => top + height / 2)
      return Math.max(...middles) - Math.min(...middles) > 12 ? [`a toolbar takes ${bar.offsetHeight} pixels: “${bar.innerText.replaceAll('\n', ' ')}”`] : []
    }),
  )
}

/** Texts that are keys of a catalogue, or that stand for something that should not be shown at all. */
function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.body.innerText
      .split('\n')
      .filter((line) => /^[a-z_]{3,}(\.\w+){2,}$|\bundefined\b|\[object |\bNaN\b|\{\w+\}/.test(line.trim()))
      .map((line) => `shows “${line}”`),
  )
}

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-').replaceAll('$', '')

const parties = [
  { who: 'global_pilote@demo.example', paths: tenantPaths.filter(isWalkedPath), isProvider: false },
  { who: 'contributor@demo.example', paths: contributorPaths.filter(isWalkedPath), isProvider: false },
  { who: 'root@vigie.example', paths: providerPaths.filter(isWalkedPath), isProvider: true },
  { who: undefined, paths: publicPaths.filter(isWalkedPath), isProvider: false },
].filter(({ paths }) => paths.length > 0)

/**
 * Comes to a screen as by a link of the one before, without loading the application anew; the frame says which one it shows. What needs nobody to be signed
 * in, and the first screen of all, are opened.
 */
async function goOn({ page, open }: Visitor, who: string | undefined, address: string): Promise<void> {
  if (!who || page.url() === 'about:blank') return open(address)
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await page.locator(`main[data-page="${address.replace(/\?.*/, '')}"]`).waitFor()
  await settled(page)
}

/** Makes the tests of a language at a width; English opens each screen, French goes from each to the next. Each is a file, which workers walk at once. */
export function walkScreens(lang: Language, width: Width): void {
  describe.each(parties)('$who', ({ who, paths, isProvider }) => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await (who ? signIn(who, { lang, width }) : visit({ lang, width }))
    })
    afterAll(() => visitor.close())

    test.each(paths)('%s shows what it should, without a complaint, and axe finds nothing', async (path) => {
      const { page, complaints } = visitor
      const address = await addressOf(visitor, path)
      complaints.length = 0
      await take(page, looksIn(lang, width)[0])
      await (lang === 'en' ? visitor.open(address) : goOn(visitor, who, address))
      const wrong = await inspect(page, `${isProvider && tenantPaths.includes(path) ? 'provider-' : ''}${nameOf(path)}`, lang, width)
      const alerts = await page.getByRole('alert').allTextContents()
      // What failed on the way back from an identity provider is the only thing that a page says aloud by itself.
      const expectedAlerts = address.includes('error=') ? [expect.any(String)] : []
      expect({ address: new URL(page.url()).pathname, alerts, wrong, complaints }).toEqual({
        address: address.replace(/\?.*/, ''),
        alerts: expectedAlerts,
        wrong: [],
        complaints: [],
      })
    })
  })
}
