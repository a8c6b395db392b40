import { connect, type Socket } from 'node:net'

export interface HttpAnswer {
  readonly status: number
  readonly head: string
  readonly body: Buffer
}

/** One kept-alive connection that sends one request at a time: the load generator must cost little beside the server, which shares its cores. */
export class HttpClient {
  #socket: Socket
  #received: Buffer[] = []
  #size = 0
  #head: { status: number; text: string; end: number; total: number } | undefined
  #waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    const fail = (error: Error) => {
      this.#waiting?.reject(error)
      this.#waiting = undefined
    }
    this.#socket.on('error', fail)
    this.#socket.on('close', () => fail(new Error('The server closed the connection')))
  }

  /** Sends bytes made by `requestBytes`; rejects when the connection breaks before the answer is whole. */
  send(request: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#size += chunk.length
    if (!this.#head) {
      const all = Buffer.concat(this.#received)
      this.#received = [all]
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = all.toString('latin1', 0, end)
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      this.#head = { status: Number(text.slice(9, 12)), text, end: end + 4, total: end + 4 + length }
    }
    const { status, text, end, total } = this.#head
    if (this.#size < total) return
    const body = Buffer.concat(this.#received).subarray(end, total)
    this.#received = []
    this.#size = 0
    this.#head = undefined
    this.#waiting?.resolve({ status, head: text, body })
  }
}

/** A request as it goes over the wire; `body` is sent as JSON. */
export function requestBytes(
  method: string,
  path: string,
  { cookie, body, from }: { cookie?: string; body?: unknown; from?: string | undefined } = {},
): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} /api${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'x-vigie: 1',
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(from ? [`x-forwarded-for: ${from}`] : []),
    ...(content ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`] : []),
    '',
    content,
  ].join('\r\n')
}

/** Somebody signed in to the benched server, on a connection of their own. */
export interface Visitor {
  call(method: string, path: string, body?: unknown): Promise<HttpAnswer>
  readonly cookie: string
  close(): void
}

/** `from`: the address that they come from, where there are more of them than one address may sign in. */
export async function signIn(port: number, email: string, password: string, from?: string): Promise<Visitor> {
  const client = new HttpClient(port)
  const answer = await client.send(requestBytes('POST', '/auth/login', { body: { email, password }, from }))
  const cookie = /set-cookie: ([^;]+)/i.exec(answer.head)?.[1]
  if (answer.status !== 200 || !cookie) throw new Error(`${email} cannot sign in: ${answer.body.toString()}`)
  return visitor(port, cookie, client)
}

/** Another connection with the same session. */
export function visitor(port: number, cookie: string, client = new HttpClient(port)): Visitor {
  return { cookie, call: (method, path, body) => client.send(requestBytes(method, path, { cookie, body })), close: () => client.close() }
}
