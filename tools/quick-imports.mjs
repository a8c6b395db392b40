/**
 * Finds the files of this repository by their names alone: `node --import` of this file, or an import before any of the product's code. Node looks for the nearest `package.json` and at the file
 * itself for each of the imports, a third of what a start costs; here each names its file whole, and what it is follows from the name.
 */
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const root = pathToFileURL(join(import.meta.dirname, '..', '/')).href
const packages = `${root}node_modules/`

/** The address of a file of this repository that one of its files imports, if that is what the specifier names. */
function named(specifier, from) {
  if (!specifier.endsWith('.ts')) return undefined
  if (specifier.startsWith('#')) return root + specifier.slice(1)
  return specifier.startsWith('.') ? new URL(specifier, from).href : undefined
}

/** Packages that were found, by what all files of this repository call them and how: `import` and `require` may lead to different files. */
const found = new Map()

// Older ones only start the Node that runs the product.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const from = context.parentURL
    if (!from?.startsWith(root) || from.startsWith(packages)) return next(specifier, context)
    const url = named(specifier, from)
    if (url !== undefined) return { url, format: 'module-typescript', shortCircuit: true }
    const asked = `${specifier} ${context.conditions.join()}`
    const known = found.get(asked)
    if (known) return known
    const answer = next(specifier, context)
    if (!/^[./#]/.test(specifier)) found.set(asked, { ...answer, shortCircuit: true })
    return answer
  },
})
