import pg from 'pg'
import { testApp, testPassword, type Answer, type Person } from '#app/test/worlds/test-app.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import { campaignWorld } from './campaign-world.ts'
import { lettersTo, tokenIn } from './letters.ts'

/** A browser somewhere else: it keeps its cookies as browsers do, and has an address of its own. */
export interface Visitor {
  readonly cookies: Map<string, string>
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>
}

/** An organisation whose campaigns people from outside answer, with what they and their browsers do. */
export async function outsideWorld() {
  const clock = { now: new Date() }
  const app = await testApp({ clock: () => clock.now })
  const world = await campaignWorld(app)
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  let count = 0

  const visitor = (): Visitor => {
    const cookies = new Map<string, string>()
    const remoteAddress = `10.7.${(count += 1) >> 8}.${count & 255}`
    return {
      cookies,
      call: async (method, path, body) => {
        const answer = await app.http.inject({
          method,
          url: `/api${path}`,
          remoteAddress,
          headers: { 'x-vigie': '1', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
          ...(body !== undefined && { payload: body as object }),
        })
        for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
          const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? []
          if (value === '') cookies.delete(name)
          else cookies.set(name, value)
        }
        return { status: answer.statusCode, body: answer.headers['content-type']?.includes('json') ? answer.json() : answer.rawPayload }
      },
    }
  }
  /** The evaluation of a new perimeter in a new campaign that runs. */
  const asked = async (changes: Changes = {}) => {
    const perimeter: { id: number } = await world.made('/perimeter', { name_en: `Supplier ${(count += 1)}`, parent: world.root, type: 'PROVIDER' })
    const campaign = await world.started([perimeter.id], changes)
    const found = await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })
    return { campaign, perimeter: perimeter.id, evaluation: found.body.objects[0].id as number }
  }
  const invite = (evaluation: number, email: string, by: Person = world.pilot, more: object = {}) =>
    by.post(`/evaluation/${evaluation}/outside`, { email, firstname: 'Claire', lastname: 'Robin', lang: 'fr', ...more })
  const letters = async (email: string) => {
    await app.jobs()
    return lettersTo(owner, email)
  }
  const linkTo = async (email: string) => tokenIn((await letters(email))[0])
  const reset = (who: Visitor, token: string, password = testPassword) =>
    who.call('POST', '/auth/password/reset', { token, password, password_confirm: password })
  const signIn = (who: Visitor, email: string, password = testPassword) => who.call('POST', '/auth/login', { email, password })
  /** Somebody who has chosen a password by their link and signed in. */
  const guest = async (evaluation: number, email = `guest${(count += 1)}@supplier.example`) => {
    const invited = await invite(evaluation, email)
    const browser = visitor()
    await reset(browser, await linkTo(email))
    await signIn(browser, email)
    return { email, browser, id: invited.body.object.id as number }
  }
  const ask = (who: Visitor, email: string, customer = world.customer) => who.call('POST', '/outside/code', { customer_id: customer, email })
  const codeTo = async (email: string) => /\b(\d{8})\b/.exec((await letters(email))[0]?.text ?? '')?.[1] ?? ''
  const enter = (who: Visitor, code: string) => who.call('POST', '/outside/code/enter', { code })
  const status = (campaign: number, to: string) =>
    owner.query(`begin; set local app.customer_id = '${world.customer}'; update campaign set status = '${to}' where id = ${campaign}; commit`)

  return {
    app,
    world,
    owner,
    clock,
    visitor,
    asked,
    invite,
    letters,
    linkTo,
    reset,
    signIn,
    guest,
    ask,
    codeTo,
    enter,
    status,
    close: async () => {
      await owner.end()
      await app.close()
    },
  }
}
