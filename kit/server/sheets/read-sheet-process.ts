import { answerProcess } from '#kit/server/files/answer-process.ts'
import { readSheets } from './read-sheets.ts'

process.once('message', (content: Uint8Array) => void readSheets(Buffer.from(content)).then(answerProcess))
