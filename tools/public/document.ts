import Fastify from 'fastify'
import { areas, resources } from '#app/server/registry.ts'
import { Api } from '#kit/server/http/api.ts'
import { exposedBy } from '#areas/programs/server/exposed.ts'
import { publicApi } from '#areas/programs/server/public/operations.ts'

export type Json = Record<string, unknown>

/** What the public API of this very source says of itself, without a server or a database. */
export async function documentOfSource(): Promise<Json> {
  const http = Fastify()
  // Nothing is asked of it but what it is.
  const ports = { now: () => new Date() } as ConstructorParameters<typeof Api>[1]
  publicApi(new Api(http, ports), resources, exposedBy(areas, resources), {} as Parameters<typeof publicApi>[3])
  return (await http.inject('/public/v1/openapi.json')).json<Json>()
}
