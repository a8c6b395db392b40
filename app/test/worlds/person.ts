import type { App } from '#app/server/app.ts'

/** What a call answered: its status and body. */
export interface Answer {
  readonly status: number
  // The body is whatever the server said; tests look into it freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** Somebody signed in, who calls the API as a browser would. */
export interface Person {
  readonly memberId: number
  readonly customerId: number
  readonly cookie: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Sends a file as a browser's form does. */
  upload(path: string, name: string, content: Uint8Array | string): Promise<Answer>
}

/** Somebody whose session has this cookie. */
export function personOf(app: Pick<App, 'http'>, cookie: string, memberId: number, customerId: number): Person {
  const call: Person['call'] = async (method, path, body) => {
    const answer = await app.http.inject({
      method,
      url: `/api${path}`,
      headers: { cookie, 'x-vigie': '1' },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: answer.statusCode, body: answer.headers['content-type']?.includes('json') ? answer.json() : answer.rawPayload }
  }
  return {
    memberId,
    customerId,
    cookie,
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    put: (path, body = {}) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
    upload: async (path, name, content) => {
      const boundary = 'test-boundary-5f2c'
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
      const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
      const answer = await app.http.inject({
        method: 'POST',
        url: `/api${path}`,
        payload,
        headers: { cookie, 'x-vigie': '1', 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}
