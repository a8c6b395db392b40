import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'

/** One source file with what it imports. */
export interface SourceFile {
  readonly path: string
  readonly lines: number
  readonly text: string
  readonly imports: Import[]
}

/** `file` is the imported file's path from the root; undefined for a package or what does not exist. */
export interface Import {
  readonly specifier: string
  readonly file: string | undefined
  /** Loaded on demand: takes part in the law, not in cycles. */
  readonly lazy: boolean
  /** What is taken by name, as the imported file calls it; `*` for all of it. */
  readonly names: readonly string[]
}

const tops = ['app', 'platform', 'areas', 'kit', 'demo', 'e2e', 'bench', 'tools', 'clients', 'worker']
/** What other tools have made is theirs, however it is written. */
export const isGenerated = (path: string) => /^clients\/(?:[^/]+\/generated|generators)\//.test(path)

/** Every TypeScript file of the product below `root`. */
export function readSources(root: string): SourceFile[] {
  return tops
    .filter((top) => existsSync(join(root, top)))
    .flatMap((top) => readdirSync(join(root, top), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length))
    .filter((path) => !isGenerated(path))
    .toSorted()
    .map((path) => readSource(root, path))
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { module } = parseSync(path, text)
  const fixed = [
    ...module.staticImports.map(({ moduleRequest, entries }) => [moduleRequest.value, entries.map(({ importName }) => importName.name ?? '*')] as const),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName }) => (moduleRequest ? [[moduleRequest.value, [importName.name ?? '*']] as const] : [])),
    ),
  ]
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => /^['"](.*)['"]$/.exec(text.slice(start, end))?.[1] ?? [])
  const toImport = (specifier: string, lazy: boolean, names: readonly string[]): Import => ({ specifier, file: resolve(root, path, specifier), lazy, names })
  return {
    path,
    text,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [...fixed.map(([specifier, names]) => toImport(specifier, false, names)), ...lazy.map((specifier) => toImport(specifier, true, ['*']))],
  }
}

function resolve(root: string, from: string, specifier: string): string | undefined {
  const path = specifier.startsWith('#') ? specifier.slice(1) : specifier.startsWith('.') ? posix.join(dirname(from), specifier) : ''
  const file = path.replace(/\?.*$/, '')
  return file && existsSync(join(root, file)) ? file : undefined
}
