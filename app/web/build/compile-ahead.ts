import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The files whose code the first page runs. */
const first = new Set(['core', 'frame', 'work'])

/** Must be the very first line: the bundler would put it below its own. Browsers that do not know it pass over it. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Asks the browser to compile these files whole while they arrive, beside the page. Left to itself it reads every function only roughly, and again when it is
 * first called: of all that the page does before its first picture that was a sixth.
 */
export function compileAhead(): Plugin {
  return {
    name: 'vigie:compile-ahead',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !first.has(chunk.name)) continue
        const file = join(dir, chunk.fileName)
        writeFileSync(file, hint + readFileSync(file, 'utf8'))
      }
    },
  }
}
