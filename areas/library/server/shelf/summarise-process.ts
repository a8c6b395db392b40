import { gzipSync } from 'node:zlib'
import { LibraryError } from '#areas/library/server/format/library-error.ts'
import { parseLibrary } from '#areas/library/server/format/parse-library.ts'
import { answerProcess } from '#kit/server/files/answer-process.ts'
import { summarise } from './summarise.ts'
import type { SummaryAnswer } from './read-files.ts'

process.on('message', (content: Uint8Array) => answerProcess(answer(content)))

function answer(content: Uint8Array): SummaryAnswer | { fault: Pick<LibraryError, 'key' | 'params' | 'line' | 'urn'> } {
  try {
    const { outline, ...summary } = summarise(parseLibrary(content))
    return { summary, outline: gzipSync(JSON.stringify(outline), { level: 1 }) }
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    const { key, params, line, urn } = error
    return { fault: { key, params, line, urn } }
  }
}
