import type { ReportLine } from '#kit/server/sheets/report.ts'
import { digest, numbered, ofFile, stableKey, type Finding, type FoundFile } from './finding.ts'
import { at, cut, line, list, member, number, words, type Json } from './json-value.ts'

/** How severe a level is where no rule gives a number of its own (SARIF 2.1.0, 3.27.10). */
const levels: Readonly<Record<string, number>> = { error: 75, warning: 50, note: 25, none: 0 }

export const isSarif = (value: Json): boolean => Array.isArray(member(value, 'runs')) && (words(member(value, 'version'), 20)?.startsWith('2.1.') ?? false)

/** A result with what its run says of it. */
interface RunResult {
  readonly result: Json
  readonly rule: Json
  readonly ruleId: string | null
  readonly tool: string | null
  /** The tool, and what it looked at. */
  readonly by: string
  readonly uri: string | null
  readonly region: Json
  readonly logical: string | null
  readonly message: string | null
  readonly state: Finding['state']
}

/** The results of all runs of a SARIF 2.1.0 file (OASIS). */
export function readSarif(file: Json): FoundFile {
  const runs = list(member(file, 'runs'))
  const lines: ReportLine[] = runs.length === 0 ? [ofFile('warning', 'no_runs')] : []
  const whole = new Set<string>()
  const notWhole = new Set<string>()
  const byScope = new Map<string, RunResult[]>()
  for (const run of runs) {
    const by = scopeOf(run)
    const why = whyNotWhole(run)
    if (why) lines.push(ofFile('warning', why.key, { tool: by, ...(why.words !== null && { words: why.words }) }))
    const scopes = why ? notWhole : whole
    scopes.add(by)
    byScope.set(by, [...(byScope.get(by) ?? []), ...resultsOf(run, by)])
  }
  const all = [...byScope.values()]
  const apart = all.map(onceEach)
  const merged = count(all) - count(apart)
  if (merged > 0) lines.push(ofFile('info', 'merged', { count: merged }))
  const results = apart.flat()
  const filtered = results.length > 0 && results.every(({ result }) => ['new', 'updated'].includes(words(member(result, 'baselineState'), 20) ?? ''))
  if (filtered) lines.push(ofFile('info', 'filtered'))
  return { findings: apart.flatMap(findingsOf), whole: [...whole].filter((by) => !notWhole.has(by)), filtered, said: lines }
}

const count = (lists: readonly (readonly unknown[])[]) => lists.reduce((sum, { length }) => sum + length, 0)

/** The tool, and what it looked at: what the run is called without the number of this one, the repository or the image. */
function scopeOf(run: Json): string {
  const tool = line(at(run, 'tool', 'driver', 'name'), 60)
  const series = line(at(run, 'automationDetails', 'id'), 300)?.replace(/(?:^|\/)(?:[\dT:.Z_+-]*|[\da-f-]{16,})$/i, '')
  const repository = line(member(list(member(run, 'versionControlProvenance'))[0], 'repositoryUri'), 300)
  const image = line(at(run, 'properties', 'imageName'), 300)?.replace(/@.*$|:[^:/]*$/, '')
  return line([tool ?? '', ...new Set([series, repository ?? image])].filter((part) => part).join(' · '), 200) ?? ''
}

/** Why a run does not tell all that there is; null where it does. */
function whyNotWhole(run: Json): { readonly key: string; readonly words: string | null } | null {
  for (const call of list(member(run, 'invocations'))) {
    const failed = list(member(call, 'toolExecutionNotifications')).find((one) => member(one, 'level') === 'error')
    const why = line(member(call, 'processStartFailureMessage'), 200) ?? line(at(failed, 'message', 'text'), 200)
    if (member(call, 'executionSuccessful') === false || failed !== undefined || why !== null)
      return { key: why === null ? 'failed_run' : 'failed_run_because', words: why }
  }
  return Array.isArray(member(run, 'results')) ? null : { key: 'no_results', words: null }
}

function resultsOf(run: Json, by: string): RunResult[] {
  const driver = at(run, 'tool', 'driver')
  const rules = [driver, ...list(at(run, 'tool', 'extensions'))].flatMap((component) => list(member(component, 'rules')))
  const byId = new Map(rules.flatMap((rule) => (words(member(rule, 'id')) === null ? [] : [[words(member(rule, 'id')), rule] as const])))
  return list(member(run, 'results')).map((result): RunResult => {
    const named = words(member(result, 'ruleId'), 200) ?? words(at(result, 'rule', 'id'), 200)
    const rule = byId.get(named) ?? list(member(driver, 'rules'))[number(member(result, 'ruleIndex')) ?? -1]
    const [place] = list(member(result, 'locations'))
    const file = at(place, 'physicalLocation', 'artifactLocation')
    return {
      result,
      rule,
      ruleId: named ?? words(member(rule, 'id'), 200),
      tool: line(member(driver, 'name'), 60),
      by,
      // A file may be named by its place among those of the run alone.
      uri: words(member(file, 'uri'), 1000) ?? words(at(list(member(run, 'artifacts'))[number(member(file, 'index')) ?? -1], 'location', 'uri'), 1000),
      region: at(place, 'physicalLocation', 'region'),
      logical: words(member(list(member(place, 'logicalLocations'))[0], 'fullyQualifiedName'), 500),
      message: textOf(result, rule),
      state: stateOf(result),
    }
  })
}

const edges = ['startLine', 'startColumn', 'endLine', 'endColumn', 'charOffset', 'byteOffset'] as const

/** What is told twice, of the same place in the same words, is one; found if any of them says so. */
function onceEach(results: readonly RunResult[]): RunResult[] {
  const once = new Map<string, RunResult>()
  for (const one of results) {
    const same = JSON.stringify([one.uri, one.logical, edges.map((edge) => number(member(one.region, edge))), one.ruleId, one.message])
    const before = once.get(same)
    if (!before || (before.state !== 'FOUND' && one.state === 'FOUND')) once.set(same, one)
  }
  return [...once.values()]
}

const byPlace = (a: RunResult, b: RunResult) =>
  edges.map((edge) => (number(member(a.region, edge)) ?? 0) - (number(member(b.region, edge)) ?? 0)).find((difference) => difference !== 0) ?? 0

/** The findings of one tool about one target. */
function findingsOf(results: readonly RunResult[]): Finding[] {
  const named = results.map((one) => ({ one, ...namesOf(one) }))
  const times = (of: (one: (typeof named)[number]) => string | null) => {
    const counted = new Map<string | null, number>()
    for (const one of named) counted.set(of(one), (counted.get(of(one)) ?? 0) + 1)
    return counted
  }
  const [prints, partials] = [times(({ print }) => print), times(({ partial }) => partial)]
  // A fingerprint that several results have is none: some tools write one sentence for all.
  const keysOf = ({ print, partial, place }: (typeof named)[number]): [string, ...string[]] => {
    const [key = place, ...rest] = [prints.get(print) === 1 ? print : null, partials.get(partial) === 1 ? partial : null, place].filter((one) => one !== null)
    return [key, ...rest]
  }
  // What only its place tells apart is counted down the file, in whichever order it came.
  const used = new Map<string, number>()
  const numbers = new Map<RunResult, number>()
  for (const each of named.toSorted((a, b) => byPlace(a.one, b.one))) {
    const [key] = keysOf(each)
    used.set(key, (used.get(key) ?? 0) + 1)
    numbers.set(each.one, used.get(key) ?? 1)
  }
  return named.map((each) => {
    const { one, print, partial, stem, former, row } = each
    const [key, ...rest] = keysOf(each)
    return {
      key: numbered(key, numbers.get(one) ?? 1),
      others: stem === null ? rest : [...rest, stem],
      alike: [print, partial, former, row].filter((other) => other !== null && other !== key && !rest.includes(other)) as string[],
      name: nameOf(one),
      description: descriptionOf(one),
      place: { package: packageOf(one), file: one.uri === null ? null : cut(one.uri, 1000) },
      score: scoreOf(one.result, one.rule),
      state: one.state,
      foundBy: one.by === '' ? null : one.by,
    }
  })
}

const oneLine = (text: string | null) => text?.replaceAll(/\s+/g, ' ').trim() ?? null

/**
 * The keys that a result may be known by: what its tool calls it, and its rule, file and code, which stay when lines move. Without code, what it says tells it from others of its rule in
 * its file. `former` and `row` are what earlier versions made of it, with its line and without.
 */
function namesOf({ result, ruleId, tool, by, uri, region, logical, message }: RunResult) {
  const fingerprint = printsOf(member(result, 'fingerprints')) ?? words(member(result, 'correlationGuid'), 60)
  const parts = printsOf(member(result, 'partialFingerprints'))
  const [place] = list(member(result, 'locations'))
  const code = oneLine(words(at(region, 'snippet', 'text'), 4000) ?? words(at(place, 'physicalLocation', 'contextRegion', 'snippet', 'text'), 4000))
  const first = number(member(region, 'startLine'))
  const stem = stableKey(by, ruleId, uri, `~${digest(logical, code)}`)
  const own = words(at(place, 'physicalLocation', 'artifactLocation', 'uri'), 1000)
  return {
    // A sentence is no fingerprint.
    print: fingerprint === null || /\s/.test(fingerprint) ? null : stableKey(by, fingerprint),
    partial: parts === null ? null : stableKey(by, ruleId, uri, parts),
    place: stableKey(by, ruleId, uri, `~${digest(logical, code)}.${digest(oneLine(message))}`),
    stem: code === null ? null : stem,
    former: fingerprint === null ? stableKey(tool, ruleId, own, parts ?? logical ?? (first === null ? null : String(first))) : stableKey(tool, fingerprint),
    row: stableKey(tool, ruleId, own, '*'),
  }
}

/** Fingerprints in one order, whatever that of the file. */
function printsOf(value: Json): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
    .flatMap(([name, print]) => (words(print, 500) === null ? [] : [`${name}=${words(print, 500)}`]))
    .toSorted()
  return entries.length > 0 ? entries.join(',') : null
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

/** Many results are of one rule: what tells them apart comes first, and of a long path its end. */
function nameOf({ rule, ruleId, message, ...location }: RunResult): string | null {
  const title = line(at(rule, 'shortDescription', 'text'), 300) ?? line(member(rule, 'name'), 300) ?? ruleId
  const summary = line(message?.split('\n')[0], 120)
  const place = placeOf(location)
  const end = place !== null && place.length > 80 ? `…${place.slice(-79).toWellFormed()}` : place
  return line([summary, end, summary === title ? null : title].filter((part) => part !== null).join(' – '), 500)
}

const descriptionOf = ({ rule, message, ...location }: RunResult) =>
  words(
    [message, placeOf(location), words(at(rule, 'fullDescription', 'text'), 4000), words(at(rule, 'help', 'text'), 8000), words(member(rule, 'helpUri'), 500)]
      .filter((part, n, all) => part !== null && all.indexOf(part) === n)
      .join('\n\n'),
  )

/** Scanners of packages say it within the message, a line of its own (Trivy), or as a package URL. */
const packageOf = ({ result, message }: RunResult) => line(at(result, 'properties', 'purl'), 300) ?? line(/^Package: *(\S.*)$/m.exec(message ?? '')?.[1], 300)

/** File and line, or what the tool calls the place. */
function placeOf({ uri, region, logical }: Pick<RunResult, 'uri' | 'region' | 'logical'>): string | null {
  const row = number(member(region, 'startLine'))
  if (uri === null) return line(logical, 300)
  const file = cut(uri, 300)
  return row === null ? file : `${file}:${row}`
}

function scoreOf(result: Json, rule: Json): number | null {
  const scored = number(at(result, 'properties', 'security-severity')) ?? number(at(rule, 'properties', 'security-severity'))
  if (scored !== null && scored >= 0 && scored <= 10) return Math.round(scored * 10)
  const level = words(member(result, 'level'), 20) ?? words(at(rule, 'defaultConfiguration', 'level'), 20) ?? 'warning'
  return Object.hasOwn(levels, level) ? (levels[level] ?? null) : null
}

const kinds: Readonly<Record<string, Finding['state']>> = { pass: 'PASSED', notApplicable: 'NOT_APPLICABLE', informational: 'INFORMATIONAL' }

function stateOf(result: Json): Finding['state'] {
  if (member(result, 'baselineState') === 'absent') return 'GONE'
  const kind = words(member(result, 'kind'), 20) ?? 'fail'
  const other = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (other) return other
  const suppressed = list(member(result, 'suppressions')).some((one) => (words(member(one, 'status'), 20) ?? 'accepted') === 'accepted')
  return suppressed ? 'SUPPRESSED' : kind === 'review' ? 'MANUAL' : 'FOUND'
}
