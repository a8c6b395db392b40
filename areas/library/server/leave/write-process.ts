import { stringify } from 'yaml'
import { answerProcess } from '#kit/server/files/answer-process.ts'
import { xlsx } from '#kit/server/sheets/xlsx.ts'
import type { LeavingFormat } from '#areas/library/contract/calls.ts'
import { type KeptLibrary, rootOfLibrary } from './root-of-library.ts'
import { sheetsOfLibrary, tooLongIn } from './sheets-of-library.ts'

/** A library on its way out. */
export interface Leaving {
  readonly library: KeptLibrary
  readonly format: LeavingFormat
}
export type Left =
  | { readonly bytes: Uint8Array }
  | {
      /** Which of its objects has a text that no cell holds. */
      readonly tooLong: string
    }

process.once('message', (leaving: Leaving) => void written(leaving).then(answerProcess))

async function written({ library, format }: Leaving): Promise<Left> {
  const root = rootOfLibrary(library)
  if (format === 'yaml') return { bytes: Buffer.from(stringify(root, { aliasDuplicateObjects: false, lineWidth: 0 })) }
  const sheets = sheetsOfLibrary(root)
  const tooLong = tooLongIn(sheets)
  if (tooLong !== null) return { tooLong }
  const chunks: Buffer[] = []
  for await (const chunk of xlsx(sheets)) chunks.push(chunk)
  return { bytes: Buffer.concat(chunks) }
}
