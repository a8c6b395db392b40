import { answerProcess } from '#kit/server/files/answer-process.ts'
import { LibraryError, type ToldFault } from './library-error.ts'
import { lookAtWorkbook, type LookedAtWorkbook } from './workbook/parse-workbook.ts'

process.on('message', (content: Uint8Array) => void answer(content).then(answerProcess))

async function answer(content: Uint8Array): Promise<LookedAtWorkbook | { fault: ToldFault }> {
  try {
    return await lookAtWorkbook(Buffer.from(content))
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    return { fault: error.told() }
  }
}
