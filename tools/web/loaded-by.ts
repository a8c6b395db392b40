import { posix } from 'node:path'

/** Vite's build manifest: source module to built file. */
export type Manifest = Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }>

/** Vite names modules as seen from its root folder; this names them from the repository's. Chunks without a module keep their name. */
export function fromRoot(manifest: Manifest, folder: string): Manifest {
  const rename = (name: string) => (name.startsWith('_') ? name : posix.join(folder, name))
  return Object.fromEntries(Object.entries(manifest).map(([name, { imports, ...chunk }]) => [rename(name), { ...chunk, imports: imports?.map(rename) ?? [] }]))
}

/** The built files that a browser needs for these modules, or named chunks (`frame`) of several: with their static imports, without what is loaded on demand. */
export function loadedBy(manifest: Manifest, modules: string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const follow = (module: string) => {
    if (seen.has(module)) return
    seen.add(module)
    const chunk = manifest[module] ?? Object.values(manifest).find(({ name }) => name === module)
    if (!chunk) throw new Error(`The build has no chunk for ${module}: it was renamed, or is no longer loaded on demand.`)
    files.add(chunk.file)
    for (const file of chunk.css ?? []) files.add(file)
    for (const imported of chunk.imports ?? []) follow(imported)
  }
  for (const module of modules) follow(module)
  return [...files]
}
