import { stringify } from 'yaml'
import { answerProcess } from '#kit/server/files/answer-process.ts'
import { xlsx } from '#kit/server/sheets/xlsx.ts'
import type { LeavingFormat } from '#areas/library/contract/calls.ts'
import { type KeptLibrary, rootOfLibrary } from './root-of-library.ts'
import { sheetsOfLibrary } from './sheets-of-library.ts'

/** A library on its way out. */
export interface Leaving {
  readonly library: KeptLibrary
  readonly format: LeavingFormat
}
export interface Left {
  readonly bytes: Uint8Array
}

process.once('message', (leaving: Leaving) => void written(leaving).then((bytes) => answerProcess({ bytes } satisfies Left)))

async function written({ library, format }: Leaving): Promise<Uint8Array> {
  const root = rootOfLibrary(library)
  if (format === 'yaml') return Buffer.from(stringify(root, { aliasDuplicateObjects: false, lineWidth: 0 }))
  const chunks: Buffer[] = []
  for await (const chunk of xlsx(sheetsOfLibrary(root))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
