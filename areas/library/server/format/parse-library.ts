import { createHash } from 'node:crypto'
import type { LibraryCounts, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { checkTree } from './check-tree.ts'
import { detectFormat } from './detect.ts'
import { isObject } from './item.ts'
import { LibraryError } from './library-error.ts'
import { readCatalog } from './oscal-catalog.ts'
import { readSource } from './read-source.ts'
import { type LibraryBody, readLibrary } from './yaml-library.ts'

/** Reads a whole file or throws a LibraryError for its first fault; blocks, so files of people go to `parseInWorker`. */
export function parseLibrary(bytes: Uint8Array): ParsedLibrary {
  const { root, lineAt } = readSource(bytes)
  try {
    checkTree(root)
    const body = detectFormat(root) === 'oscal' && isObject(root) ? readCatalog(root) : readLibrary(root)
    return { ...body, sha256: hashFile(bytes), counts: countContent(body) }
  } catch (error) {
    if (error instanceof LibraryError && error.line === null && error.path) throw error.at(lineAt(error.path))
    throw error
  }
}

/** The hash by which a repeated file is recognised before it is read. */
export function hashFile(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Counts what a file holds, as import reports show it. */
export function countContent(body: Pick<LibraryBody, 'frameworks' | 'reference_controls' | 'threats' | 'risk_matrices' | 'mapping_sets'>): LibraryCounts {
  const nodes = body.frameworks.flatMap((framework) => framework.nodes)
  const questions = nodes.flatMap((node) => node.questions)
  const requirements = nodes.filter(({ assessable }) => assessable).length
  return {
    policies: body.frameworks.length,
    groups: nodes.length - requirements,
    requirements,
    solutions: body.reference_controls.length,
    threats: body.threats.length,
    risk_matrices: body.risk_matrices.length,
    questions: questions.length,
    choices: questions.reduce((sum, { choices }) => sum + choices.length, 0),
    mapping_pairs: body.mapping_sets.reduce((sum, { pairs }) => sum + pairs.length, 0),
  }
}
