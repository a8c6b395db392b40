import { setTimeout as pause } from 'node:timers/promises'
import { atMost, megabytes, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { residentOf } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const seconds = (value: number) => `${Math.round(value * 10) / 10} s`

/** Everything of an organisation written to an archive by the running server, and an organisation made of that archive in the same installation. */
export async function archiving(world: World): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [actions, within] of [
    [10_000, 15],
    [100_000, 60],
  ] as const) {
    const { customer } = await seedActions(world, { name: `Archived ${actions}`, actions, searchable: true })
    const person = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
    await settle(world)
    const before = residentOf(world.server.pid)
    const made = await over(world, async () => {
      await call(person, 'POST', '/archive', {})
      return until(async () => (await call(person, 'GET', '/archive')).objects[0], ['PENDING', 'RUNNING'])
    })
    const size = megabytes(Number(made.result.size) / 1024 ** 2)
    const { body } = await person.call('GET', `/archive/${made.result.id}/download`)
    // A connection that rests for a minute is closed.
    const root = await signIn(world.server.port, 'root@vigie.example', password)
    const sent = await over(world, async () => {
      await upload(world, root, body)
      return until(async () => (await call(root, 'GET', '/archive-import')).objects[0], ['CHECKING'])
    })
    const found = sent.result
    const imported = await over(world, async () => {
      await call(root, 'POST', `/archive-import/${found.id}/run`, { name: `Brought ${actions}`, version: found.version })
      return until(async () => (await call(root, 'GET', '/archive-import')).objects[0], ['IMPORTING'])
    })
    if (imported.result.status !== 'IMPORTED') throw new Error(JSON.stringify(imported.result))
    const name = `${actions.toLocaleString('en')} actions`
    figures.push(
      atMost(`${name}: archive`, made.seconds, within, seconds, `${made.result.rows} rows, ${size}`),
      { what: `${name}: more memory at its highest`, measured: megabytes(made.highest - before) },
      { what: `${name}: sent and looked at`, measured: seconds(sent.seconds) },
      { what: `${name}: imported`, measured: seconds(imported.seconds) },
      atMost(`${name}: memory at its highest, import included`, Math.max(made.highest, sent.highest, imported.highest), 500, megabytes),
    )
    person.close()
    root.close()
  }
  return figures
}

// oxlint-disable-next-line typescript/no-explicit-any
const call = async (person: Visitor, method: 'GET' | 'POST', path: string, body?: object): Promise<any> => {
  const answer = JSON.parse((await person.call(method, path, body)).body.toString()) as { ok: boolean }
  if (!answer.ok) throw new Error(`${path} is refused: ${JSON.stringify(answer)}`)
  return answer
}

async function until<T extends { readonly status: string }>(look: () => Promise<T>, while_: readonly string[]): Promise<T> {
  for (;;) {
    const found = await look()
    if (!while_.includes(found.status)) return found
    await pause(200)
  }
}

/** How long something takes, and the most that the server holds meanwhile. */
async function over<T>(world: World, work: () => Promise<T>): Promise<{ readonly result: T; readonly seconds: number; readonly highest: number }> {
  const start = performance.now()
  let highest = 0
  const looking = setInterval(() => (highest = Math.max(highest, residentOf(world.server.pid))), 100)
  try {
    const result = await work()
    return { result, seconds: (performance.now() - start) / 1000, highest }
  } finally {
    clearInterval(looking)
  }
}

async function upload(world: World, root: Visitor, content: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), 'archive.zip')
  const answer = await fetch(`http://127.0.0.1:${world.server.port}/api/archive-import`, {
    method: 'POST',
    body: form,
    headers: { 'x-vigie': '1', cookie: root.cookie },
  })
  if (!answer.ok) throw new Error(await answer.text())
}
