import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'
import { chromiumPath } from '#tools/chromium.ts'
import { atMost, count, ms, type Figure } from './figure.ts'
import { firstVisits, type Visit } from './first-visit.ts'
import { signIn } from './http-client.ts'
import { median } from './measure.ts'
import { seedActions } from './seed-actions.ts'
import { unwatched } from './unwatched-page.ts'
import { password, type World } from './world.ts'

const runs = 5

/** What the built web app weighs, and how the table of actions loads and scrolls in a real Chromium. */
export async function frontEnd(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Seen', actions: 6000 })
  const email = await world.member(customer, { roles: ['global_pilote'] })
  const browser = await chromium.launch({ executablePath: chromiumPath('whole'), args: ['--no-sandbox'] })
  try {
    const table = await loading(world, email, '/actions')
    const full = await loading(world, email, '/actions/filtered')
    return [
      ...sizes(),
      atMost(`table at 4 × slower CPU: largest paint, median of ${runs}`, table.lcp, 1500, ms),
      atMost('blocking time after the first paint', table.blocked, 150, ms),
      atMost('the widest list, all actions, there: largest paint', full.lcp, 1500, ms),
      atMost('its blocking time', full.blocked, 150, ms),
      { what: 'there: twenty million additions, by which machines and days compare', measured: ms(median([table.sum, full.sum])) },
      ...(await firstVisits(await visitsOf(world, email))),
      ...(await scrolling(world, browser, email)),
    ]
  } finally {
    await browser.close()
  }
}

function sizes(): Figure[] {
  const { stdout } = spawnSync(process.execPath, ['tools/check-sizes.ts'], { encoding: 'utf8' })
  return [...stdout.matchAll(/^(.+): ([\d.]+)(?: of (\d+))? KB gzip of (\w+)/gm)].map(([, route, size, limit, kind]) => ({
    what: `${route}: gzip of ${kind}`,
    measured: `${size} KB`,
    ...(limit && { target: `≤ ${limit} KB`, met: Number(size) <= Number(limit) }),
  }))
}

async function cookieOf(world: World, email: string): Promise<{ readonly name: string; readonly value: string; readonly url: string }> {
  const { cookie, close } = await signIn(world.server.port, email, password)
  close()
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url: world.server.address }
}

/** The first page, a list that many open, and one of the lists of work. */
async function visitsOf(world: World, email: string): Promise<Visit[]> {
  const cookie = await cookieOf(world, email)
  return ['/home', '/org/security-bases?view=list', '/org/risks/all', '/ops/incidents'].map((path) => ({ cookie, address: world.server.address, path }))
}

interface Loading {
  readonly lcp: number
  readonly blocked: number
  /** What a fixed piece of work takes in that page. */
  readonly sum: number
}

/** An expression: how long the page's processor adds. */
const sum =
  '(() => { const since = performance.now(); let all = 0; for (let n = 0; n < 2e7; n += 1) all = (all + n * 7) | 0; return performance.now() - since })()'

/** Largest paint and blocking time of a page with an empty cache, on a processor four times slower: medians. */
async function loading(world: World, email: string, path: string): Promise<Loading> {
  const script = readFileSync(new URL('observe.js', import.meta.url), 'utf8')
  const done = "measured.lcp > 0 && document.querySelectorAll('[role=row]').length > 5"
  const results: Loading[] = []
  for (let n = 0; n < runs; n += 1) {
    const page = { cookie: await cookieOf(world, email), slower: 4, script, url: `${world.server.address}${path}` }
    const look = () => unwatched<Loading>(chromiumPath('whole'), page, done, `({ lcp: measured.lcp, blocked: measured.blocked, sum: ${sum} })`)
    results.push(await look().catch(look))
  }
  const middle = (name: keyof Loading) => median(results.map((one) => one[name]))
  return { lcp: middle('lcp'), blocked: middle('blocked'), sum: middle('sum') }
}

/** Frames while the wheel turns over five thousand rows on one page, at normal speed. */
async function scrolling(world: World, browser: Browser, email: string): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([await cookieOf(world, email)])
  const page = await context.newPage()
  await page.goto(`${world.server.address}/actions/filtered?per_page=5000`)
  await page.getByRole('row').nth(5).waitFor()
  await page.waitForLoadState('networkidle')
  const box = (await page.getByRole('row').nth(5).boundingBox()) ?? { x: 700, y: 450, width: 0, height: 0 }
  await page.mouse.move(box.x + 200, box.y + 10)
  await page.evaluate(
    'window.frames_seen = []; let last = performance.now(); requestAnimationFrame(function frame(now) { frames_seen.push(now - last); last = now; requestAnimationFrame(frame) })',
  )
  for (let n = 0; n < 150; n += 1) await page.mouse.wheel(0, 120)
  const frames = (await page.evaluate('frames_seen.slice(2)')) as number[]
  const rows = Number(await page.evaluate("document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount') ?? 0"))
  await context.close()
  return [
    atMost(
      `frames over 50 ms while ${rows} rows scroll`,
      frames.filter((time) => time > 50).length,
      0,
      count,
      `of ${frames.length}, median ${ms(median(frames))}`,
    ),
  ]
}
