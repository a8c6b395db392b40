import { chromium, type Page } from 'playwright'
import { chromiumPath } from '#tools/chromium.ts'
import { atMost, count, ms, statementsAtMost, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median, repeat } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { seedGaps } from './seed-registers.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const linked = 5000
/** Statements of any tree, however much hangs together. */
const statements = 14

/** What a tree takes on the server when thousands of objects hang together, and how its drawing of five hundred moves in a real Chromium. */
export async function relations(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Related', actions: linked })
  await seedGaps(world, customer, linked)
  await world.owner('set session_replication_role = replica')
  const [register] = await world.owner<{ id: number }>('select min(id)::int as id from gap_register where customer_id = $1', [customer])
  const id = register?.id ?? 0
  await world.owner('update gap set register_id = $2 where customer_id = $1', [customer, id])
  // Each gap is mended by an action, and each tenth by those of its neighbours too: what hangs together is a net and no tree.
  await world.owner(
    `with g as (select id, row_number() over (order by id) as n from gap where customer_id = $1), a as (select id, row_number() over (order by id) as n from remediation where customer_id = $1)
    insert into gap__actions (customer_id, owner_id, target_id) select $1, g.id, a.id from g join a on a.n = g.n or (g.n % 10 = 0 and a.n between g.n - 3 and g.n + 3) on conflict do nothing`,
    [customer],
  )
  await world.owner('reset session_replication_role')
  await settle(world)
  const email = await world.member(customer, { roles: ['global_pilote'] })
  const person = await signIn(world.server.port, email, password)
  const tree = async () => {
    const { status, body } = await person.call('GET', `/tree/gap_register/${id}`)
    if (status !== 200) throw new Error(body.toString())
    return JSON.parse(body.toString()) as { shown: number; total: number }
  }
  const { shown, total } = await tree()
  const { p50, p95 } = await repeat(20, tree)
  const sent = await sentInside(world, person, 'GET', `/tree/gap_register/${id}`)
  person.close()
  return [
    { what: 'objects found, and of these shown', measured: `${total} and ${shown}` },
    atMost(`tree of a register with ${linked} gaps and as many actions, whole request: p95`, p95, 300, ms, `p50 ${ms(p50)}`),
    statementsAtMost('its statements', sent, statements),
    ...(await drawn(world, email, id)),
  ]
}

/** Frames while the drawing is dragged and zoomed, at normal speed. */
async function drawn(world: World, email: string, id: number): Promise<Figure[]> {
  const { cookie, close } = await signIn(world.server.port, email, password)
  close()
  const [name = '', value = ''] = cookie.split('=')
  const browser = await chromium.launch({ executablePath: chromiumPath('whole'), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await context.addCookies([{ name, value, url: world.server.address }])
    const page = await context.newPage()
    const start = performance.now()
    await page.goto(`${world.server.address}/ops/gaps?tree=gap_register:${id}`)
    await page.locator('dialog svg [data-key]').nth(400).waitFor({ state: 'attached' })
    const opened = performance.now() - start
    await page.waitForLoadState('networkidle')
    const figures: Figure[] = [{ what: 'page with the drawing of 500 objects, from the address', measured: ms(opened) }]
    for (const [layout, key] of [
      ['force', '1'],
      ['radial', '2'],
      ['mind map', '3'],
    ] as const) {
      await page.getByRole('tree').focus()
      await page.keyboard.press(key)
      await page.waitForTimeout(500)
      const drag = await framesDuring(page, async () => {
        await page.mouse.move(900, 450)
        await page.mouse.down()
        for (let n = 0; n < 60; n += 1) await page.mouse.move(900 - 5 * n, 450 + 2 * n)
        await page.mouse.up()
      })
      const zoom = await framesDuring(page, async () => {
        await page.mouse.move(900, 450)
        for (let n = 0; n < 60; n += 1) await page.mouse.wheel(0, n < 30 ? -60 : 60)
      })
      for (const [what, frames] of [
        ['dragging', drag],
        ['zooming', zoom],
      ] as const)
        figures.push(
          atMost(
            `${layout}, ${what} 500 objects: frames over 50 ms`,
            frames.filter((time) => time > 50).length,
            0,
            count,
            `of ${frames.length}, median ${ms(median(frames))}, longest ${ms(Math.max(...frames))}`,
          ),
        )
    }
    await context.close()
    return figures
  } finally {
    await browser.close()
  }
}

async function framesDuring(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(
    'window.frames_seen = []; window.watching = true; { let last = performance.now(); requestAnimationFrame(function frame(now) { frames_seen.push(now - last); last = now; if (watching) requestAnimationFrame(frame) }) }',
  )
  await work()
  return (await page.evaluate('window.watching = false; frames_seen.slice(2)')) as number[]
}
