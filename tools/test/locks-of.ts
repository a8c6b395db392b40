/**
 * The locks that the statements of one transaction take and that others may wait for, in the order in which each kind is first taken: turns, rows of
 * tables that are changed, removed or held, counters of identifiers, the audit's head. Rows that the transaction itself made are nobody else's.
 */
export function locksOf(texts: readonly string[]): string[] {
  const taken = new Set<string>()
  const made = new Set<string>()
  for (const text of texts) {
    for (const lock of locksIn(text)) if (!made.has(lock)) taken.add(lock)
    for (const [, table = ''] of text.matchAll(/\binsert into "?(\w+)"?/g)) made.add(table)
  }
  return [...taken]
}

function locksIn(text: string): string[] {
  const found: { at: number; lock: string }[] = []
  const add = (pattern: RegExp, name: (match: RegExpExecArray) => string) => {
    for (const match of text.matchAll(pattern)) found.push({ at: match.index, lock: name(match) })
  }
  add(/pg_advisory_xact_lock\(hashtextextended\('turn ([^']+)'/g, ([, name]) => `turn: ${name}`)
  add(/insert into identifier_counter[^']*'(\w+)'/g, ([, entity]) => `identifiers: ${entity}`)
  add(/\bupdate "?(\w+)"? (?:as )?(?:\w+ )?set\b/g, ([, table = '']) => table)
  add(/\bdelete from "?(\w+)"?/g, ([, table = '']) => table)
  add(/\bfor (?:no key update|update|share)\b(?! skip)/g, ({ index }) => tableAt(text, index))
  add(/\baudit_append\(/g, () => 'audit head')
  return found.toSorted((a, b) => a.at - b.at).map(({ lock }) => lock)
}

/** The first table of the query that ends at a place, leaving out what stands in parentheses inside it. */
function tableAt(text: string, end: number): string {
  let [depth, plain] = [0, '']
  for (let at = end - 1; at >= 0; at -= 1) {
    const char = text[at] ?? ''
    if (char === ')') depth += 1
    else if (char === '(') depth -= 1
    if (depth < 0) break
    if (depth === 0 && char !== ')') plain = char + plain
  }
  return /\bfrom "?(\w+)"?/.exec(plain)?.[1] ?? plain
}
