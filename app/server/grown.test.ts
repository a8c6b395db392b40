import fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { Api, type ApiPorts } from '#kit/server/http/api.ts'
import { openApi } from '#kit/server/http/openapi.ts'
import type { Resource } from '#kit/server/data/resource.ts'
import { resources } from './registry.ts'
import { addRoutes } from './routes.ts'

/** As many entities as the product will have: those of today, and copies of them under other names. */
const entities = 61
let document: ReturnType<typeof openApi>
let text: string

beforeAll(() => {
  const grown = new Map<string, Resource>(resources)
  for (const resource of [...resources.values(), ...resources.values()].slice(0, entities - resources.size)) {
    const name = `${resource.def.name}_${grown.size}`
    grown.set(name, { ...resource, def: { ...resource.def, name } })
  }
  const ports: Partial<ApiPorts> = { translate: (message) => (typeof message === 'string' ? message : message.key), addOns: [], readers: new Map() }
  const api = new Api(fastify(), ports as ApiPorts)
  // Nothing is called: what handlers need is not looked at.
  addRoutes(api, grown, { ready: async () => {}, storage: {} as never, translate: () => '', sheetKinds: [], setupCode: undefined })
  document = openApi(api.operations, { version: '0', cookie: 'c' })
  text = JSON.stringify(document)
})

test('the document of sixty entities stays readable: rows, bodies and refusals stand once', () => {
  const operations = Object.values(document['paths'] as Record<string, object>).flatMap((methods) => Object.keys(methods))
  expect(operations.length).toBeGreaterThan(1000)
  expect(text.length / 1024).toBeLessThan(745)
  const { schemas } = document['components'] as { schemas: Record<string, { allOf?: { $ref?: string }[] }> }
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Row', 'Refusal', 'perimeter', 'perimeter_listed']))
  expect(schemas['perimeter']?.allOf?.[0]?.$ref).toBe('#/components/schemas/perimeter_listed')
  expect(schemas['perimeter_listed']?.allOf?.[0]?.$ref).toBe('#/components/schemas/Row')
})
