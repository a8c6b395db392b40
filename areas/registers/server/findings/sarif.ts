import { stableKey, type Finding } from './finding.ts'
import { at, line, list, member, number, words, type Json } from './json-value.ts'

/** How severe a level is where no rule gives a number of its own (SARIF 2.1.0, 3.27.10). */
const levels: Readonly<Record<string, number>> = { error: 75, warning: 50, note: 25, none: 0 }

export const isSarif = (value: Json): boolean => Array.isArray(member(value, 'runs')) && (words(member(value, 'version'), 20)?.startsWith('2.1.') ?? false)

/** The results of all runs of a SARIF 2.1.0 file (OASIS). */
export function sarifFindings(file: Json): Finding[] {
  const seen = new Set<string>()
  const repeated = new Map<string, number>()
  return list(member(file, 'runs')).flatMap((run) => {
    const driver = at(run, 'tool', 'driver')
    const tool = line(member(driver, 'name'), 60)
    const rules = [driver, ...list(at(run, 'tool', 'extensions'))].flatMap((component) => list(member(component, 'rules')))
    const byId = new Map(rules.flatMap((rule) => (words(member(rule, 'id')) === null ? [] : [[words(member(rule, 'id')), rule] as const])))
    return list(member(run, 'results')).flatMap((result): Finding[] => {
      const ruleId = words(member(result, 'ruleId'), 200) ?? words(at(result, 'rule', 'id'), 200)
      const rule = byId.get(ruleId) ?? list(member(driver, 'rules'))[number(member(result, 'ruleIndex')) ?? -1]
      const id = ruleId ?? words(member(rule, 'id'), 200)
      const { key, own } = keyOf(result, tool, id)
      // One thing that is told twice is one; two that only look alike are two.
      if (own && seen.has(key)) return []
      seen.add(key)
      const times = (repeated.get(key) ?? 0) + 1
      repeated.set(key, times)
      const message = textOf(result, rule)
      const name = line(at(rule, 'shortDescription', 'text'), 300) ?? line(member(rule, 'name'), 300) ?? id ?? line(message, 300)
      const place = placeOf(result)
      return [
        {
          key: times === 1 ? key : stableKey(key, `#${times}`),
          name: line([name, place].filter(Boolean).join(' – '), 500),
          description: words(
            [message, place, words(at(rule, 'fullDescription', 'text'), 4000), words(at(rule, 'help', 'text'), 8000), words(member(rule, 'helpUri'), 500)]
              .filter((part, n, all) => part !== null && all.indexOf(part) === n)
              .join('\n\n'),
          ),
          score: scoreOf(result, rule),
          chapter: null,
          state: stateOf(result),
        },
      ]
    })
  })
}

function keyOf(result: Json, tool: string | null, rule: string | null): { key: string; own: boolean } {
  const prints = printsOf(member(result, 'fingerprints'))
  if (prints !== null) return { key: stableKey(tool, prints), own: true }
  const guid = words(member(result, 'correlationGuid'), 60)
  if (guid !== null) return { key: stableKey(tool, guid), own: true }
  const [place] = list(member(result, 'locations'))
  const uri = words(at(place, 'physicalLocation', 'artifactLocation', 'uri'), 1000)
  const partial = printsOf(member(result, 'partialFingerprints'))
  if (partial !== null) return { key: stableKey(tool, rule, uri, partial), own: false }
  const logical = words(member(list(member(place, 'logicalLocations'))[0], 'fullyQualifiedName'), 500)
  const row = number(at(place, 'physicalLocation', 'region', 'startLine'))
  return { key: stableKey(tool, rule, uri, logical ?? (row === null ? null : String(row))), own: false }
}

/** Fingerprints in one order, whatever that of the file. */
function printsOf(value: Json): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const said = Object.entries(value)
    .flatMap(([name, print]) => (words(print, 500) === null ? [] : [`${name}=${words(print, 500)}`]))
    .toSorted()
  return said.length > 0 ? said.join(',') : null
}

/** The message of a result, from its rule where it only names one. */
function textOf(result: Json, rule: Json): string | null {
  const message = member(result, 'message')
  const own = words(member(message, 'text'))
  const named = words(member(message, 'id'), 200)
  const text = own ?? (named === null ? null : words(at(rule, 'messageStrings', named, 'text')))
  const given = list(member(message, 'arguments'))
  return text?.replaceAll(/\{(\d{1,3})\}/g, (all, n: string) => words(given[Number(n)], 500) ?? all) ?? null
}

/** File and line, or what the tool calls the place. */
function placeOf(result: Json): string | null {
  const [place] = list(member(result, 'locations'))
  const uri = line(at(place, 'physicalLocation', 'artifactLocation', 'uri'), 300)
  const row = number(at(place, 'physicalLocation', 'region', 'startLine'))
  if (uri !== null) return row === null ? uri : `${uri}:${row}`
  return line(member(list(member(place, 'logicalLocations'))[0], 'fullyQualifiedName'), 300)
}

function scoreOf(result: Json, rule: Json): number | null {
  const scored = number(at(result, 'properties', 'security-severity')) ?? number(at(rule, 'properties', 'security-severity'))
  if (scored !== null && scored >= 0 && scored <= 10) return Math.round(scored * 10)
  const level = words(member(result, 'level'), 20) ?? words(at(rule, 'defaultConfiguration', 'level'), 20) ?? 'warning'
  return Object.hasOwn(levels, level) ? (levels[level] ?? null) : null
}

function stateOf(result: Json): Finding['state'] {
  const kind = words(member(result, 'kind'), 20) ?? 'fail'
  if (member(result, 'baselineState') === 'absent' || !['fail', 'open', 'review'].includes(kind)) return 'GONE'
  const suppressed = list(member(result, 'suppressions')).some((one) => (words(member(one, 'status'), 20) ?? 'accepted') === 'accepted')
  return suppressed ? 'SUPPRESSED' : 'FOUND'
}
