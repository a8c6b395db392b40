import type { MultipartFile } from '@fastify/multipart'
import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { AppError, badParameters, invalidField } from '#kit/contract/errors.ts'
import type { FileStorage } from './storage.ts'
import { writeLocal } from './write-local.ts'

/** 10 MB each (FIL-01). */
export const maxFileBytes = 10 * 1024 * 1024

/** A file that has arrived, still at a local path. */
export interface Upload {
  /** As the sender called it, without path and control characters. */
  readonly name: string
  readonly path: string
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** What tells one file from another where a call names itself. */
export const contentOf = ({ name, sha256 }: Pick<Upload, 'name' | 'sha256'>) => ({ name, sha256 })

/**
 * Receives the one file of a multipart request and hands it to `work`; whatever is left at its path is removed afterwards. Holds no
 * transaction while it waits for bytes. Throws when there is no file, when it is too large or when the sender gave up.
 */
export async function withUpload<T>(request: FastifyRequest, storage: FileStorage, maxBytes: number, work: (upload: Upload) => Promise<T>): Promise<T> {
  const path = await storage.temporary()
  try {
    const upload = await received(request, maxBytes, async (part) => {
      const { size, sha256 } = await writeLocal(part.file, path)
      if (part.file.truncated) throw new AppError('TOO_LARGE', 'kit.errors.too_large')
      if (size === 0) throw invalidField('file', 'kit.errors.no_file')
      return { name: safeName(part.filename), path, size, sha256 }
    })
    return await work(upload)
  } finally {
    await rm(path, { force: true })
  }
}

/** Refuses a form that holds more than its `file`, naming what. Asked before and after the file has been read: what follows it is known only then. */
function refuseOthers({ fields }: Pick<MultipartFile, 'fields'>): void {
  const others = Object.keys(fields).filter((name) => name !== 'file')
  if (others.length > 0) throw badParameters(Object.fromEntries(others.map((name) => [name, [{ key: 'kit.errors.unknown_field' }]])))
}

/** Hands the one file of a multipart request to `readPart`. What nobody has read by then is let go, so that the connection can be used on. */
export async function received<T>(request: FastifyRequest, maxBytes: number, readPart: (part: MultipartFile) => Promise<T>): Promise<T> {
  try {
    const part = request.isMultipart() ? await request.file({ limits: { fileSize: maxBytes, files: 1, parts: 10 } }) : undefined
    if (!part) throw invalidField('file', 'kit.errors.no_file')
    refuseOthers(part)
    const read = await readPart(part)
    refuseOthers(part)
    return read
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    // The parser's own words for a form that breaks off or is none.
    if (
      error instanceof Error &&
      /^(Unexpected end of|Part terminated early|Multipart: |Missing Content-Type|Unsupported content type|Malformed)/i.test(error.message)
    )
      throw new AppError('BAD_PARAMETERS', 'kit.errors.malformed')
    throw error
  }
}

/** A file's name without path, control characters and marks of direction, at most 200 characters. */
export function safeName(name: string): string {
  const plain =
    name
      .normalize('NFC')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim()
      .toWellFormed() || 'file'
  const dot = plain.lastIndexOf('.')
  return plain.length <= 200 ? plain : `${plain.slice(0, 180)}${dot > plain.length - 20 ? plain.slice(dot) : ''}`
}
