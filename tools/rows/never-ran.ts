import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptClaims } from './read-claims.ts'

/** The file of a run's folder in which its workers note what ran. */
export const ranFile = 'claims-ran.txt'

/** The claims of the product that no test of a run sent to PostgreSQL: pieces of others, or what nothing tries. */
export function neverRan(root: string, runFolder: string): { readonly all: number; readonly never: readonly string[] } {
  const file = join(runFolder, ranFile)
  const ran = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  const sites = Object.values(keptClaims(root)).flatMap((claims) => claims.map(({ site }) => site))
  const all = sites.filter((site) => !site.startsWith('tools/') && !/\.test\.ts:/.test(site))
  return { all: all.length, never: all.filter((site) => !ran.has(site)).toSorted() }
}
