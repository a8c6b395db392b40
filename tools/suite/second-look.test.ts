import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failedIn, failuresOf, passedIn, type FileResult, type Run } from './report.ts'
import { judge, mayFailByChance, mostSecondLooks, toLookAtAgain } from './second-look.ts'
import { readUnsteady, tellUnsteady } from './unsteady.ts'

const root = join(import.meta.dirname, '..', '..')
const textOf = (file: string) => (file.startsWith('e2e/') ? '' : "import { startProgram } from '#tools/program.ts'")
const result = (file: string, ...passed: boolean[]): FileResult => ({
  file,
  message: '',
  tests: passed.map((ok, n) => ({ name: `test ${n + 1}`, passed: ok, messages: ok ? [] : [`expected ${n}\nat line ${n}`] })),
})
const run = (...files: FileResult[]): Run => ({ files, ok: files.every(({ tests, message }) => message === '' && tests.every(({ passed }) => passed)) })
const counted = (first: Run, again: readonly FileResult[]) => {
  const { files, unsteady, broken } = judge(first, again)
  return { passed: passedIn(files), failed: failedIn(files), unsteady: unsteady.map(({ file }) => file), broken }
}

describe('a second look', () => {
  test('counts what passes alone as passed, and tells it', () => {
    const first = run(result('e2e/journeys/list.test.ts', true, false), result('e2e/journeys/tabs.test.ts', true))
    expect(toLookAtAgain([first], textOf).map(({ file }) => file)).toEqual(['e2e/journeys/list.test.ts'])
    expect(counted(first, [result('e2e/journeys/list.test.ts', true, true)])).toEqual({
      passed: 3,
      failed: 0,
      unsteady: ['e2e/journeys/list.test.ts'],
      broken: false,
    })
  })

  test('leaves red what fails twice, as it failed alone', () => {
    const first = run(result('e2e/journeys/list.test.ts', false, false, true))
    expect(counted(first, [result('e2e/journeys/list.test.ts', true, false, true)])).toEqual({ passed: 2, failed: 1, unsteady: [], broken: false })
  })

  test('is not given to more files than may fail by chance, in both runs together', () => {
    const failing = Array.from({ length: mostSecondLooks }, (_, n) => result(`e2e/journeys/${n}.test.ts`, false))
    expect(toLookAtAgain([run(...failing)], textOf)).toHaveLength(mostSecondLooks)
    const more = [run(...failing), run(result('app/test/outages/outage.test.ts', false))]
    expect(toLookAtAgain(more, textOf)).toEqual([])
    expect(more.map((each) => counted(each, []).failed)).toEqual([mostSecondLooks, 1])
  })

  test('is for journeys, and for tests that start programs, cut connections or let many act at once', () => {
    const real = (file: string) => mayFailByChance(file, readFileSync(join(root, file), 'utf8'))
    for (const file of ['resilience', 'outage', 'restart']) expect(real(`app/test/outages/${file}.test.ts`), file).toBe(true)
    expect(mayFailByChance('e2e/journeys/list.test.ts', '')).toBe(true)
    for (const file of ['app/test/walks/every-entity.test.ts', 'app/test/rights/isolation.test.ts', 'areas/risks/server/risks.test.ts'])
      expect(real(file), file).toBe(false)
    expect(toLookAtAgain([run(result('app/test/rights/isolation.test.ts', false))], () => '')).toEqual([])
  })

  test('takes a file that did not load, or whose hook failed, as one failure', () => {
    const broken: FileResult = { file: 'e2e/journeys/list.test.ts', message: 'SyntaxError', tests: [] }
    expect(counted(run(broken), [])).toEqual({ passed: 0, failed: 1, unsteady: [], broken: false })
    expect(counted(run(broken), [result(broken.file, true)])).toEqual({ passed: 1, failed: 0, unsteady: [broken.file], broken: false })
    expect(failuresOf(broken)).toEqual(['e2e/journeys/list.test.ts: SyntaxError'])
  })

  test('does not forgive what failed outside of any test, or a run without tests', () => {
    expect(judge({ files: [result('e2e/journeys/list.test.ts', true)], ok: false }, []).broken).toBe(true)
    expect(judge({ files: [], ok: true }, []).broken).toBe(true)
  })
})

describe('what was unsteady', () => {
  const unsteady = [result('e2e/journeys/list.test.ts', true, false)]

  test('is told with how it failed first and where its log lies', () => {
    expect(tellUnsteady(unsteady, [], (file) => `test-report/${file}.txt`)).toEqual([
      '~ Unsteady: e2e/journeys/list.test.ts › test 2\n  First: expected 1\n  Log: test-report/e2e/journeys/list.test.ts.txt',
    ])
  })

  test('is told with what is known of it', () => {
    const known = { file: 'e2e/journeys/list.test.ts', test: 'test 2', day: '2026-11-20', cause: 'A row came late.' }
    expect(tellUnsteady(unsteady, [{ ...known, mended_by: null }], String)[0]).toContain('Known since 2026-11-20: A row came late. Not mended.')
    expect(tellUnsteady(unsteady, [{ ...known, mended_by: 'Rows are awaited.' }], String)[0]).toContain('Was mended by: Rows are awaited.')
  })

  test('names files and tests that there are, days and causes', () => {
    for (const { file, test: name, day, cause } of readUnsteady(root)) {
      expect(readFileSync(join(root, file), 'utf8'), `${file} › ${name}`).toContain(name)
      expect(day).toMatch(/^20\d\d-[01]\d-[0-3]\d$/)
      expect(cause.length).toBeGreaterThan(20)
    }
  })
})
