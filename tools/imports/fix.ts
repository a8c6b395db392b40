import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from './source-files.ts'

/** Turns imports that climb out of their folder into `#` imports; answers the files changed. */
export function fixImports(root: string): string[] {
  return readSources(root).flatMap(({ path, text, imports }) => {
    const climbing = imports.filter(({ specifier, file }) => file && specifier.startsWith('../'))
    if (climbing.length === 0) return []
    const fixed = climbing.reduce((so, { specifier, file }) => so.replaceAll(`'${specifier}'`, `'#${file}'`), text)
    writeFileSync(join(root, path), fixed)
    return [path]
  })
}
