import { stableKey, type Finding } from './finding.ts'
import { at, line, list, member, number, words, type Json } from './json-value.ts'

/** By `severity_id` (OCSF): informational, low, medium, high, critical, fatal. */
const severities: Readonly<Record<number, number>> = { 1: 0, 2: 25, 3: 50, 4: 75, 5: 100, 6: 100 }

/** Findings have classes from 2001 to 2999; older ones say `finding` what newer ones call `finding_info`. */
export const isOcsf = (event: Json): boolean => {
  const kind = number(member(event, 'class_uid'))
  return kind !== null && kind >= 2000 && kind < 3000 && about(event) !== undefined
}

const about = (event: Json): Json => member(event, 'finding_info') ?? member(event, 'finding')

/** What a list of OCSF findings says; of several events about one finding the last one counts. */
export function ocsfFindings(events: readonly Json[]): Finding[] {
  const last = new Map<string, { readonly at: number; readonly finding: Finding }>()
  for (const event of events) {
    if (!isOcsf(event)) continue
    const info = about(event)
    const product = line(at(event, 'metadata', 'product', 'name'), 60)
    const title = line(member(info, 'title'), 400) ?? line(member(event, 'message'), 400)
    const places = list(member(event, 'resources')).flatMap((one) => line(member(one, 'name'), 200) ?? line(member(one, 'uid'), 200) ?? [])
    const key = stableKey(product, words(member(info, 'uid'), 1000) ?? `${title ?? ''}|${places.join(',')}`)
    const time = number(member(event, 'time')) ?? 0
    const before = last.get(key)
    if (before && before.at > time) continue
    const weaknesses = list(member(event, 'vulnerabilities')).flatMap((one) => line(at(one, 'cve', 'uid'), 40) ?? [])
    last.set(key, {
      at: time,
      finding: {
        key,
        name: line([title, ...weaknesses.filter((cve) => !title?.includes(cve)).slice(0, 1), places[0]].filter(Boolean).join(' – '), 500),
        description: words(
          [
            words(member(info, 'desc'), 8000) ?? words(member(event, 'message'), 8000),
            places.slice(0, 20).join('\n'),
            weaknesses.slice(0, 20).join(', '),
            words(at(event, 'remediation', 'desc'), 4000),
          ]
            .filter(Boolean)
            .join('\n\n'),
        ),
        score: severities[number(member(event, 'severity_id')) ?? 0] ?? null,
        chapter: null,
        state: stateOf(event),
      },
    })
  }
  return [...last.values()].map(({ finding }) => finding)
}

function stateOf(event: Json): Finding['state'] {
  const passed = number(at(event, 'compliance', 'status_id')) === 1
  const status = number(member(event, 'status_id'))
  // Closed, resolved, deleted; of a check, passed.
  if (passed || number(member(event, 'activity_id')) === 3 || status === 4 || status === 6) return 'GONE'
  return status === 3 ? 'SUPPRESSED' : 'FOUND'
}
