import { BoundedReader, OutOfBounds } from '#kit/server/files/bounded-process.ts'
import type { SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import type { ParsedLibrary } from '#areas/library/server/library-content.ts'
import { LibraryError, type ToldFault } from './library-error.ts'
import { limits } from './limits.ts'

type Faulty = { fault: ToldFault }
export type ParseAnswer = { library: ParsedLibrary } | Faulty

type Bounds = { milliseconds?: number; heapMegabytes?: number }

const parseProgram = new URL('./parse-process.ts', import.meta.url)

/** Reads files one after another in a process of bounded memory and time, so that none can hold up or bring down the server. `program` answers a fault, or what it reads of a file. */
export class ApartReader<Answer extends object = { library: ParsedLibrary }> {
  #reader: BoundedReader<Answer | Faulty>
  #bounds: Required<Bounds>

  constructor(program: URL = parseProgram, { milliseconds = limits.milliseconds, heapMegabytes = limits.heapMegabytes }: Bounds = {}) {
    this.#bounds = { milliseconds, heapMegabytes }
    this.#reader = new BoundedReader(program, this.#bounds)
  }

  /** Throws a LibraryError for the file's first fault. */
  async read(bytes: Uint8Array, choice: SheetChoice | null = null): Promise<Answer> {
    if (bytes.length > limits.bytes) throw new LibraryError('too_big', { max: limits.bytes / 1024 / 1024 })
    const answer = await this.#reader.ask(choice === null ? bytes : { bytes, choice }).catch((error: unknown) => {
      if (!(error instanceof OutOfBounds)) throw error
      throw error.fault === 'too_slow'
        ? new LibraryError('too_slow', { seconds: this.#bounds.milliseconds / 1000 })
        : new LibraryError('too_much_memory', { max: this.#bounds.heapMegabytes })
    })
    if (!('fault' in answer)) return answer
    throw LibraryError.from(answer.fault)
  }

  end(): void {
    this.#reader.end()
  }
}

/** `parseFile` in a process of its own. */
export async function parseApart(bytes: Uint8Array, bounds: Bounds = {}, choice: SheetChoice | null = null): Promise<ParsedLibrary> {
  const reader = new ApartReader(parseProgram, bounds)
  try {
    return (await reader.read(bytes, choice)).library
  } finally {
    reader.end()
  }
}
