import type { SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import { answerProcess } from '#kit/server/files/answer-process.ts'
import { LibraryError } from './library-error.ts'
import type { ParseAnswer } from './parse-apart.ts'
import { parseFile } from './parse-file.ts'

/** A file, with what the columns of its sheet were chosen for where it is of no form that is known. */
type Asked = Uint8Array | { readonly bytes: Uint8Array; readonly choice: SheetChoice }

process.on('message', (asked: Asked) => void answer(asked).then(answerProcess))

async function answer(asked: Asked): Promise<ParseAnswer> {
  try {
    return { library: await (asked instanceof Uint8Array ? parseFile(asked) : parseFile(asked.bytes, asked.choice)) }
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    return { fault: error.told() }
  }
}
