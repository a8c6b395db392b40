/**
 * Traces of what happened in the browser (`playwright show-trace`), of tests that fail: `JOURNEYS_TRACE=1`, as the second look at a file does. Not always: pictures and documents of
 * every step cost the tests half as much again.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { BrowserContext } from 'playwright'

export const isTraced = process.env.JOURNEYS_TRACE === '1'
/** What git ignores. */
export const traceFolder = 'test-traces'

const traced = new Set<BrowserContext>()
/** Traces of browsers that were closed since the last test ended. */
const closed: string[] = []
let count = 0

/** Begins to write down what happens in a browser profile. */
export async function trace(context: BrowserContext): Promise<void> {
  if (!isTraced) return
  await context.tracing.start({ screenshots: true, snapshots: true })
  traced.add(context)
  const close = context.close.bind(context)
  context.close = async (...how) => {
    // Tests close what they opened before anybody knows whether they passed.
    if (traced.delete(context)) closed.push(await write(context))
    await close(...how)
  }
}

async function write(context: BrowserContext): Promise<string> {
  const path = join(traceFolder, `.${process.pid}-${process.env.VITEST_POOL_ID}-${(count += 1)}.zip`)
  mkdirSync(traceFolder, { recursive: true })
  await context.tracing.stopChunk({ path }).catch(() => undefined)
  return path
}

const nameOf = (text: string) =>
  text
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)

/** Ends the traces of a test: keeps those of one that failed and answers where they are, one for each browser profile, and forgets the others. */
export async function endTraces({ file, name, failed }: { readonly file: string; readonly name: string; readonly failed: boolean }): Promise<string[]> {
  if (!isTraced) return []
  const written = closed.splice(0)
  for (const context of traced) {
    if (failed) written.push(await write(context))
    else await context.tracing.stopChunk().catch(() => undefined)
    await context.tracing.startChunk().catch(() => traced.delete(context))
  }
  const folder = join(traceFolder, nameOf(relative('e2e/journeys', file).replace(/\.test\.ts$/, '')))
  return written.flatMap((from, n) => {
    const to = join(folder, `${nameOf(name)}${n > 0 ? `-${n + 1}` : ''}.zip`)
    if (!failed) {
      rmSync(from, { force: true })
      return []
    }
    mkdirSync(dirname(to), { recursive: true })
    try {
      renameSync(from, to)
      return [to]
    } catch {
      // The browser had died before it could be written.
      return []
    }
  })
}
