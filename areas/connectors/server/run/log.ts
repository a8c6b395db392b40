import type { RunLine } from '#areas/connectors/server/adapters/adapter.ts'

/** Lines of a run that are kept; those that warn go before others. */
const [mostLines, mostValue] = [200, 300] as const

/** What a run says of itself, without the secrets that it was told. */
export class RunLog {
  warned = false
  readonly #clean: (text: string) => string
  readonly #now: () => Date
  #lines: (RunLine & { readonly at: string })[] = []

  constructor(clean: (text: string) => string, now: () => Date) {
    this.#clean = clean
    this.#now = now
  }

  readonly say = ({ level, key, values }: RunLine): void => {
    if (level === 'warning') this.warned = true
    if (this.#lines.length >= mostLines) {
      if (level === 'info') return
      const place = this.#lines.findLastIndex((line) => line.level === 'info')
      if (place < 0) return
      this.#lines.splice(place, 1)
    }
    const said =
      values &&
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? this.#clean(value).slice(0, mostValue) : value]))
    this.#lines.push({ at: this.#now().toISOString(), level, key: key.slice(0, 120), ...(said && { values: said }) })
  }

  /** As it is kept. */
  readonly kept = (): string => JSON.stringify(this.#lines)
}
