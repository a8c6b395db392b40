import pg from 'pg'
import { expect, vi } from 'vitest'

interface Sent {
  readonly text: string
  readonly values?: unknown[]
}

/** What a call asks of the database. */
export interface CallCost {
  readonly statements: number
  /** What those of its statements read that do not open its session. */
  readonly blocks: number
  /** The same, one by one. */
  readonly reads: readonly { readonly text: string; readonly blocks: number }[]
  readonly texts: readonly string[]
}

/** How many statements a call takes, and what they read of the database, seen by explaining each as `app`, the server's own role, in a customer: planned as for the server. */
export async function costOfCall(app: pg.Client, customer: number, work: () => Promise<{ status: number }>): Promise<CallCost> {
  await work()
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  let sent: Sent[]
  try {
    expect((await work()).status).toBe(200)
    sent = spy.mock.calls.map(([statement]: unknown[]) => (typeof statement === 'string' ? { text: statement } : (statement as Sent)))
  } finally {
    spy.mockRestore()
  }
  await app.query(`begin; set local app.customer_id = '${customer}'; set local random_page_cost = 1.1`)
  const reads: { text: string; blocks: number }[] = []
  for (const { text, values } of sent.filter((one) => /^(select|with)\b/.test(one.text) && !/\bfrom session\b/.test(one.text))) {
    const [row] = (await app.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(`explain (analyze, buffers, format json) ${text}`, values)).rows
    const plan = row?.['QUERY PLAN'][0].Plan
    reads.push({ text, blocks: (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0) })
  }
  await app.query('rollback')
  const blocks = reads.reduce((sum, read) => sum + read.blocks, 0)
  return { statements: sent.length, blocks, reads, texts: sent.map(({ text }) => text) }
}
