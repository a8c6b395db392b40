import { unnumbered } from './finding.ts'
import type { FoundLine } from './read-lines.ts'

/** A gap by what a finding is known by. */
interface Named {
  readonly external_key: string
  readonly description: string | null
}

/** What was told without its numbers: lines move, versions rise. */
const withoutNumbers = (text: string | null | undefined) => text?.replaceAll(/\d+/g, '#') ?? ''
/** Keys of what has no name of its own end with what stands at the place and what was said of it; those of earlier versions with the line. */
const stemOf = (key: string) => key.replace(/(\|~[\da-f]{12})\.[\da-f]{12}$/, '$1')
const numberOf = (key: string) => Number(/\|#(\d+)$/.exec(key)?.[1] ?? 1)
const rowOf = (key: string) => key.replace(/\|\d+$/, '|*')

/**
 * Which gap each line is about; each gap is one line's. Of several that go by one key, the one that tells the same comes before the next in order, and a key that is a finding's own before
 * those that it may have had. Lines of tables have one key, which is taken as it stands.
 */
export function recognise<G extends Named>(lines: readonly FoundLine[], gaps: readonly G[]): Map<FoundLine, G> {
  const found = new Map<FoundLine, G>()
  const taken = new Set<G>()
  const lastFirst = gaps.toReversed().toSorted((a, b) => numberOf(b.external_key) - numberOf(a.external_key))
  const claim = (among: readonly FoundLine[], namesOfLine: (line: FoundLine) => readonly string[], nameOfGap: (gap: G) => string) => {
    const free = new Map<string, G[]>()
    for (const gap of lastFirst) {
      if (taken.has(gap)) continue
      const same = free.get(nameOfGap(gap))
      if (same) same.push(gap)
      else free.set(nameOfGap(gap), [gap])
    }
    for (const line of among) {
      if (found.has(line)) continue
      for (const name of namesOfLine(line)) {
        const gap = free.get(name)?.pop()
        if (!gap) continue
        found.set(line, gap)
        taken.add(gap)
        break
      }
    }
  }
  claim(
    lines.filter(({ names }) => names === undefined),
    ({ key }) => [key],
    ({ external_key: key }) => key,
  )
  // Down the file, as their keys are numbered.
  const read = lines.filter(({ names }) => names !== undefined).toSorted((a, b) => numberOf(a.key) - numberOf(b.key))
  const telling = (key: string, text: unknown) => `${key}\n${String(text ?? '')}`
  const alike = (key: string, text: unknown) => telling(key, withoutNumbers(String(text ?? '')))
  const own = ({ key }: FoundLine) => unnumbered(key)
  const others = ({ names }: FoundLine) => names?.others ?? []
  const shared = ({ names }: FoundLine) => names?.alike ?? []
  const plain = ({ external_key: key }: G) => unnumbered(key)
  claim(
    read,
    (line) => [telling(own(line), line.values.description)],
    (gap) => telling(plain(gap), gap.description),
  )
  claim(read, (line) => [own(line)], plain)
  claim(read, others, plain)
  claim(read, others, (gap) => stemOf(plain(gap)))
  claim(
    read,
    (line) => shared(line).map((key) => telling(key, line.values.description)),
    (gap) => telling(plain(gap), gap.description),
  )
  for (const nameOf of [plain, (gap: G) => rowOf(plain(gap))])
    claim(
      read,
      (line) => shared(line).map((key) => alike(key, line.values.description)),
      (gap) => alike(nameOf(gap), gap.description),
    )
  return found
}
