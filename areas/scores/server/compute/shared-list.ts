const BITS = 4
const MASK = (1 << BITS) - 1

type Chunk<Item> = readonly (Item | undefined)[]

/** A list whose edited copies share what they leave as it was: two results differ in few places. */
export class SharedList<Item> {
  private readonly chunks: readonly Chunk<Item>[]

  constructor(chunks: readonly Chunk<Item>[] = []) {
    this.chunks = chunks
  }

  get(at: number): Item | null {
    return this.chunks[at >> BITS]?.[at & MASK] ?? null
  }

  /** A copy, with its only writer: the copy must not be written to once it is handed on. */
  edit(): { list: SharedList<Item>; set: (at: number, item: Item) => void } {
    const chunks = this.chunks.slice()
    const own: (Item | undefined)[][] = []
    const set = (at: number, item: Item): void => {
      const chunk = (own[at >> BITS] ??= chunks[at >> BITS]?.slice() ?? [])
      chunk[at & MASK] = item
      chunks[at >> BITS] = chunk
    }
    return { list: new SharedList(chunks), set }
  }
}
