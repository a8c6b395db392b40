import fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { text, type Field } from '#kit/contract/field.ts'
import { Api, type ApiPorts } from '#kit/server/http/api.ts'
import { openApi } from '#kit/server/http/openapi.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { resources } from '#app/server/registry.ts'
import { addRoutes } from '#app/server/routes.ts'

/** As many entities as the product will have: those of today, and others that are declared like them. */
const entities = 80
let document: ReturnType<typeof openApi>
let kilobytes: { readonly grown: number; readonly today: number }

/** Another entity of the same make. It has a field and choices of its own, or the document would describe the two of them once. */
function another({ def, work, ...resource }: Resource, number: number): Resource {
  const own = (word: string) => `${word}_${number}`
  const fields = Object.entries(def.fields).map(([name, { options, ...field }]): [string, Field] => [
    name,
    { ...field, options: options.values ? { ...options, values: options.values.map(own) } : options },
  ])
  const states = Object.entries(work?.states ?? {}).map(([name, state]) => [own(name), state] as const)
  return {
    ...resource,
    def: { ...def, name: `entity${number}`, fields: { ...Object.fromEntries(fields), [own('own')]: text({ max: 100 }) } },
    ...(work && { work: { ...work, states: Object.fromEntries(states) } }),
  }
}

function documentOf(declared: ReadonlyMap<string, Resource>): ReturnType<typeof openApi> {
  const ports: Partial<ApiPorts> = { translate: (message) => (typeof message === 'string' ? message : message.key), addOns: [], readers: new Map() }
  const api = new Api(fastify(), ports as ApiPorts)
  // Nothing is called: what handlers need is not looked at.
  addRoutes(api, declared, {
    ready: async () => {},
    storage: {} as never,
    translate: () => '',
    sheetKinds: [],
    setupCode: undefined,
    demonstration: () => ({ stage: null, percent: null }),
    streams: undefined as never,
  })
  return openApi(api.operations, { version: '0', cookie: 'c' })
}

const sizeOf = (json: unknown) => Buffer.byteLength(JSON.stringify(json)) / 1024

beforeAll(() => {
  const grown = new Map<string, Resource>(resources)
  for (const resource of [...resources.values(), ...resources.values()].slice(0, entities - resources.size)) {
    const declared = another(resource, grown.size)
    grown.set(declared.def.name, declared)
  }
  document = documentOf(grown)
  kilobytes = { grown: sizeOf(document), today: sizeOf(documentOf(resources)) }
})

test('the document of eighty entities stays readable: rows, bodies and refusals stand once', () => {
  const operations = Object.values(document['paths'] as Record<string, object>).flatMap((path) => Object.keys(path).filter((key) => key !== 'parameters'))
  expect(operations.length).toBeGreaterThan(1000)
  // 672 when there were 32 entities, 797 with 46 that have more to say than those that are made, 885 with 51, 1,084 with 62 of the 80 that are counted now, 1,163 with dashboards, 1,201 with archives and parts, 1,255 with connectors and tickets; what areas write by hand comes on top, what each entity brings is bounded below.
  expect(kilobytes.grown).toBeLessThan(1300)
  const { schemas } = document['components'] as { schemas: Record<string, { allOf?: { $ref?: string }[] }> }
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Row', 'Refusal', 'perimeter', 'perimeter_listed']))
  expect(schemas['perimeter']?.allOf?.[0]?.$ref).toBe('#/components/schemas/perimeter_listed')
  expect(schemas['perimeter_listed']?.allOf?.[0]?.$ref).toBe('#/components/schemas/Row')
})

test('an entity more adds under 8 kilobytes to the document', () => {
  expect((kilobytes.grown - kilobytes.today) / (entities - resources.size)).toBeLessThan(8)
})
