import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { invalidField } from '#kit/contract/errors.ts'
import { safeName } from './upload.ts'

/** The one file of a multipart request in memory, for what is read and not kept. Throws when there is none or when it is too large. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<{ name: string; bytes: Buffer }> {
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: maxBytes, files: 1, parts: 10 } }) : undefined
  if (!part) throw invalidField('file', 'kit.errors.no_file')
  const bytes = await part.toBuffer()
  if (bytes.length === 0) throw invalidField('file', 'kit.errors.no_file')
  return { name: safeName(part.filename), bytes }
}
