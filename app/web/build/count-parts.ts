import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'
const load = 'export const __vitePreload = '

/**
 * Counts every part of the application that is on its way (pending-work.ts): whatever is imported while the page stands passes through one function of the build, which has no other
 * place to be counted in.
 */
export function countParts(counter: string): Plugin {
  return {
    name: 'vigie:count-parts',
    apply: 'build',
    transform(code, id) {
      if (id !== helper) return null
      if (!code.includes(load)) this.error(`${id} loads parts in another way: look again at count-parts.ts`)
      const counted = 'export const __vitePreload = (...how) => whileUnderWay(load(...how))'
      return { code: `import { whileUnderWay } from ${JSON.stringify(counter)}\n${code.replace(load, 'const load = ')};\n${counted}`, map: null }
    },
  }
}
