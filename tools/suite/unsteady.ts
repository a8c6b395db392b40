/** Journeys and tests that failed by chance once, as far as somebody has understood them: kept by hand in `e2e/unsteady.json`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasFailed, type FileResult } from './report.ts'

export interface KnownUnsteady {
  /** From the root of the repository. */
  readonly file: string
  /** The name of the test, or what it begins with. */
  readonly test: string
  /** `YYYY-MM-DD` on which it was understood. */
  readonly day: string
  readonly cause: string
  /** What ended it, in a sentence; null while it may come again. */
  readonly mended_by: string | null
}

export const readUnsteady = (root: string): KnownUnsteady[] => JSON.parse(readFileSync(join(root, 'e2e', 'unsteady.json'), 'utf8')) as KnownUnsteady[]

/** Tells what failed first and passed alone, with what is known of it; `logOf` says where it is kept how it failed. */
export function tellUnsteady(unsteady: readonly FileResult[], known: readonly KnownUnsteady[], logOf: (file: string) => string): string[] {
  return unsteady.filter(hasFailed).flatMap(({ file, tests, message }) => {
    const failed = tests.filter(({ passed }) => !passed)
    const named = failed.length === 0 ? [{ name: '(the whole file)', messages: [message] }] : failed
    return named.map(({ name, messages }) => {
      const before = known.find((one) => one.file === file && name.includes(one.test))
      const remembered =
        before && `\n  Known since ${before.day}: ${before.cause} ${before.mended_by === null ? 'Not mended.' : `Was mended by: ${before.mended_by}`}`
      return `~ Unsteady: ${file} › ${name}\n  First: ${firstLine(messages)}${remembered ?? ''}\n  Log: ${logOf(file)}`
    })
  })
}

const firstLine = (messages: readonly string[]): string => (messages.join('\n').trim().split('\n')[0] ?? '').slice(0, 300)
