import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a receiver answers; without `status`, it never does. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Before it answers. */
  readonly wait?: () => Promise<unknown>
}

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** From here on; 204 until then. */
  answer: (reply: Reply | ((received: Received) => Reply)) => void
  close: () => Promise<void>
}

/** A program that hears webhooks, on this machine. */
export async function receiver(): Promise<Receiver> {
  const received: Received[] = []
  let reply: Reply | ((received: Received) => Reply) = { status: 204 }
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
    received.push(one)
    const { status, headers = {}, body = '', wait } = typeof reply === 'function' ? reply(one) : reply
    await wait?.()
    if (status !== undefined) response.writeHead(status, headers).end(body)
  }
  const server = createServer((request, response) => void hear(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer: (next) => {
      reply = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
