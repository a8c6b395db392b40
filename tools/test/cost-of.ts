import pg from 'pg'
import { expect, vi } from 'vitest'

interface Sent {
  readonly text: string
  readonly values?: unknown[]
}

export interface CostOfCall {
  readonly statements: number
  /** Of the database, read by what it sends besides opening its session. */
  readonly blocks: number
  readonly texts: readonly string[]
}

/** What a call costs, the second time that it is made; its statements are run again by `app`, a connection of the server's role. */
export async function costOf(app: pg.Client, customer: number, work: () => Promise<{ status: number }>): Promise<CostOfCall> {
  await work()
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  let sent: Sent[]
  try {
    expect((await work()).status).toBe(200)
    sent = spy.mock.calls.map(([statement]: unknown[]) => (typeof statement === 'string' ? { text: statement } : (statement as Sent)))
  } finally {
    spy.mockRestore()
  }
  await app.query(`begin; set local app.customer_id = '${customer}'`)
  let blocks = 0
  for (const { text, values } of sent.filter((one) => /^(select|with)\b/.test(one.text) && !/\bfrom session\b/.test(one.text))) {
    const [row] = (await app.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(`explain (analyze, buffers, format json) ${text}`, values)).rows
    const plan = row?.['QUERY PLAN'][0].Plan
    blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  await app.query('rollback')
  return { statements: sent.length, blocks, texts: sent.map(({ text }) => text) }
}
