/** Vite's build manifest: source module to built file. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** The built files that a browser needs for these modules: with their static imports, without what is loaded on demand. */
export function loadedBy(manifest: Manifest, modules: string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const follow = (module: string) => {
    if (seen.has(module)) return
    seen.add(module)
    const chunk = manifest[module]
    if (!chunk) throw new Error(`The build has no chunk for ${module}: it was renamed, or is no longer loaded on demand.`)
    files.add(chunk.file)
    for (const file of chunk.css ?? []) files.add(file)
    for (const imported of chunk.imports ?? []) follow(imported)
  }
  for (const module of modules) follow(module)
  return [...files]
}
