import type { Answer, Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from './actions-world.ts'
import { receiver, type Receiver } from './receiver.ts'

interface MadeHook {
  readonly id: number
  readonly secret: string
}

/** An organisation with a program on this machine that hears what happens there. */
export interface HookWorld extends World {
  readonly hears: Receiver
  /** Names that were asked for since the last test began. */
  readonly asked: string[]
  /** What names mean from here on. */
  resolve: (addresses: (host: string) => readonly string[]) => void
  make: (given?: object, by?: Person) => Promise<MadeHook>
  remove: (...ids: number[]) => Promise<void>
  webhook: (id: number) => Promise<Row>
  /** Messages of one, the last first. */
  deliveries: (id: number, query?: string) => Promise<Row[]>
  delivery: (id: number) => Promise<Row>
  /** What was heard, as objects. */
  bodies: () => Row[]
  /** Some seconds on, with what is due by then. */
  later: (seconds: number) => Promise<void>
  /** Forgets everything that was heard and every webhook. */
  anew: () => Promise<void>
}

/** Throws where something was refused. */
export function done({ status, body }: Answer): void {
  if (status !== 200) throw new Error(JSON.stringify(body))
}

export async function makeHookWorld(): Promise<HookWorld> {
  const hears = await receiver()
  const asked: string[] = []
  let resolved: (host: string) => readonly string[] = () => []
  const begun = new Date()
  const world = await makeWorld({
    // Nobody’s session ends although days pass.
    clock: () => begun,
    allowedHosts: '127.0.0.1, allowed.example',
    resolve: async (host) => {
      asked.push(host)
      return resolved(host)
    },
  })
  const { app, pilot } = world
  const remove = async (...ids: number[]) => {
    for (const id of ids) done(await pilot.delete(`/webhook/${id}`))
  }
  return {
    ...world,
    app: {
      ...app,
      close: async () => {
        await app.close()
        await hears.close()
      },
    },
    hears,
    asked,
    remove,
    resolve: (addresses) => {
      resolved = addresses
    },
    make: async (given = {}, by = pilot) =>
      objectOf(await by.post('/webhook', { name: 'Planner', url: hears.url, events: ['actions.*'], ...given })) as MadeHook,
    webhook: async (id) => objectOf(await pilot.get(`/webhook/${id}`)),
    deliveries: async (id, query = '') => (await pilot.get(`/webhook/${id}/deliveries${query}`)).body.objects as Row[],
    delivery: async (id) => objectOf(await pilot.get(`/webhook/delivery/${id}`)),
    bodies: () => hears.received.map(({ body }) => JSON.parse(body)),
    later: async (seconds) => {
      await app.moveTo(new Date(Date.now() + seconds * 1000))
      await app.jobs()
    },
    anew: async () => {
      await app.jobs()
      hears.answer({ status: 204 })
      const all = (await pilot.post('/webhook/page', {})).body.objects as Row[]
      await remove(...all.map(({ id }) => id as number))
      hears.received.length = 0
      asked.length = 0
    },
  }
}
