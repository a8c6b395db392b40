import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { assistantOf, callTool as call } from '#tools/test/assistant.ts'
import { program } from '#tools/test/program.ts'
import { serve } from './serve.ts'
import { defineTool, type ToolContext } from './tool.ts'

let world: World
let other: { id: number; root: number; pilot: Person }

beforeAll(async () => {
  world = await makeWorld()
  const customer = await world.app.customer()
  other = { ...customer, pilot: await world.app.member(customer.id, 'global_pilote') }
})
afterAll(() => world.app.close())

const make = async (given: object, by: Person = world.pilot): Promise<Row> => objectOf(await by.post('/api_key', { name: 'Claire’s assistant', ...given }))

const assistant = (secret: string, versions: object = {}): Promise<Client> => assistantOf(world.app, secret, versions)

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
])('an assistant that speaks %s reads what its key reads, typed and with links', async (version, negotiation) => {
  const { secret } = await make({ read: ['actions'] })
  const row = await world.action({ name_en: 'Rotate the certificates of Lyon', perimeter: world.lyon })
  await world.action({ name_en: 'Another one' })
  const client = await assistant(String(secret), negotiation)
  expect(client.getNegotiatedProtocolVersion()).toBe(version)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'list_types',
    'search',
    'list_rows',
    'count_rows',
    'open_row',
    'history_of_row',
    'propose_changes',
    'my_proposals',
    'withdraw_proposal',
  ])
  expect(tools.every(({ outputSchema, annotations }) => outputSchema && annotations?.destructiveHint === false)).toBe(true)
  expect((await call(client, 'list_types')).structuredContent).toEqual({ types: [{ type: 'actions', writable: false }] })
  expect((await call(client, 'list_types', { type: 'actions' })).structuredContent.types[0].filters).toContain('target_date_to')
  const { found } = (await call(client, 'search', { text: 'certificates' })).structuredContent
  expect(found).toContainEqual({
    type: 'actions',
    id: row.id,
    identifier: row.identifier,
    name: 'Rotate the certificates of Lyon',
    link: `/open/remediation/${row.id}`,
  })
  expect((await call(client, 'open_row', { type: 'actions', id: row.id })).structuredContent.row).toMatchObject({
    name_en: 'Rotate the certificates of Lyon',
    version: 1,
  })
  const { rows, next_cursor: next } = (await call(client, 'list_rows', { type: 'actions', limit: 1 })).structuredContent
  expect([rows.length, typeof next]).toEqual([1, 'string'])
  expect((await call(client, 'history_of_row', { type: 'actions', id: row.id })).structuredContent.entries[0]).toMatchObject({ action: 'create' })
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['vigie://actions'])
  const read = await client.readResource({ uri: `vigie://actions/${row.id}` })
  expect(JSON.stringify(read.contents)).toContain('Rotate the certificates')
  await client.close()
})

test('what is refused is told in words and changes nothing', async () => {
  const { secret } = await make({ read: ['actions'] })
  const client = await assistant(String(secret))
  for (const [name, args, text] of [
    ['open_row', { type: 'gaps', id: 1 }, /may not read gaps/],
    ['open_row', { type: 'actions', id: 999_999 }, /not|available/i],
    ['list_rows', { type: 'actions', filters: { colour: 'red' } }, /colour/],
    ['list_rows', { type: 'actions', limit: 5000 }, /limit|50/],
    ['propose_changes', { title: 'Close it', reason: 'Because', changes: [{ type: 'actions', id: 1, values: { name_en: 'No' } }] }, /may not write actions/],
    ['erase', {}, /no tool erase/],
  ] as const) {
    const told = await call(client, name, args)
    expect([name, told.isError, told.content[0]?.text]).toEqual([name, true, expect.stringMatching(text)])
  }
  await expect(client.readResource({ uri: 'vigie://gaps/1' })).rejects.toThrow(/not found/i)
  await client.close()
})

test('without a key that lets in, or with one of another organisation, nothing of this one is there', async () => {
  const row = await world.action({ name_en: 'Secret of ours' })
  await expect(assistant('vg_live_1_nothing')).rejects.toThrow()
  const foreign: Row = objectOf(await other.pilot.post('/api_key', { name: 'Foreign', write: ['actions'] }))
  const client = await assistant(String(foreign.secret))
  expect((await call(client, 'search', { text: 'Secret of ours' })).structuredContent).toEqual({ found: [] })
  expect((await call(client, 'open_row', { type: 'actions', id: row.id })).isError).toBe(true)
  const told = await call(client, 'propose_changes', {
    title: 'Take it',
    reason: 'None',
    changes: [{ type: 'actions', id: row.id, values: { name_en: 'Mine' } }],
  })
  expect(told.isError).toBe(true)
  await client.close()
})

test('a key that is revoked is out at its next request, whatever it had begun', async () => {
  const { id, secret } = await make({ read: ['actions'] })
  const client = await assistant(String(secret))
  expect((await call(client, 'list_types')).isError).toBeUndefined()
  expect((await world.pilot.post(`/api_key/${id}/revoke`, {})).status).toBe(200)
  await expect(call(client, 'list_types')).rejects.toThrow()
  await client.close()
})

test('it speaks the newest revision and older ones, one request at a time and without a stream', async () => {
  const { secret } = await make({ read: ['actions'] })
  const ask = program(world.app, String(secret))
  const headers = { accept: 'application/json, text/event-stream' }
  const initialize = (protocolVersion: string) =>
    ask('POST', '/mcp', {
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } } },
    })
  for (const version of ['2025-06-18', '2025-11-25']) {
    const { status, body } = await initialize(version)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(version)])
  }
  expect((await ask('GET', '/mcp', { headers })).status).toBe(405)
  expect((await ask('POST', '/mcp', { headers, body: { jsonrpc: '2.0', id: 2, method: 'subscriptions/listen', params: {} } })).status).toBe(404)
  const many = Array.from({ length: 3 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} }))
  expect((await ask('POST', '/mcp', { headers, body: many })).status).toBe(400)
  expect((await ask('POST', '/mcp', { headers, body: { jsonrpc: '2.0', id: 1 } })).status).toBeGreaterThanOrEqual(400)
  expect((await ask('POST', '/mcp', { headers, body: { padding: 'x'.repeat(3_000_000) } })).status).toBe(413)
})

test('what goes wrong inside is told as everywhere, and nothing of it to whoever asks', async () => {
  const { secret } = await make({ read: ['actions'] })
  const broken = defineTool({
    name: 'broken',
    title: 'Broken',
    description: '',
    reads: true,
    input: z.strictObject({}),
    output: z.object({}),
    run: async () => {
      await new Promise((resolve) => void setImmediate(resolve))
      throw new Error('the password of the database')
    },
  })
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'broken', arguments: {} } }
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  })
  const context: ToolContext = {
    resources: new Map(),
    readable: new Map(),
    writable: new Map(),
    inSession: () => Promise.reject(new Error(String(secret))),
    told: () => Promise.reject(new Error(String(secret))),
    linkTo: () => '',
  }
  await expect(serve({ tools: [broken], context, version: '1', say: ({ key }) => key }, request, asked)).rejects.toThrow('the password of the database')
})
