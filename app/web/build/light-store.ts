import type { Plugin } from 'vite'

const module = /\/use-sync-external-store\/shim\/index\.js$/
const expectedCode = /use-sync-external-store-shim\.production\.js/

/** Takes out of the build what a library brings for versions of React that have no `useSyncExternalStore`: the product's own has one. */
export function lightStore(): Plugin {
  return {
    name: 'vigie:light-store',
    apply: 'build',
    transform(code, id) {
      if (!module.test(id)) return null
      if (!expectedCode.test(code)) this.error(`${id} stands in for React in another way: look again at light-store.ts`)
      return { code: `module.exports = { useSyncExternalStore: require('react').useSyncExternalStore }`, map: null }
    },
  }
}
