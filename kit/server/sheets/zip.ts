import { once } from 'node:events'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: Iterable<string> | AsyncIterable<string>
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** 1980-01-01 00:00, the zero of this format: the same content gives the same bytes. */
const noTime = 0x00210000
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808

/** A zip archive as it is written, entry by entry and chunk by chunk: the whole is never in memory. Up to 4 GB. */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  const counted = (chunk: Buffer) => {
    offset += chunk.length
    return chunk
  }
  for (const { name: text, content } of entries) {
    const name = Buffer.from(text)
    const start = offset
    yield counted(Buffer.concat([u32(0x04034b50), u16(20), u16(flags), u16(8), u32(noTime), u32(0), u32(0), u32(0), u16(name.length), u16(0), name]))
    const state = { crc: 0, size: 0 }
    const before = offset
    for await (const chunk of deflated(content, state)) yield counted(chunk)
    const packed = offset - before
    yield counted(Buffer.concat([u32(0x08074b50), u32(state.crc), u32(packed), u32(state.size)]))
    written.push({ name, crc: state.crc, packed, size: state.size, offset: start })
  }
  const start = offset
  for (const { name, crc, packed, size, offset: at } of written) {
    const sizes = [u32(crc), u32(packed), u32(size)]
    yield counted(
      Buffer.concat([
        u32(0x02014b50),
        u16(20),
        u16(20),
        u16(flags),
        u16(8),
        u32(noTime),
        ...sizes,
        u16(name.length),
        u16(0),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(at),
        name,
      ]),
    )
  }
  const length = offset - start
  yield Buffer.concat([u32(0x06054b50), u16(0), u16(0), u16(written.length), u16(written.length), u32(length), u32(start), u16(0)])
}

async function* deflated(content: ZipEntry['content'], state: { crc: number; size: number }): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 65_536 })
  const feeding = (async () => {
    for await (const text of content) {
      const chunk = Buffer.from(text)
      state.crc = crc32(chunk, state.crc)
      state.size += chunk.length
      if (!deflate.write(chunk)) await once(deflate, 'drain')
    }
    deflate.end()
  })()
  feeding.catch((error: Error) => deflate.destroy(error))
  for await (const chunk of deflate) yield chunk as Buffer
  await feeding
}

function u16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
