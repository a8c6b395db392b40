import type { Plugin } from 'vite'

const module = /\/@tanstack\/query-core\/build\/modern\/mutationCache\.js$/
const expectedCode = /var MutationCache = class extends Subscribable/

/** What the client asks of its mutations, of which there are none. */
const none = `export class MutationCache {
  getAll() { return [] }
  findAll() { return [] }
  subscribe() { return () => {} }
  resumePausedMutations() { return Promise.resolve() }
  clear() {}
}`

/** Takes the library's own writes out of the build: the product writes by its client (save-row.ts, use-saving.ts), and nothing would ever stand in their cache. */
export function lightQueries(): Plugin {
  return {
    name: 'vigie:light-queries',
    apply: 'build',
    transform(code, id) {
      if (/\.tsx?$/.test(id) && /\b(?:useMutation|useIsMutating|getMutationCache)\b/.test(code))
        this.error(`${id} uses mutations, which light-queries.ts takes out`)
      if (!module.test(id)) return null
      if (!expectedCode.test(code)) this.error(`${id} keeps mutations in another way: look again at light-queries.ts`)
      return { code: none, map: null }
    },
  }
}
