import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { App } from '#app/server/app.ts'

/** With `COUNT_REQUESTS` the name of a file, one line for each application that a test has closed: which file of tests, and how many requests it sent to it. */
export function countRequests({ http }: Pick<App, 'http'>): void {
  const file = process.env.COUNT_REQUESTS
  if (!file) return
  const { testPath } = expect.getState()
  let requests = 0
  http.addHook('onRequest', async () => {
    requests += 1
  })
  http.addHook('onClose', () => appendFileSync(file, `${testPath} ${requests}\n`))
}
