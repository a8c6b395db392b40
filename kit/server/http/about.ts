import { readAbout } from '#kit/contract/about.ts'
import type { Api } from './api.ts'
import { handle } from './area.ts'

/** `version` is that of `package.json`, as the API's document tells it too. */
export function aboutRoute(api: Api, version: string): void {
  handle(api, 'server', readAbout, async () => ({ object: { version } }))
}
