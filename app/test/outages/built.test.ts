import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Works } from '#app/test/worlds/works.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const works = new Works(`${root}dist/server/main.js`)
afterAll(() => works.close())

test('the server as one file starts, migrates and finds what stands beside its sources', async () => {
  execFileSync(process.execPath, ['tools/build-server.mjs'], { cwd: root })
  await works.start()
  await works.found()
  await works.enter()
  expect(await works.call('GET', '/wiki/page/org_policies')).toMatchObject({ status: 200, body: { ok: true } })
  const made = await works.call('POST', '/tag', { name_en: 'One file' })
  expect(made, JSON.stringify(made)).toMatchObject({ status: 200 })
}, 120_000)
