import { readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Json } from './document.ts'

const root = new URL('../../', import.meta.url)
export const pathOf = (path: string) => fileURLToPath(new URL(path, root))

/** The document that programs were last made by. */
export const keptDocument = 'clients/openapi-v1.json'
/** What is made from it, by tools that are pinned beside it. */
export const made = ['clients/typescript/generated/api.d.ts', 'clients/python/vigie/models.py', 'clients/python/vigie/operations.py'] as const

export const readKept = (): string => readFileSync(pathOf(keptDocument), 'utf8')
export const keepDocument = (document: Json) => writeFileSync(pathOf(keptDocument), written(document))

/** The document as a file: a line for each path and each part, so that a change is seen. */
export function written(document: Json): string {
  const lines = (value: unknown, depth: number): string => {
    if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
    return `{\n${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}: ${lines(inner, depth - 1)}`)
      .join(',\n')}\n}`
  }
  const { paths, components, ...rest } = document
  const parts = Object.entries({ ...rest, paths, components }).map(
    ([name, value]) => `${JSON.stringify(name)}: ${lines(value, name === 'paths' ? 1 : name === 'components' ? 2 : 0)}`,
  )
  return `{\n${parts.join(',\n')}\n}\n`
}

/** What a generated file begins with, by which one is known that was made from another document. */
export const markOf = (text: string) => `sha256 ${createHash('sha256').update(text).digest('hex')}`
