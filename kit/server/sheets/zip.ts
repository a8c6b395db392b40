import { once } from 'node:events'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
  /** Packed already, by what it is: it is kept as it is. */
  readonly packed?: true
}

export interface ZipOptions {
  /** Beyond 4 GB or 65,535 entries, written as `zip64`. */
  readonly large?: boolean
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
  readonly method: number
}

/** 1980-01-01 00:00, the zero of this format: the same content gives the same bytes. */
const noTime = 0x00210000
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808

/** What a size is in a header where the extra field says it. */
const elsewhere = 0xffffffff

/** A zip archive as it is written, entry by entry and chunk by chunk: the whole is never in memory. Up to 4 GB unless it is `large`. */
export async function* zip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>, { large = false }: ZipOptions = {}): AsyncGenerator<Buffer> {
  const written: Written[] = []
  const version = large ? 45 : 20
  let offset = 0
  const counted = (chunk: Buffer) => {
    offset += chunk.length
    return chunk
  }
  for await (const { name: text, content, packed: asItIs } of entries) {
    const name = Buffer.from(text)
    const start = offset
    const method = asItIs ? 0 : 8
    const extra = large ? Buffer.concat([u16(1), u16(16), u64(0), u64(0)]) : Buffer.alloc(0)
    const unknown = u32(large ? elsewhere : 0)
    const sizes = [u32(0), unknown, unknown]
    yield counted(
      Buffer.concat([u32(0x04034b50), u16(version), u16(flags), u16(method), u32(noTime), ...sizes, u16(name.length), u16(extra.length), name, extra]),
    )
    const state = { crc: 0, size: 0 }
    const before = offset
    for await (const chunk of asItIs ? plain(content, state) : deflated(content, state)) yield counted(chunk)
    const packed = offset - before
    const length = large ? u64 : u32
    yield counted(Buffer.concat([u32(0x08074b50), u32(state.crc), length(packed), length(state.size)]))
    written.push({ name, crc: state.crc, packed, size: state.size, offset: start, method })
  }
  const start = offset
  for (const { name, crc, packed, size, offset: at, method } of written) {
    const extra = large ? Buffer.concat([u16(1), u16(24), u64(size), u64(packed), u64(at)]) : Buffer.alloc(0)
    const sizes = large ? [u32(crc), u32(elsewhere), u32(elsewhere)] : [u32(crc), u32(packed), u32(size)]
    yield counted(
      Buffer.concat([
        u32(0x02014b50),
        u16(version),
        u16(version),
        u16(flags),
        u16(method),
        u32(noTime),
        ...sizes,
        u16(name.length),
        u16(extra.length),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(large ? elsewhere : at),
        name,
        extra,
      ]),
    )
  }
  const length = offset - start
  if (large) {
    const end = offset
    const count = u64(written.length)
    yield counted(Buffer.concat([u32(0x06064b50), u64(44), u16(version), u16(version), u32(0), u32(0), count, count, u64(length), u64(start)]))
    yield counted(Buffer.concat([u32(0x07064b50), u32(0), u64(end), u32(1)]))
    yield Buffer.concat([u32(0x06054b50), u16(0), u16(0), u16(0xffff), u16(0xffff), u32(elsewhere), u32(elsewhere), u16(0)])
    return
  }
  yield Buffer.concat([u32(0x06054b50), u16(0), u16(0), u16(written.length), u16(written.length), u32(length), u32(start), u16(0)])
}

async function* plain(content: ZipEntry['content'], state: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    state.crc = crc32(chunk, state.crc)
    state.size += chunk.length
    yield chunk
  }
}

async function* deflated(content: ZipEntry['content'], state: { crc: number; size: number }): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 65_536 })
  const feeding = (async () => {
    for await (const piece of content) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
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

function u64(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
