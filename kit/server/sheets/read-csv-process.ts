import { answerProcess } from '#kit/server/files/answer-process.ts'
import { csvSheet, decoded } from './csv.ts'
import type { ReadAnswer } from './read-sheet.ts'

process.once('message', ({ content }: { readonly content: Uint8Array }) => answerProcess(answer(content)))

function answer(content: Uint8Array): ReadAnswer {
  try {
    return { links: false, sheets: [csvSheet(decoded(content))] }
  } catch {
    // Whatever a broken file makes its reader throw is the file's fault.
    return { fault: 'unreadable' }
  }
}
