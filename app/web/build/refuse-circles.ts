import type { Plugin } from 'vite'

/** A file with those that it imports before it runs. */
export interface ChunkImports {
  readonly fileName: string
  readonly imports: readonly string[]
}

/** The first circle among files that import each other, in its order; nothing when there is none. */
export function circleOf(chunks: readonly ChunkImports[]): readonly string[] | undefined {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const clear = new Set<string>()
  const search = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return way.slice(way.indexOf(file))
    if (clear.has(file)) return undefined
    for (const next of importsOf.get(file) ?? []) {
      const circle = search(next, [...way, file])
      if (circle) return circle
    }
    clear.add(file)
    return undefined
  }
  for (const { fileName } of chunks) {
    const circle = search(fileName, [])
    if (circle) return circle
  }
  return undefined
}

/**
 * Fails the build when its files import each other in a circle: which of them runs first then hangs on which the browser asked for first,
 * and the one that runs too early reads what the other has not made yet.
 */
export function refuseCircles(): Plugin {
  return {
    name: 'vigie:refuse-circles',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const circle = circleOf(chunks)
      if (!circle) return
      const described = chunks
        .filter(({ fileName }) => circle.includes(fileName))
        .map(({ fileName, moduleIds }) => `${fileName}: ${moduleIds.slice(-20).join(', ')}`)
      this.error(`Files of the build import each other in a circle (frame-chunk.ts): ${circle.join(' → ')}\n${described.join('\n')}`)
    },
  }
}
