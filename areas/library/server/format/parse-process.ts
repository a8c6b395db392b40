import { answerProcess } from '#kit/server/files/answer-process.ts'
import { LibraryError } from './library-error.ts'
import type { ParseAnswer } from './parse-apart.ts'
import { parseFile } from './parse-file.ts'

process.on('message', (content: Uint8Array) => void answer(content).then(answerProcess))

async function answer(content: Uint8Array): Promise<ParseAnswer> {
  try {
    return { library: await parseFile(content) }
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    return { fault: error.told() }
  }
}
