import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, type AdminType } from '#kit/contract/right.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { rights } from '#app/server/registry.ts'
import { isProviders, sampleCall } from '#app/test/walks/sample-calls.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/*
 * Every operation of the provider, and which of its people may call it, written by hand from ADM-46, never derived from the declarations.
 *
 * Outside any organisation: R root, S support, T staff+, I user of an instance. Inside an organisation, where any may go: r root, s support. In a catalog: k staff+.
 */
const expected: Readonly<Record<string, string>> = {
  'GET /outbox': 'Rr',
  'GET /customer': 'RSTI',
  'GET /customer/{id}/logo/{picture}': 'RSTI',
  'POST /customer': 'R',
  'PUT /customer/{id}': 'R',
  'GET /customer/{id}/people': 'RSTI',
  'GET /customer/{id}/extent': 'RSTI',
  'PUT /customer/{id}/suspension': 'R',
  'PUT /customer/{id}/deletion': 'R',
  'POST /customer/usage': 'RSTI',
  'GET /customer/{id}/archive': 'R',
  'POST /customer/{id}/archive': 'R',
  'GET /customer/{id}/archive/{archive}': 'R',
  'PUT /licence/{id}': 'R',
  'PUT /connector/{identifier}': 'RS',
  'GET /archive-import': 'R',
  'POST /archive-import': 'R',
  'POST /archive-import/{id}/run': 'R',
  'DELETE /archive-import/{id}': 'R',
  'GET /instance': 'RS',
  'POST /instance': 'R',
  'PUT /instance/{id}': 'R',
  'GET /instance/{id}/terms': 'RS',
  'POST /instance/{id}/terms': 'R',
  'GET /metadata_property/use': 'RS',
  'POST /metadata_property': 'R',
  'PUT /metadata_property/{id}': 'R',
  'DELETE /metadata_property/{id}': 'R',
  'PUT /login_message/1': 'R',
  'POST /login_message/logo/1': 'R',
  'DELETE /login_message/logo/1': 'R',
  'GET /provider_user': 'RS',
  'POST /provider_user': 'R',
  'PUT /provider_user/{id}': 'R',
  'POST /provider_user/{id}/unlock': 'RS',
  'POST /provider_user/{id}/invite': 'R',
  'GET /internal_metric': 'RS',
  'GET /internal_indicator': 'RS',
  'POST /auth/impersonate': 'rs',
  'GET /wiki/page/{identifier}/source': 'RTk',
  'PUT /wiki/page/{identifier}': 'RTk',
  'DELETE /wiki/page/{identifier}': 'RTk',
  'GET /wiki/feedback': 'RSTrsk',
}

let app: TestApp
let owner: pg.Client
let ids: Ids
const people = new Map<string, Person>()
const operations = () => app.api.operations.filter(isProviders)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

beforeAll(async () => {
  const filled = await filledApp()
  const { customer } = filled
  ;({ app, ids } = filled)
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const catalog = (await owner.query<{ id: number }>(`select id from customer where kind = 'CATALOG'`)).rows[0]?.id ?? 0
  ids.set('customer', [customer.id])
  ids.set('instance', [1])
  for (const role of roles) people.set(role, await app.member(customer.id, role, role.startsWith('local') ? { perimeterIds: [customer.root] } : {}))
  const staff = async (letter: string, change: string, enters?: number) => {
    const email = `${letter}@staff.example`
    await app.member(1, [], { email })
    await owner.query(`update account set ${change} where email = $1`, [email])
    if (enters !== undefined) expect((await (await app.signIn(email)).put('/user/customer', { customer_id: enters })).status).toBe(200)
    people.set(letter, await app.signIn(email))
  }
  for (const [letter, type] of [
    ['R', 'ROOT'],
    ['S', 'SUPPORT'],
    ['T', 'STAFF_PLUS'],
  ] as const)
    await staff(letter, `admin_type = '${type satisfies AdminType}'`)
  await staff('I', 'instance_id = 1')
  await staff('r1', `admin_type = 'ROOT'`, customer.id)
  await staff('s1', `admin_type = 'SUPPORT'`, customer.id)
  await staff('k1', `admin_type = 'STAFF_PLUS'`, catalog)
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

test('there is an expectation for every operation of the provider, and for no other', () => {
  expect(operations().map(nameOf).toSorted()).toEqual(Object.keys(expected).toSorted())
})

test('every operation that needs a right names one that exists', () => {
  const named = app.api.operations.map(({ access }) => access).filter((access) => access !== 'public' && access !== 'session')
  expect(named.filter((right) => !(right in rights))).toEqual([])
})

describe.each(Object.entries(expected))('%s', (name, letters) => {
  test('is for whom the specification names, and for nobody else of the provider or of an organisation', async () => {
    const operation = operations().find((each) => nameOf(each) === name)!
    const wrong: string[] = []
    for (const [who, person] of people) {
      const { path, body } = sampleCall(operation, { ids, word: 'actions', whole: false })
      const answer = operation.upload ? await person.upload(path, 'file.txt', 'x') : await person.call(operation.method, path, body)
      const may = who.length <= 2 && letters.includes(who[0] as string)
      // Who may call it is told what is wrong with the call, everybody else that they may not, whatever they send.
      if ((answer.status === 403 && answer.body.code === 'FORBIDDEN') === may)
        wrong.push(`${who}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 150)}`)
    }
    expect(wrong).toEqual([])
  })

  test('tells nobody else what is wrong with a call', async () => {
    const operation = operations().find((each) => nameOf(each) === name)!
    if (!operation.body) return
    const { path } = sampleCall(operation, { ids, word: 'actions', whole: false })
    for (const role of roles) expect([role, (await people.get(role)!.call(operation.method, path, { no_such_field: 1 })).status]).toEqual([role, 403])
  })
})

describe('the outbox', () => {
  test('gives nobody a way in as somebody stronger: no link of a mail is shown, to root neither, and each look is audited', async () => {
    const rootMail = 'root@vigie.example'
    await app.db.transaction(1, (tx) => tx.runText(`select keep_reset_request($1, 'en', moment())`, [rootMail]))
    const { rows } = await owner.query<{ id: number }>('select max(id) as id from reset_request')
    await app.db.transaction(1, async (tx) => {
      tx.act(systemWho(1, 'test', 'test', 'en', 'Europe/Paris'))
      tx.enqueue({ name: 'access.reset', data: { request_id: rows[0]?.id } })
    })
    await app.jobs()
    const root = people.get('R')!
    const audited = async () =>
      Number((await owner.query<{ n: string }>(`select count(*) as n from audit_log where entity = 'outbox_mail' and action = 'read'`)).rows[0]?.n)
    const before = await audited()
    const { objects } = (await root.get('/outbox')).body as { objects: { to_address: string; text: string; html: string }[] }
    const mail = objects.find(({ to_address: to, text }) => to === rootMail && text.includes('/password_reset/'))
    expect(mail?.text).toContain('/password_reset/••••••••')
    expect(JSON.stringify(objects)).not.toMatch(/password_reset\/[\w-]/)
    expect(await audited()).toBe(before + 1)
    for (const who of ['S', 'T', 'I', 's1', 'k1', ...roles])
      expect([who, (await people.get(who)!.get('/outbox')).body]).toEqual([who, { ok: false, message: 'Unauthorized', code: 'FORBIDDEN' }])
  })
})
