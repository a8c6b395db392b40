import type { FastifyRequest } from 'fastify'
import { invalidField } from '#kit/contract/errors.ts'
import { received, safeName } from './upload.ts'

/** The one file of a multipart request in memory, for what is read and not kept. Throws when there is none or when it is too large. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<{ name: string; bytes: Buffer }> {
  return received(request, maxBytes, async (part) => {
    const bytes = await part.toBuffer()
    if (bytes.length === 0) throw invalidField('file', 'kit.errors.no_file')
    return { name: safeName(part.filename), bytes }
  })
}
