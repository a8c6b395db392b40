import type { TestApp } from '#app/test/worlds/test-app.ts'
import { program } from './program.ts'

export interface Proposed {
  readonly error: string | null
  readonly proposal: number
}

/** What the tool of the protocol makes of it, as it is sent. */
export async function proposeBy(app: TestApp, secret: string, changes: readonly object[], title = 'Move the dates'): Promise<Proposed> {
  const { status, body } = await program(app, secret)('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'propose_changes', arguments: { title, reason: 'The plant stands still', changes } } },
  })
  const text = typeof body === 'string' ? (/^data: (.*)$/m.exec(body)?.[1] ?? '{}') : JSON.stringify(body)
  const { result } = JSON.parse(text) as { result?: { isError?: boolean; content: { text: string }[]; structuredContent?: { proposal: number } } }
  if (status !== 200 || !result) throw new Error(text)
  return { error: result.isError ? (result.content[0]?.text ?? '') : null, proposal: result.structuredContent?.proposal ?? 0 }
}
