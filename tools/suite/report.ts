/** What a run of vitest came to, file by file. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export interface TestResult {
  readonly name: string
  readonly passed: boolean
  /** Each with what stood on the screen, where a journey failed. */
  readonly messages: readonly string[]
}

export interface FileResult {
  /** From the root of the repository. */
  readonly file: string
  readonly tests: readonly TestResult[]
  /** Why the file as a whole failed: it does not load, or a hook of it failed. */
  readonly message: string
}

export interface Run {
  readonly files: readonly FileResult[]
  /** Whether vitest itself was content: a set-up that fails, or an error outside of any test, is in no file. */
  readonly ok: boolean
}

interface JsonReport {
  readonly testResults?: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string; readonly failureMessages: readonly string[] | null }[]
  }[]
}

/** Reads what the JSON reporter of vitest wrote; no file is a run that ended before it had any. */
export function readRun(report: string, root: string, ok: boolean): Run {
  const { testResults = [] } = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JsonReport) : {}
  return {
    ok,
    files: testResults.map(({ name, status, message, assertionResults }) => ({
      file: relative(root, name),
      message: status === 'passed' ? '' : message,
      tests: assertionResults.map((test) => ({ name: test.fullName, passed: test.status === 'passed', messages: test.failureMessages ?? [] })),
    })),
  }
}

/** A file in which a test did not pass, was skipped for a hook that failed, or that did not load. */
export const hasFailed = ({ tests, message }: FileResult): boolean => message !== '' || tests.some(({ passed }) => !passed)

export const passedIn = (files: readonly FileResult[]): number => files.reduce((sum, { tests }) => sum + tests.filter(({ passed }) => passed).length, 0)

/** Tests that did not pass; a file that fails without one counts as one. */
export function failedIn(files: readonly FileResult[]): number {
  return files.reduce((sum, file) => sum + (hasFailed(file) ? Math.max(1, file.tests.filter(({ passed }) => !passed).length) : 0), 0)
}

/** Each failure of a file with what it said. */
export function failuresOf({ file, tests, message }: FileResult): string[] {
  const failed = tests.filter(({ passed }) => !passed)
  return failed.length === 0 ? [`${file}: ${message}`] : failed.map(({ name, messages }) => `${file} › ${name}\n${messages.join('\n')}`)
}
