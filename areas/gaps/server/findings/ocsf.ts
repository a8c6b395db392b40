import type { ReportLine } from '#kit/server/sheets/report.ts'
import { digest, ofFile, stableKey, type Finding, type FoundFile } from './finding.ts'
import { at, line, list, member, number, words, type Json } from './json-value.ts'

/** By `severity_id` (OCSF): informational, low, medium, high, critical, fatal. */
const severities: Readonly<Record<number, number>> = { 1: 0, 2: 25, 3: 50, 4: 75, 5: 100, 6: 100 }
const severityWords: Readonly<Record<string, number>> = { INFORMATIONAL: 1, LOW: 2, MEDIUM: 3, HIGH: 4, CRITICAL: 5, FATAL: 6 }

/** Findings have classes from 2001 to 2999; older ones say `finding` what newer ones call `finding_info`. */
export const isOcsf = (event: Json): boolean => {
  const kind = number(member(event, 'class_uid'))
  return kind !== null && kind >= 2000 && kind < 3000 && about(event) !== undefined
}

const about = (event: Json): Json => member(event, 'finding_info') ?? member(event, 'finding')

/** What a list of OCSF findings says; of several events about one finding the last one counts. */
export function readOcsf(events: readonly Json[]): FoundFile {
  const last = new Map<string, { readonly at: number; readonly finding: Finding }>()
  const own = events.filter(isOcsf)
  for (const event of own) {
    const finding = findingOf(event)
    const time = momentOf(event)
    const before = last.get(finding.key)
    if (before === undefined || before.at <= time) last.set(finding.key, { at: time, finding })
  }
  const findings = [...last.values()].map(({ finding }) => finding)
  const lines: ReportLine[] = []
  // A scan that found nothing and one that never ran write the same.
  if (own.length === 0) lines.push(ofFile('warning', 'empty_list'))
  if (own.length > findings.length) lines.push(ofFile('info', 'earlier_events', { count: own.length - findings.length }))
  if (events.length > own.length) lines.push(ofFile('info', 'other_events', { count: events.length - own.length }))
  return { findings, whole: [...new Set(findings.flatMap(({ foundBy }) => foundBy ?? []))], filtered: false, said: lines }
}

function findingOf(event: Json): Finding {
  const info = about(event)
  const product = line(at(event, 'metadata', 'product', 'name'), 60)
  const account = line(at(event, 'cloud', 'account', 'uid'), 120) ?? line(at(event, 'cloud', 'account', 'name'), 120)
  const by = [product ?? '', account].filter((part) => part).join(' · ')
  const title = line(member(info, 'title'), 400) ?? line(member(event, 'message'), 400)
  const places = list(member(event, 'resources')).flatMap((one) => line(member(one, 'name'), 200) ?? line(member(one, 'uid'), 200) ?? [])
  const weaknesses = list(member(event, 'vulnerabilities')).flatMap((one) => line(at(one, 'cve', 'uid'), 40) ?? [])
  const weak = (of: (one: Json) => string | null) => list(member(event, 'vulnerabilities')).flatMap((one) => of(one) ?? [])[0] ?? null
  const uid = words(member(info, 'uid'), 1000)
  const former = stableKey(product, uid ?? `${title ?? ''}|${places.join(',')}`)
  const message = words(member(event, 'message'), 8000)
  const key = uid === null ? stableKey(by, title, places.join(','), `~${digest(message, weaknesses.join(','))}`) : stableKey(by, uid)
  const severity = severityOf(event)
  return {
    key,
    others: uid === null || former === key ? [] : [former],
    alike: uid === null ? [former] : [],
    name: line(
      [title, ...weaknesses.filter((cve) => !title?.includes(cve)).slice(0, 1), places[0], uid === null && message !== title ? line(message, 120) : null]
        .filter(Boolean)
        .join(' – '),
      500,
    ),
    description: words(
      [
        words(member(info, 'desc'), 8000) ?? message,
        places.slice(0, 20).join('\n'),
        weaknesses.slice(0, 20).join(', '),
        words(at(event, 'remediation', 'desc'), 4000),
      ]
        .filter(Boolean)
        .join('\n\n'),
    ),
    place: {
      account,
      region: line(at(event, 'cloud', 'region'), 120) ?? list(member(event, 'resources')).flatMap((one) => line(member(one, 'region'), 120) ?? [])[0] ?? null,
      package: weak((one) => line(at(list(member(one, 'affected_packages'))[0], 'name'), 300) ?? line(at(list(member(one, 'packages'))[0], 'name'), 300)),
      file: weak(
        (one) => line(at(list(member(one, 'affected_code'))[0], 'file', 'path'), 1000) ?? line(at(list(member(one, 'affected_code'))[0], 'file', 'name'), 1000),
      ),
    },
    score: severities[severity] ?? null,
    state: stateOf(event, severity),
    foundBy: by === '' ? null : by,
  }
}

/** Milliseconds since 1970. The schema says so of its times too, and tools write seconds, or microseconds, all the same; none of the three is a likely one of another. */
function momentOf(event: Json): number {
  const time = number(member(event, 'time')) ?? Date.parse(words(member(event, 'time_dt'), 40) ?? '')
  if (!Number.isFinite(time)) return 0
  return Math.abs(time) < 1e11 ? time * 1000 : Math.abs(time) >= 1e14 ? time / 1000 : time
}

const wordOf = (value: Json) =>
  words(value, 40)
    ?.toUpperCase()
    .replaceAll(/[\s-]+/g, '_') ?? ''

function severityOf(event: Json): number {
  const severityId = number(member(event, 'severity_id')) ?? 0
  const word = wordOf(member(event, 'severity'))
  return severityId in severities || !Object.hasOwn(severityWords, word) ? severityId : (severityWords[word] ?? 0)
}

/** What a check came to, by the words that tools write. */
const outcomes: Readonly<Record<string, Finding['state']>> = {
  PASS: 'PASSED',
  PASSED: 'PASSED',
  FAIL: 'FOUND',
  FAILED: 'FOUND',
  WARNING: 'FOUND',
  MANUAL: 'MANUAL',
  NOT_APPLICABLE: 'NOT_APPLICABLE',
  NOT_AVAILABLE: 'NOT_APPLICABLE',
  MUTED: 'SUPPRESSED',
}
/** By `compliance.status_id`: pass, warning, fail. */
const compliances: Readonly<Record<number, Finding['state']>> = { 1: 'PASSED', 2: 'FOUND', 3: 'FOUND' }
/** By `status_id`, and by its word where there is no number: suppressed, resolved, archived, deleted. */
const statuses: Readonly<Record<string, Finding['state']>> = {
  3: 'SUPPRESSED',
  4: 'GONE',
  5: 'GONE',
  6: 'GONE',
  SUPPRESSED: 'SUPPRESSED',
  RESOLVED: 'GONE',
  ARCHIVED: 'GONE',
  DELETED: 'GONE',
}
const lookUp = (states: Readonly<Record<string, Finding['state']>>, name: string | number | null) =>
  name !== null && Object.hasOwn(states, name) ? states[name] : undefined

function stateOf(event: Json, severity: number): Finding['state'] {
  const outcome =
    lookUp(compliances, number(at(event, 'compliance', 'status_id'))) ??
    lookUp(outcomes, wordOf(at(event, 'compliance', 'status'))) ??
    lookUp(outcomes, wordOf(member(event, 'status_code')))
  const id = number(member(event, 'status_id'))
  const status = lookUp(statuses, id) ?? (id === null || id === 0 || id === 99 ? lookUp(statuses, wordOf(member(event, 'status'))) : undefined)
  // 3: closed.
  if (number(member(event, 'activity_id')) === 3 || status === 'GONE') return 'GONE'
  if (outcome !== undefined && outcome !== 'FOUND') return outcome
  return status ?? outcome ?? (severity === 1 ? 'INFORMATIONAL' : 'FOUND')
}
