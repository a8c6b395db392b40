import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Files that lie there as they were sent, or say a few words. */
const staticPaths = new Set([
  '/auth/saml/{config}/metadata',
  '/customer/{id}/logo/{picture}',
  '/export/{id}',
  '/file/{id}/download',
  '/file/{id}/preview',
  '/login_message/image/1',
  '/login_message/logo/1',
  '/picture/{id}',
  '/report/{id}',
  '/user/cgu/download',
])

test('whatever searches through everything, explains a figure, draws a tree or makes a file is counted against floods', () => {
  const reads = app.api.operations.filter(({ method }) => method === 'GET')
  const costly = ({ path, download }: (typeof reads)[number]) => /\/search$|\/explanation$|^\/tree\/\w+\//.test(path) || (download && !staticPaths.has(path))
  expect(reads.filter(costly).length).toBeGreaterThan(20)
  expect(reads.filter((one) => costly(one) && !one.costly).map(({ path }) => path)).toEqual([])
})
