import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { visit } from '#e2e/browser.ts'
import { wordsIn } from '#e2e/words.ts'
import { startProgram, type Program } from '#tools/program.ts'
import { startThrowaway, type Throwaway } from '#tools/test/throwaway.ts'

let database: Throwaway
let program: Program
const data = mkdtempSync(join(tmpdir(), 'vigie-first-start-'))
beforeAll(async () => {
  database = await startThrowaway('first_start')
  program = await startProgram({ DATABASE_URL: database.ownerUrl, VIGIE_DATA: data, VIGIE_DEMO: '1' })
}, 240_000)
afterAll(async () => {
  await program.stop()
  await database.stop()
  rmSync(data, { recursive: true, force: true })
})

/** The process that builds the demonstration. */
function builder(): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const found = processes
    .map((line) => line.trim().split(/ +/))
    .find(([, parent, ...args]) => parent === String(program.pid) && args.join(' ').includes('build-demonstration'))
  return Number(found?.[0])
}

test('while the demonstration comes in, the sign-in page says how far it is, in both languages, and what has become of it', async () => {
  const visitors = await Promise.all(languages.map(async (lang) => ({ words: wordsIn(lang), visitor: await visit({ lang }) })))
  try {
    for (const { words, visitor } of visitors) {
      const { page } = visitor
      await page.goto(`${program.address}/login`)
      await page.getByRole('status').getByText(words('app.login.demonstration_building')).waitFor()
      // Those who come first are told of no share yet.
      await page.locator('progress[value]').waitFor({ timeout: 120_000 })
      expect(await page.getByRole('progressbar').getAttribute('aria-label')).toMatch(/^\d+[\u00a0\u202f]?%$/)
    }
    process.kill(builder(), 'SIGKILL')
    for (const { words, visitor } of visitors) {
      await visitor.page.getByRole('status').getByText(words('app.login.demonstration_failed')).waitFor()
      expect(await visitor.page.getByRole('progressbar').count()).toBe(0)
      expect(visitor.complaints).toEqual([])
    }
    expect(await program.says('The demonstration could not be built')).toContain('the next start builds it anew')
  } finally {
    for (const { visitor } of visitors) await visitor.close()
  }
}, 400_000)
