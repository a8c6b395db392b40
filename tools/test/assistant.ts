import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestApp } from '#app/test/worlds/test-app.ts'

/** The protocol's own client, against the real server. */
export async function assistantOf(app: TestApp, secret: string, versions: object = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, versions)
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const answer = await app.http.inject({
      method: (init.method ?? 'GET') as 'POST',
      url: new URL(url instanceof Request ? url.url : url).pathname,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    return new Response([202, 204].includes(answer.statusCode) ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/public/v1/mcp'), { fetch, requestInit: { headers: { authorization: `Bearer ${secret}` } } }),
  )
  return client
}

interface Told {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  // Answers are whatever the server says; tests look into them freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly structuredContent: any
}
export async function callTool(client: Client, name: string, args: object = {}): Promise<Told> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...args } })
  return { ...(isError !== undefined && { isError }), content: content.flatMap((one) => (one.type === 'text' ? [{ text: one.text }] : [])), structuredContent }
}
