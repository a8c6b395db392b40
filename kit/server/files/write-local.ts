import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a stream to a new local file, readable by the server's user only; answers its size in bytes and its hash. */
export async function writeLocal(source: Readable | AsyncIterable<Uint8Array>, path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    source,
    async function* measure(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600, flags: 'wx' }),
  )
  return { size, sha256: hash.digest('hex') }
}
