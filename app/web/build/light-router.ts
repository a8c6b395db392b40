import type { Plugin } from 'vite'

const module = /\/@tanstack\/router-core\/dist\/esm\/scroll-restoration\.js$/
const call = 'const safeSessionStorage = getSafeSessionStorage();'

/**
 * Takes the router's own memory of scrolled places out of the build, which the product does not use (kept-scroll.ts is its own). It is read as soon as the code is
 * there, whoever wants it or not, and the page stands still until the browser's other process has answered.
 */
export function lightRouter(): Plugin {
  return {
    name: 'vigie:light-router',
    apply: 'build',
    transform(code, id) {
      if (!module.test(id)) return null
      if (!code.includes(call)) this.error(`${id} keeps scrolled places in another way: look again at light-router.ts`)
      return { code: code.replace(call, 'const safeSessionStorage = undefined;'), map: null }
    },
  }
}
