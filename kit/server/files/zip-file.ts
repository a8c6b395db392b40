/** Reading a zip archive that somebody else has made, from a local file: nothing that it says is believed before it is looked at. */
import { open, type FileHandle } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'

export interface ZipMember {
  readonly name: string
  /** Bytes once unpacked, as the archive says; no more are ever read. */
  readonly size: number
  readonly packed: number
}

interface Placed extends ZipMember {
  readonly method: number
  readonly crc: number
  readonly at: number
}

/** Why an archive is not read: it is none or was cut, it has more than it may, or it holds something that is never read. */
export type ZipFault = 'none' | 'large' | 'unreadable' | 'twice'

export class NotReadable extends Error {
  readonly fault: ZipFault
  readonly member: string | null

  constructor(fault: ZipFault, member: string | null = null) {
    super(`The archive cannot be read: ${fault}${member === null ? '' : ` (${member})`}`)
    this.fault = fault
    this.member = member
  }
}

export interface ZipBounds {
  /** Bytes of all members, unpacked. */
  readonly bytes: number
  readonly members: number
  /** How many times larger than it is packed a member may be, once it is larger than a megabyte. */
  readonly ratio: number
}

const elsewhere = 0xffffffff
const directoryBytes = 512 * 1024 ** 2
const free = 1024 ** 2

export class ZipFile {
  readonly members: ReadonlyMap<string, ZipMember>
  #file: FileHandle
  #placed: ReadonlyMap<string, Placed>
  /** Where members end: nothing of them is read beyond. */
  #end: number

  private constructor(file: FileHandle, placed: ReadonlyMap<string, Placed>, end: number) {
    this.#file = file
    this.#placed = placed
    this.#end = end
    this.members = placed
  }

  /** Reads what is in it; throws NotReadable. */
  static async open(path: string, bounds: ZipBounds): Promise<ZipFile> {
    const file = await open(path, 'r')
    try {
      const { start, length, count } = await endOf(file)
      if (count > bounds.members || length > directoryBytes) throw new NotReadable('large')
      const placed = membersOf(await bytes(file, start, length), count)
      let sum = 0
      for (const { name, size, packed, at } of placed.values()) {
        sum += size
        if (sum > bounds.bytes || (size > free && size > packed * bounds.ratio)) throw new NotReadable('large', name)
        if (at + packed > start) throw new NotReadable('unreadable', name)
      }
      return new ZipFile(file, placed, start)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** What a member holds, piece by piece; throws NotReadable at the first byte too many and at the end for what is not as the archive says. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const member = this.#placed.get(name)
    if (!member) throw new NotReadable('unreadable', name)
    const head = await bytes(this.#file, member.at, 30)
    const start = member.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (head.readUInt32LE(0) !== 0x04034b50 || start + member.packed > this.#end) throw new NotReadable('unreadable', name)
    let [size, crc] = [0, 0]
    try {
      for await (const chunk of member.method === 0 ? this.#packed(start, member.packed) : this.#inflated(start, member.packed)) {
        size += chunk.length
        if (size > member.size) throw new NotReadable('unreadable', name)
        crc = crc32(chunk, crc)
        yield chunk
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new NotReadable('unreadable', name)
      throw error
    }
    if (size !== member.size || crc !== member.crc) throw new NotReadable('unreadable', name)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async *#packed(start: number, length: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < length;) {
      const chunk = await bytes(this.#file, start + done, Math.min(65_536, length - done))
      done += chunk.length
      yield chunk
    }
  }

  async *#inflated(start: number, length: number): AsyncGenerator<Buffer> {
    const inflate = createInflateRaw({ chunkSize: 65_536 })
    const feeding = (async () => {
      for await (const chunk of this.#packed(start, length)) {
        if (inflate.destroyed) return
        if (!inflate.write(chunk)) await new Promise<void>((go) => void inflate.once('drain', go).once('close', go))
      }
      inflate.end()
    })()
    feeding.catch((error: Error) => inflate.destroy(error))
    try {
      for await (const chunk of inflate) yield chunk as Buffer
    } finally {
      inflate.destroy()
      await feeding.catch(() => {})
    }
  }
}

async function bytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  if (bytesRead < length) throw new NotReadable('none')
  return buffer
}

const whole = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new NotReadable('none')
  return Number(value)
}

/** Where the list of members stands. */
async function endOf(file: FileHandle): Promise<{ start: number; length: number; count: number }> {
  const { size } = await file.stat()
  const tail = await bytes(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > tail.length) throw new NotReadable('none')
  const small = { count: tail.readUInt16LE(end + 10), length: tail.readUInt32LE(end + 12), start: tail.readUInt32LE(end + 16) }
  const within = (found: typeof small) => {
    if (found.start + found.length > size) throw new NotReadable('none')
    return found
  }
  const locator = end - 20
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) return within(small)
  const large = await bytes(file, whole(tail.readBigUInt64LE(locator + 8)), 56)
  if (large.readUInt32LE(0) !== 0x06064b50) throw new NotReadable('none')
  return within({ count: whole(large.readBigUInt64LE(32)), length: whole(large.readBigUInt64LE(40)), start: whole(large.readBigUInt64LE(48)) })
}

function membersOf(directory: Buffer, count: number): Map<string, Placed> {
  const members = new Map<string, Placed>()
  let at = 0
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw new NotReadable('none')
    const [flags, method, crc] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10), directory.readUInt32LE(at + 16)]
    const [nameLength, extraLength, commentLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30), directory.readUInt16LE(at + 32)]
    const next = at + 46 + nameLength + extraLength + commentLength
    if (next > directory.length) throw new NotReadable('none')
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const [size, packed, place] = sizesOf(extra, [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)])
    // Encrypted, or packed in a way that nothing of ours packs.
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw new NotReadable('unreadable', name)
    if (members.has(name)) throw new NotReadable('twice', name)
    members.set(name, { name, size, packed, method, crc, at: place })
    at = next
  }
  return members
}

/** The sizes of a member and where it stands, from the extra field where they are too large for theirs. */
function sizesOf(extra: Buffer, small: readonly [number, number, number]): [number, number, number] {
  for (let at = 0; at + 4 <= extra.length;) {
    const [kind, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    if (kind === 1) {
      let from = at + 4
      const read = (value: number) => {
        if (value !== elsewhere) return value
        if (from + 8 > Math.min(extra.length, at + 4 + length)) throw new NotReadable('none')
        from += 8
        return whole(extra.readBigUInt64LE(from - 8))
      }
      return [read(small[0]), read(small[1]), read(small[2])]
    }
    at += 4 + length
  }
  return [...small]
}
