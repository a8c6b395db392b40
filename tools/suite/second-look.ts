/** What failed once and passes when it is alone failed by chance: it is told, and stops nobody. */
import { hasFailed, type FileResult, type Run } from './report.ts'

/** As many files of a run may be looked at again; more that fail are no chance. */
export const mostSecondLooks = 3

/** What a test file says when it starts programs, ends them, or lets many do things at once: what comes of it depends on the machine too. */
const dependsOnMachine = /from '(?:#tools\/program\.ts|#tools\/test\/(?:proxy|crowd)\.ts|node:child_process)'/

/** Whether a file may fail by chance: every journey, and what kills or waits, by what it imports. */
export const mayFailByChance = (file: string, text: string): boolean => file.startsWith('e2e/') || dependsOnMachine.test(text)

/** Which failed files are run once more; none where there are too many. */
export function toLookAtAgain(runs: readonly Run[], textOf: (file: string) => string): FileResult[] {
  const failed = runs.flatMap(({ files }) => files.filter(hasFailed)).filter(({ file }) => mayFailByChance(file, textOf(file)))
  return failed.length > mostSecondLooks ? [] : failed
}

export interface Verdict {
  /** As it counts: what a second look found replaces what the first one did. */
  readonly files: readonly FileResult[]
  /** Failed first, passed alone: how it failed. */
  readonly unsteady: readonly FileResult[]
  /** Something failed outside of any test. */
  readonly broken: boolean
}

/** What a run comes to, after `again` looked once more at some of its files. */
export function judge({ files, ok }: Run, again: readonly FileResult[]): Verdict {
  const second = new Map(again.map((result) => [result.file, result]))
  const counted = files.map((first) => second.get(first.file) ?? first)
  const failed = files.filter(hasFailed)
  return {
    files: counted,
    unsteady: failed.filter(({ file }) => {
      const now = second.get(file)
      return now !== undefined && !hasFailed(now)
    }),
    broken: files.length === 0 || (!ok && failed.length === 0),
  }
}
