import { gzipSync } from 'node:zlib'
import { LibraryError, type ToldFault } from '#areas/library/server/format/library-error.ts'
import { parseFile } from '#areas/library/server/format/parse-file.ts'
import { answerProcess } from '#kit/server/files/answer-process.ts'
import { summarise } from './summarise.ts'
import type { SummaryAnswer } from './read-files.ts'

process.on('message', (content: Uint8Array) => void answer(content).then(answerProcess))

async function answer(content: Uint8Array): Promise<SummaryAnswer | { fault: ToldFault }> {
  try {
    const { outline, ...summary } = summarise(await parseFile(content))
    return { summary, outline: gzipSync(JSON.stringify(outline), { level: 1 }) }
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    return { fault: error.told() }
  }
}
