import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#kit/server/http/api.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { hostileKeys, hostileQuery, objectsIn, poisoned, unknownKey as unknown, withUnknown } from './poison.ts'
import { resources } from '#app/server/registry.ts'
import { changesCaller, isProviders, jsonOf, sampleCall } from './sample-calls.ts'
import { distinctOf } from './shapes.ts'
import { nameOf, send as sendCall } from './walk-operations.ts'
import type { Answer, Person, TestApp } from '#app/test/worlds/test-app.ts'

/** What is not ours to name: an identity provider's answer, and what a browser says of a passkey. By hand. */
const others = {
  query: [
    'GET /auth/sso/{config}/login',
    'GET /auth/saml/{config}/login',
    'GET /auth/saml/{config}/metadata',
    'GET /auth/oidc/{config}/callback',
    'POST /auth/saml/{config}/acs',
  ],
  body: ['POST /auth/saml/{config}/acs'],
  nested: [
    'POST /auth/login passkey',
    'POST /auth/passkey passkey',
    'POST /user/passkey response',
    'POST /dashboard/blocks blocks',
    'PUT /dashboard/{id}/draft layout',
    // Its fields are those of the service, which are judged with it.
    'POST /customer_connector/test config',
    'POST /customer_connector/preview config',
  ],
}

let app: TestApp
let pilot: Person
let root: Person
let entered: Person
let customerId: number
let ids: Ids

beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
  customerId = pilot.customerId
  ids.set('customer', [customerId])
  root = await app.signIn('root@vigie.example')
  await app.member(1, [], { email: 'inside@provider.example' })
  await app.db.transaction(1, (tx) => tx.runText(`update account set admin_type = 'ROOT' where email = 'inside@provider.example'`), { provider: true })
  await (await app.signIn('inside@provider.example')).put('/user/customer', { customer_id: customerId })
  entered = await app.signIn('inside@provider.example')
})
afterAll(() => app.close())

/** Whoever may make a call: of the provider, or a pilot, a new one where the call is about themselves. */
function callerOf(operation: Operation): Person | Promise<Person> {
  if (operation.access === 'member.impersonate') return entered
  if (isProviders(operation)) return root
  return changesCaller(operation) ? app.member(customerId, 'global_pilote') : pilot
}

const send = async (operation: Operation, call: { path: string; body: unknown }): Promise<Answer> => sendCall(await callerOf(operation), operation, call)

const withQuery = (path: string) => `${path}${path.includes('?') ? '&' : '?'}${hostileQuery}`

/** A key that nothing holds, such as the changes of a bulk edit, is named without where it stands. */
const names = ({ status, body }: Answer, at: readonly string[], key = unknown) => {
  const errorKeys = Object.keys(body.errors ?? {})
  return status === 400 && (errorKeys.includes([...at, key].join('.')) || (at[0] === 'changes' && errorKeys.includes([...at.slice(1), key].join('.'))))
}

const isStrict = ({ body }: Operation) => body !== undefined && jsonOf(body).additionalProperties === false

describe('what a call does not name is refused by name', () => {
  /** Calls whose body and query are both poisoned name all of it at once; a place that is read only once the rest is right is asked for by itself. */
  test('in every query string and every body, at every depth, also where a call has no body', async () => {
    const taken: string[] = []
    let tried = 0
    // What an entity takes is its own; whatever else the kit makes for every entity takes the same few things.
    for (const operation of distinctOf(app.api.operations, ['POST ', 'PUT /{id}'])) {
      const { path, body = operation.method === 'GET' ? undefined : {} } = sampleCall(operation, { ids, word: 'Inputs', whole: true })
      const queried = !others.query.includes(nameOf(operation))
      const places = operation.upload || operation.method === 'GET' || others.body.includes(nameOf(operation)) ? [] : objectsIn(body)
      const asked = places.filter((at) => !others.nested.includes(`${nameOf(operation)} ${at[0]}`))
      const complain = (where: string, { status, body: refusal }: Answer) =>
        taken.push(`${nameOf(operation)} at ${where}: ${status} ${JSON.stringify(refusal).slice(0, 120)}`)
      const answer = await send(operation, { path: queried ? withQuery(path) : path, body: places.length > 0 ? poisoned(body) : body })
      if (answer.status >= 500) complain('all', answer)
      if (queried && ![unknown, ...hostileKeys].every((key) => names(answer, [], key))) complain('its query', answer)
      if (asked.length > 0 && isStrict(operation) && !hostileKeys.every((key) => names(answer, [], key))) complain('its body', answer)
      for (const at of asked) {
        tried += 1
        // The query names the same key as the outermost object would.
        if (at.length > 0 && names(answer, at)) continue
        const alone = await send(operation, { path, body: withUnknown(body, at) })
        if (!names(alone, at)) complain(at.join('.'), alone)
      }
    }
    expect(taken).toEqual([])
    expect(tried).toBeGreaterThan(500)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('in forms with a file, before it and after it', async () => {
    const taken: string[] = []
    for (const operation of app.api.operations.filter(({ upload }) => upload)) {
      const { path } = sampleCall(operation, { ids, word: 'Inputs', whole: false })
      const field = `--b\r\ncontent-disposition: form-data; name="${unknown}"\r\n\r\n1\r\n`
      const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.txt"\r\ncontent-type: text/plain\r\n\r\nx\r\n'
      for (const parts of [field + file, file + field]) {
        const { cookie } = await callerOf(operation)
        const answer = await app.http.inject({
          method: operation.method,
          url: `/api${path}`,
          headers: { cookie, 'x-vigie': '1', 'content-type': 'multipart/form-data; boundary=b' },
          payload: `${parts}--b--\r\n`,
        })
        if (!names({ status: answer.statusCode, body: answer.json() }, []))
          taken.push(`${nameOf(operation)}: ${answer.statusCode} ${answer.body.slice(0, 120)}`)
      }
    }
    expect(taken).toEqual([])
  })

  test('together with everything else that is wrong, in the query as in the body', async () => {
    const answer = await pilot.put('/list_setting/remediation?first=1', { columns: [{ name: 'x', wide: true }], density: 3, per_page: 0, theme: 'dark' })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['columns.0.wide', 'density', 'first', 'per_page', 'theme', 'view_mode'])
  })
})

describe('a row that was changed meanwhile', () => {
  test.each([...resources.values()].filter(({ def }) => def.rights.delete !== null && def.rights.update !== null).map(({ def }) => def.name))(
    'is not removed by who has read another version: %s',
    async (name) => {
      const id = ids.get(name)?.[0] as number
      const stale = (await pilot.get(`/${name}/${id}`)).body.object.version + 1
      expect(await pilot.call('DELETE', `/${name}/${id}`, { version: stale })).toMatchObject({ status: 409, body: { code: 'STALE' } })
      expect((await pilot.get(`/${name}/${id}`)).status).toBe(200)
    },
  )

  test('is not removed either where the query says the version, and not at all where query and body say different ones', async () => {
    const path = `/label/${ids.get('label')?.[0]}`
    const { version } = (await pilot.get(path)).body.object as { version: number }
    const stale = version + 1
    for (const body of [undefined, { version: stale }])
      expect(await pilot.call('DELETE', `${path}?version=${stale}`, body)).toMatchObject({ status: 409, body: { code: 'STALE' } })
    expect((await pilot.call('DELETE', `${path}?version=${version}`, { version: stale })).body).toMatchObject({ errors: { version: [expect.any(String)] } })
    expect((await pilot.get(path)).status).toBe(200)
  })

  test('is removed by who has read this one, as the body or the query says', async () => {
    for (const [name, query, body] of [
      ['By body', '', { version: 1 }],
      ['By query', '?version=1', undefined],
      ['By both', '?version=1', { version: 1 }],
    ] as const) {
      const { id } = (await pilot.post('/tag', { name_en: name })).body.object
      expect((await pilot.call('DELETE', `/tag/${id}${query}`, body)).status).toBe(200)
    }
  })
})
