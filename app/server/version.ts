import { readFileSync } from 'node:fs'

/** The newest version that has landed: that of `package.json`, which CHANGELOG.md describes. */
export const productVersion = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version
