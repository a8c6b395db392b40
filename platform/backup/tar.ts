/** Just enough of the ustar format that `tar` reads what is written here and this reads it back. */
import { createReadStream, statSync } from 'node:fs'

/** What goes into an archive; a folder has neither `text` nor `file`. */
export interface Entry {
  path: string
  text?: string
  file?: string
}

/** What comes out of an archive; `content` must be read to its end before the next entry. */
export interface Extracted {
  path: string
  isFolder: boolean
  content: AsyncIterable<Buffer>
}

const block = 512
/** Twelve octal digits hold no more: 64 GiB. */
const largest = 8 ** 12 - 1

/** A file that grows meanwhile is cut, one that shrinks is filled with zeros: the header has promised a size. */
export async function* writeTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { path, text, file } of entries) {
    if (text !== undefined) {
      const content = Buffer.from(text)
      yield header(path, content.length)
      yield padded(content)
    } else if (file === undefined) yield header(`${path}/`, 0)
    else yield* fileParts(path, file)
  }
  yield Buffer.alloc(2 * block)
}

/** Throws for an archive that ends early, is not ustar or would write outside its folder. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Extracted> {
  const reader = new Blocks(source)
  for (;;) {
    const head = await reader.take(block)
    if (head.every((byte) => byte === 0)) return
    if (head.toString('latin1', 257, 262) !== 'ustar') throw new Error('This is not a backup of Vigie, or it is damaged.')
    const field = (from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '')
    const path = [field(345, 500), field(0, 100)].filter((part) => part !== '').join('/')
    if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`The backup holds a path outside its folder: ${path}`)
    const size = Number.parseInt(field(124, 136), 8)
    yield { path: path.replace(/\/$/, ''), isFolder: path.endsWith('/'), content: reader.stream(size) }
  }
}

async function* fileParts(path: string, file: string): AsyncGenerator<Buffer> {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return
  yield header(path, size)
  let left = size
  if (size > 0) {
    for await (const chunk of createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>) {
      left -= chunk.length
      yield chunk
    }
  }
  yield Buffer.alloc(left + missingTo(size))
}

function header(path: string, size: number): Buffer {
  if (size > largest) throw new Error(`The file is too large for a backup: ${path}`)
  const head = Buffer.alloc(block)
  const cut = Buffer.byteLength(path) > 100 ? path.indexOf('/', path.length - 101) : -1
  const name = path.slice(cut + 1)
  if (Buffer.byteLength(name) > 100 || cut > 155) throw new Error(`The path is too long for a backup: ${path}`)
  head.write(name, 0)
  head.write(path.endsWith('/') ? '0000700' : '0000600', 100)
  head.write('0000000', 108)
  head.write('0000000', 116)
  head.write(size.toString(8).padStart(11, '0'), 124)
  head.write('00000000000', 136)
  head.write('        ', 148)
  head.write(path.endsWith('/') ? '5' : '0', 156)
  head.write('ustar\u000000', 257)
  head.write(path.slice(0, Math.max(cut, 0)), 345)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc(missingTo(content.length))])
}

function missingTo(size: number): number {
  return (block - (size % block)) % block
}

/** Cuts a stream of chunks of any size into what the format asks for next. */
class Blocks {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(size: number): Promise<Buffer> {
    const parts = []
    for await (const part of this.#parts(size)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *stream(size: number): AsyncGenerator<Buffer> {
    yield* this.#parts(size)
    await this.take(missingTo(size))
  }

  async *#parts(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#source.next()
        if (done) throw new Error('The backup is incomplete: it ends too early.')
        this.#rest = value
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}
