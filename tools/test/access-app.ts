/** The areas that let people in, on a database of its own, with a provider, two organisations and a clock that tests turn. */
import fastify from 'fastify'
import pg from 'pg'
import { access } from '#areas/access/server/area.ts'
import { hashPassword, Sessions } from '#areas/access/server/index.ts'
import { organisation } from '#areas/organisation/server/area.ts'
import { people } from '#areas/people/server/area.ts'
import { createInstallation, createMember, type NewMember } from '#areas/people/server/index.ts'
import { tenancy } from '#areas/tenancy/server/area.ts'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import type { Right, Role } from '#kit/contract/right.ts'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { DatabaseAccess } from '#kit/server/data/database.ts'
import type { Resource } from '#kit/server/data/resource.ts'
import { answerErrors } from '#kit/server/http/answer-errors.ts'
import { Api } from '#kit/server/http/api.ts'
import { resourceRoutes } from '#kit/server/http/resource-routes.ts'
import { speaker } from '#kit/server/http/words.ts'
import { testDatabase } from './database.ts'

const areas = [tenancy, access, people, organisation]

/** Everybody's password. */
export const password = 'Correct-Horse-7'

export interface AccessAnswer {
  readonly status: number
  /** Loosely typed on purpose: each test knows what it asked for. */
  readonly body: Record<string, unknown> & { object: { id: number }; objects: { obj_id: number; is_group: boolean }[] }
  readonly setCookie: string | undefined
}

/** One browser: it keeps the cookie that it was given. */
export interface Browser {
  cookie: string
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<AccessAnswer>
  signIn(email: string, typed?: string): Promise<AccessAnswer>
}

/** Builds it; `member` makes one more person, all with the same password. */
export async function accessApp() {
  const database = await testDatabase()
  const owner = new pg.Client(database.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  const db = new DatabaseAccess({ url: database.appUrl, connections: 8 })
  const resources = new Map<string, Resource>(
    areas.flatMap((area) => area.resources.map((resource) => [resource.def.name, resource])),
  )
  const holders = Object.entries(Object.assign({}, ...areas.map((area) => area.rights)) as Record<Right, readonly Role[]>)
  const rightsOf = (roles: readonly Role[]) =>
    new Set(holders.filter(([, holding]) => holding.some((role) => roles.includes(role))).map(([right]) => right))
  const clock = { now: new Date() }
  const say = speaker({ kit: { en, fr }, ...Object.fromEntries(areas.map((area) => [area.name, area.locales])) })
  const http = fastify({ trustProxy: true })
  answerErrors(http, say)
  const api = new Api(http, { db, say, sessions: new Sessions({ rightsOf, key: Buffer.alloc(32), clock: () => clock.now }) })
  for (const resource of resources.values()) resourceRoutes(api, resource, resources)
  for (const area of areas) area.calls?.(api, resources)

  await createInstallation(db, resources, { name: 'Provider', rootPassword: password })
  const customers = { A: await createCustomer(db, { name: 'Alpha' }), B: await createCustomer(db, { name: 'Beta' }) }
  const passwordHash = await hashPassword(password)
  const member = (customer: number, email: string, roles: readonly Role[], rest: Partial<NewMember> = {}) =>
    db.transaction(customer, async (tx) => {
      tx.act(systemWho(customer, 'test', 'test'))
      return createMember(tx, resources, {
        email,
        firstname: email.split('@')[0] ?? '',
        lastname: 'Test',
        roles,
        passwordHash,
        ...rest,
      })
    })

  const browser = (): Browser => ({
    cookie: '',
    async call(method, url, body, headers = {}) {
      const response = await http.inject({
        method,
        url: `/api${url}`,
        headers: { 'x-vigie': '1', ...(this.cookie && { cookie: `vigie_session=${this.cookie}` }), ...headers },
        ...(body && { payload: body }),
      })
      const setCookie = response.headers['set-cookie']?.toString()
      if (setCookie) this.cookie = /^vigie_session=([^;]*)/.exec(setCookie)?.[1] ?? ''
      return { status: response.statusCode, body: response.json(), setCookie }
    },
    signIn(email, typed = password) {
      return this.call('POST', '/auth/login', { email, password: typed })
    },
  })
  return {
    db,
    owner,
    resources,
    customers,
    clock,
    member,
    browser,
    close: async () => {
      await http.close()
      await db.close()
      await owner.end()
      await database.drop()
    },
  }
}
