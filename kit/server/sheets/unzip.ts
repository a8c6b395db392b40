import { inflateRawSync } from 'node:zlib'

export interface PackedEntry {
  readonly name: string
  /** Bytes once unpacked, as the archive says. */
  readonly size: number
  /** Unpacks it; throws when it is broken or larger than it says. */
  readonly read: () => Buffer
}

/** What a zip archive holds, by its central directory; null for what is not one, or was cut. */
export function zipEntries(content: Buffer): readonly PackedEntry[] | null {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 20 > content.length) return null
  let at = content.readUInt32LE(end + 16)
  const entries: PackedEntry[] = []
  for (let left = content.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return null
    const [method, packed, size] = [content.readUInt16LE(at + 10), content.readUInt32LE(at + 20), content.readUInt32LE(at + 24)]
    const [nameLength, extraLength, commentLength] = [content.readUInt16LE(at + 28), content.readUInt16LE(at + 30), content.readUInt16LE(at + 32)]
    const local = content.readUInt32LE(at + 42)
    const name = content.toString('utf8', at + 46, at + 46 + nameLength)
    entries.push({ name, size, read: () => unpack(content, { local, method, packed, size }) })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

function unpack(content: Buffer, { local, method, packed, size }: { local: number; method: number; packed: number; size: number }): Buffer {
  const start = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
  const bytes = content.subarray(start, start + packed)
  if (method === 0) return bytes
  return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) })
}
