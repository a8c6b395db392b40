import { knownCasts } from './known-casts.ts'
import { forbidden, forbiddenPackage, misplaced } from './law.ts'
import { readSources, type Import, type SourceFile } from './source-files.ts'

const maxLines = 400

/** Every breach below `root` as one line each, with how many files were looked at. */
export function checkImports(root: string): { files: string[]; findings: string[] } {
  const sources = readSources(root)
  const findings = [...sources.flatMap(findingsIn), ...cyclesAmong(sources)]
  return { files: sources.map(({ path }) => path), findings }
}

/** The kit bridges to libraries, tests and journeys to what they look at from outside. */
const mayCast = (path: string) => /^(kit|e2e|tools\/imports)\//.test(path) || path.endsWith('.test.ts')

const neverCast = /\bas never\b/g

/** A cast to `never` silences the compiler as much as one through `unknown`; those that stood when the law came are counted, and may only become fewer. */
function neverFinding(path: string, text: string): string | undefined {
  if (mayCast(path)) return undefined
  const [found, known] = [text.match(neverCast)?.length ?? 0, knownCasts[path]?.count ?? 0]
  if (found > known) return 'casts to never outside the kit'
  return found < known ? `casts to never ${found} times, not ${known}: say so in tools/imports/known-casts.ts` : undefined
}

/** Only the kit and the application know the router; links of areas are checked by what the kit makes of it. */
const routed = new Set(['Link', 'Navigate', 'useNavigate', 'useParams', 'useSearch', 'redirect', 'useRouter'])
const leadsByHand = (path: string, imports: readonly Import[]) =>
  /^areas\/[^/]+\/web\//.test(path) &&
  !path.endsWith('.test.tsx') &&
  imports.some(({ specifier, names }) => specifier === '@tanstack/react-router' && names.some((name) => routed.has(name)))

function findingsIn({ path, lines, text, imports }: SourceFile): string[] {
  const reasons = [misplaced(path), ...imports.map((one) => importFinding(path, one))]
  if (lines > maxLines) reasons.push(`has ${lines} lines, more than ${maxLines}`)
  if (!mayCast(path) && text.includes('as unknown as')) {
    reasons.push('casts through unknown outside the kit')
  }
  reasons.push(neverFinding(path, text))
  if (leadsByHand(path, imports)) reasons.push('takes links from the router instead of kit/web/navigation.ts, which checks where they lead')
  return reasons.filter((reason) => reason !== undefined).map((reason) => `${path}: ${reason}`)
}

function importFinding(from: string, { specifier, file }: Import): string | undefined {
  if (specifier.startsWith('../')) return `leaves its folder by "${specifier}" instead of a # import`
  if (file) return forbidden(from, file)
  if (/^[#.]/.test(specifier)) return `imports "${specifier}", which does not exist (extensions are written out)`
  return forbiddenPackage(from, specifier)
}

/** Tarjan's strongly connected components: each with more than one file is reported once, as one round trip through it. */
function cyclesAmong(sources: SourceFile[]): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports.filter((one) => !one.lazy).flatMap(({ file }) => file ?? [])]))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const findings: string[] = []

  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    low.set(path, own)
    stack.push(path)
    for (const to of next.get(path) ?? []) {
      if (!next.has(to)) continue
      const reach = order.has(to) ? (stack.includes(to) ? (order.get(to) ?? own) : own) : visit(to)
      low.set(path, Math.min(low.get(path) ?? own, reach))
    }
    const lowest = low.get(path) ?? own
    if (lowest === own) {
      const ring = new Set(stack.splice(stack.indexOf(path)))
      if (ring.size > 1 || next.get(path)?.includes(path)) findings.push(`${path}: is in a cycle: ${roundTrip(path, ring, next)}`)
    }
    return lowest
  }

  for (const { path } of sources) if (!order.has(path)) visit(path)
  return findings
}

/** The shortest way from a file back to itself. */
function roundTrip(start: string, ring: Set<string>, next: Map<string, string[]>): string {
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const to of next.get(way.at(-1) ?? '') ?? []) {
      if (to === start) return [...way, start].join(' → ')
      if (ring.has(to) && !seen.has(to)) {
        seen.add(to)
        ways.push([...way, to])
      }
    }
  }
  return [...ring].join(', ')
}
