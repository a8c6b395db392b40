import type { App } from '#app/server/app.ts'

export interface ProgramAnswer {
  readonly status: number
  // Bodies are whatever the server says; tests look into them freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>
}

export interface ProgramCall {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly remoteAddress?: string
}

/** Asks the public API as a program does: with its key, and nothing of a browser. */
export const program =
  (app: Pick<App, 'http'>, secret: string | undefined) =>
  async (method: 'GET' | 'POST' | 'PUT', path: string, { body, headers = {}, remoteAddress }: ProgramCall = {}): Promise<ProgramAnswer> => {
    const answer = await app.http.inject({
      method,
      url: `/public/v1${path}`,
      headers: { ...(secret !== undefined && { 'x-api-key': secret }), ...headers },
      ...(body !== undefined && { payload: body as object }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    })
    const json = /json/.test(String(answer.headers['content-type'])) && answer.body !== ''
    return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: answer.headers }
  }
