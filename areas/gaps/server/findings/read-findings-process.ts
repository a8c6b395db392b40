import { answerProcess } from '#kit/server/files/answer-process.ts'
import type { ReadAnswer } from '#kit/server/sheets/read-sheet.ts'
import { findingsIn } from './read-text.ts'

process.once('message', ({ content, ending }: { readonly content: Uint8Array; readonly ending: string }) => answerProcess(answer(content, ending)))

function answer(content: Uint8Array, ending: string): ReadAnswer {
  try {
    return findingsIn(content, ending)
  } catch {
    // Whatever a broken file makes its reader throw is the file's fault.
    return { fault: 'unreadable' }
  }
}
