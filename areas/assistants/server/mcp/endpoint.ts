import { z } from 'zod'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api, RawContext } from '#kit/server/http/api.ts'
import type { LentRead } from '#kit/server/http/area.ts'
import { publicPath } from '#areas/programs/contract/calls.ts'
import { KeyReader, letIn, scopeLets, scopesOf, type ExposedType, type Lent } from '#areas/programs/server/index.ts'
import { proposeTools } from './propose-tools.ts'
import { lentTool } from './lent-tools.ts'
import { readTools } from './read-tools.ts'
import { serve } from './serve.ts'
import type { ToolContext } from './tool.ts'

/** Milliseconds after which a request is over. */
const patience = 60_000

const fixedTools = [...readTools, ...proposeTools]

/** Where assistants come in (Model Context Protocol, Streamable HTTP), with the same keys as programs and no more rights. */
export function mcpEndpoint(own: Api, resources: Resources, types: ReadonlyMap<string, ExposedType>, lent: Lent): void {
  const { db, now, translate } = own.ports
  const aim = { type: null, verb: 'read' } as const
  const api = own.beside({
    under: publicPath,
    sessions: new KeyReader(types, resources, now, lent),
    before: (request, reply, operation) => letIn({ db, now, aimOf: () => aim }, request, reply, operation),
  })
  const answered = async ({ request, reply, inSession }: RawContext) => {
    const { read, write } = scopesOf(request)
    const scopes = { read, write }
    const those = (verb: 'read' | 'write') => new Map([...types].filter(([name]) => scopeLets(scopes, name, verb)))
    const context: Omit<ToolContext, 'told'> = {
      resources,
      readable: those('read'),
      writable: those('write'),
      inSession,
      linkTo: ({ resource: { def } }, id) => `/open/${def.name}/${id}`,
    }
    const told: ToolContext['told'] = (path, given) =>
      inSession((tx) => {
        // What a program has made is its own nowhere, here as with rows.
        tx.act({ ...tx.who, memberId: 0 })
        return own.answer(tx, path, given, { request, reply })
      })
    const lets = ({ types: told = [] }: LentRead) => told.every((type) => scopeLets(scopes, type, 'read'))
    const tools = [...fixedTools, ...[...lent].flatMap(([scope, { reads }]) => (scopeLets(scopes, scope, 'read') ? reads.filter(lets).map(lentTool) : []))]
    const lang = await inSession(async ({ who }) => who.lang)
    const response = await serve(
      { tools, context: { ...context, told }, version: '1', say: (message) => translate(message, lang) },
      asked(request),
      request.body,
    )
    for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
    return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
  }
  for (const method of ['POST', 'GET', 'DELETE'] as const)
    api.addRaw(
      {
        method,
        path: '/mcp',
        tag: 'mcp',
        summary: 'Speak the Model Context Protocol',
        access: 'session',
        answer: z.unknown(),
        ...(method === 'POST' && { body: z.unknown() }),
      },
      answered,
    )
}

/** As the protocol's library takes requests; the body has been read. */
function asked({ method, url, headers, raw }: RawContext['request']): Request {
  const gone = new AbortController()
  raw.once('close', () => raw.destroyed && gone.abort())
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, String(value)] as [string, string]],
  )
  // Whoever goes away, or waits for longer than any tool takes, frees what was held for them.
  const signal = AbortSignal.any([AbortSignal.timeout(patience), gone.signal])
  return new Request(new URL(url, 'http://localhost'), { method, headers: given, signal })
}
