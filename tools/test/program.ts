import type { App } from '#app/server/app.ts'

export interface ProgramAnswer {
  readonly status: number
  // Bodies are whatever the server says; tests look into them freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>
}

export type ProgramMethod = 'GET' | 'POST' | 'PUT'

export interface ProgramCall {
  readonly body?: unknown
  /** Sent as the one file of a form, in place of a body. */
  readonly file?: { readonly name: string; readonly content: string | Buffer }
  readonly headers?: Readonly<Record<string, string>>
  readonly remoteAddress?: string
}

/** Asks the public API as a program does: with its key, and nothing of a browser. */
export const program =
  (app: Pick<App, 'http'>, secret: string | undefined) =>
  async (method: ProgramMethod, path: string, { body, file, headers = {}, remoteAddress }: ProgramCall = {}): Promise<ProgramAnswer> => {
    const answer = await app.http.inject({
      method,
      url: `/public/v1${path}`,
      headers: { ...(secret !== undefined && { 'x-api-key': secret }), ...(file && { 'content-type': 'multipart/form-data; boundary=test-5f2c' }), ...headers },
      ...(body !== undefined && { payload: body as object }),
      ...(file && { payload: form(file) }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    })
    const json = /json/.test(String(answer.headers['content-type'])) && answer.body !== ''
    return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: answer.headers }
  }

const form = ({ name, content }: { readonly name: string; readonly content: string | Buffer }) =>
  Buffer.concat([
    Buffer.from(`--test-5f2c\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n--test-5f2c--\r\n'),
  ])
