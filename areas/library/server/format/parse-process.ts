import { answerProcess } from '#kit/server/files/answer-process.ts'
import { LibraryError } from './library-error.ts'
import type { ParseAnswer } from './parse-apart.ts'
import { parseLibrary } from './parse-library.ts'

process.on('message', (content: Uint8Array) => answerProcess(answer(content)))

function answer(content: Uint8Array): ParseAnswer {
  try {
    return { library: parseLibrary(content) }
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    const { key, params, line, urn } = error
    return { fault: { key, params, line, urn } }
  }
}
