import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Adapter, Asked, Brought, Config, Reach, RunLine } from '#areas/connectors/server/adapters/adapter.ts'

export interface Call {
  readonly method: string
  /** Path and query, as they came. */
  readonly path: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a fake service answers: a JSON value, or anything by hand. */
export interface Said {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string | Buffer
  /** Writes the answer itself. */
  readonly write?: (response: ServerResponse) => void
}

export interface FakeService {
  readonly url: string
  readonly calls: Call[]
  close: () => Promise<void>
}

/** A service on this machine that answers in a vendor's shape; what is not answered is 404. */
export async function fakeService(answer: (call: Call) => Said | undefined): Promise<FakeService> {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? '/'
      const call: Call = {
        method: request.method ?? 'GET',
        path,
        url: new URL(path, 'http://fake'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      calls.push(call)
      const { status = 200, headers, json, body, write } = answer(call) ?? { status: 404, json: { message: 'Not Found' } }
      if (write) write(response)
      else response.writeHead(status, { 'content-type': json === undefined ? 'text/plain' : 'application/json', ...headers }).end(body ?? JSON.stringify(json))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** What an adapter reaches in a test: nobody waits, and all that it says and waits for is kept. */
export function testReach(now = '2026-11-30T12:00:00Z'): Reach & { readonly lines: RunLine[]; readonly waits: number[] } {
  const lines: RunLine[] = []
  const waits: number[] = []
  return {
    fetch: (url, init) => fetch(url, init),
    signal: new AbortController().signal,
    say: (line) => void lines.push(line),
    now: () => new Date(now),
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    lines,
    waits,
  }
}

/** All that an adapter brings. */
export async function allOf(adapter: Adapter, config: Config, asked: Partial<Asked>, reach: Reach): Promise<Brought[]> {
  const brought: Brought[] = []
  for await (const one of adapter.collect(config, { metrics: [], findings: false, since: null, ...asked }, reach)) brought.push(one)
  return brought
}

/** Metrics by their keys, with no parameters. */
export const metrics = (...keys: readonly string[]): Asked['metrics'] => keys.map((key) => ({ key, parameters: {} }))
