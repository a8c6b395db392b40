/** Who may import whom: the table of the architecture, as code. */

/** Areas from low to high; areas of one row never import each other. */
export const areaOrder: readonly (readonly string[])[] = [
  ['tenancy'],
  ['access'],
  ['people'],
  ['help'],
  ['organisation'],
  ['scales'],
  ['catalog', 'evidence'],
  ['questionnaires', 'assets'],
  ['policies'],
  ['measures'],
  ['scores'],
  ['incidents'],
  ['exemptions', 'gaps', 'actions', 'metrics'],
  ['indicators'],
  ['runbooks'],
  ['risks'],
  ['campaigns', 'analyses'],
  ['suppliers', 'projects'],
  ['library', 'reviews', 'dashboards', 'statements', 'relations', 'checks', 'reporting', 'benchmark', 'logs', 'transfer', 'programs', 'scim'],
  ['assistants', 'connectors'],
  ['ticketing'],
]

/** Folders of `kit/server` from low to high; each may import those of its own row and below. */
const kitOrder = [['time'], ['access'], ['data'], ['http', 'jobs', 'files', 'mail', 'sheets', 'reports', 'sources']]

/** Work on the product from outside it: may import everything. */
const outside = new Set(['app', 'tools', 'demo', 'bench', 'e2e', 'worker'])

const folders: Record<string, ReadonlySet<string>> = {
  kit: new Set(['contract', 'server', 'web', 'locales']),
  areas: new Set(['contract', 'server', 'web', 'locales']),
}

interface Place {
  top: string
  /** Empty outside `areas`. */
  area: string
  /** contract, server, web or locales. */
  part: string
  /** What follows the part. */
  rest: string[]
}

/** Why a file may not be where it is, or undefined. */
export function misplaced(file: string): string | undefined {
  const { top, area, part, rest } = placeOf(file)
  const parts = folders[top]
  if (!parts || isTest(file)) return undefined
  if (top === 'areas' && rankOf(areaOrder, area) < 0) return `area "${area}" has no place in the order of areas`
  if (!parts.has(part)) return `"${part}" is not one of ${[...parts].join(', ')}`
  if (top === 'kit' && part === 'server' && rest.length > 1 && rankOf(kitOrder, rest[0]) < 0) {
    return `kit/server/${rest[0]} has no place in the order of the kit`
  }
  return undefined
}

/** Why `from` may not import the file `to`, or undefined if it may. Both are paths from the root. */
export function forbidden(from: string, to: string): string | undefined {
  const source = placeOf(from)
  const target = placeOf(to)
  if (isTest(from)) return undefined
  if (source.top === 'platform') {
    const below = target.top === 'platform' || (target.top === 'kit' && (target.part === 'contract' || target.part === 'server'))
    return below ? undefined : `platform stands on the kit alone, not on ${nameOf(target)}`
  }
  if (source.top === 'app' && source.part !== 'test' && target.top === 'app' && target.part === 'test') return 'the product does not import what tests it'
  if (outside.has(source.top)) return undefined
  if (source.top === 'clients') return target.top === 'clients' ? undefined : 'a client stands alone: whoever writes a program has nothing else'
  if (!(target.top in folders)) return `nobody imports ${target.top}`
  const allowed = source.top === 'kit' ? kitMay(source, target) : areaMay(source, target)
  return allowed ? undefined : `${nameOf(source)} may not import ${nameOf(target)}${target.top === 'areas' ? ` (${to})` : ''}`
}

/** Why `from` may not import this package, or undefined. */
export function forbiddenPackage(from: string, name: string): string | undefined {
  const { top, part } = placeOf(from)
  if (isTest(from) || !(top in folders)) return undefined
  if (part === 'contract' && name !== 'zod') return `contracts use no package but zod, not ${name}`
  if (part === 'web' && name.startsWith('node:')) return `the browser has no ${name}`
  return undefined
}

function kitMay(from: Place, to: Place): boolean {
  if (to.top !== 'kit') return false
  if (to.part === 'contract' || (to.part === 'locales' && from.part !== 'contract')) return true
  if (to.part !== from.part) return false
  return from.part !== 'server' || rankOf(kitOrder, to.rest[0]) <= rankOf(kitOrder, from.rest[0])
}

function areaMay(from: Place, to: Place): boolean {
  if (to.top === 'kit') return to.part === 'contract' || (to.part === from.part && from.part !== 'locales')
  if (to.area === from.area) return to.part === from.part || (from.part !== 'contract' && to.part !== 'server' && to.part !== 'web')
  if (rankOf(areaOrder, to.area) >= rankOf(areaOrder, from.area)) return false
  if (to.part === 'contract') return from.part !== 'locales'
  return to.part === from.part && to.rest.length === 1 && /^index\.tsx?$/.test(to.rest[0] ?? '')
}

function placeOf(file: string): Place {
  const [top = '', ...parts] = file.split('/')
  const area = top === 'areas' ? (parts.shift() ?? '') : ''
  const [part = '', ...rest] = parts
  return { top, area, part, rest }
}

function nameOf({ top, area, part, rest }: Place): string {
  if (top === 'areas') return `areas/${area}/${part}`
  return part === 'server' && rest.length > 1 ? `${top}/${part}/${rest[0]}` : `${top}/${part}`
}

/** A file that stands directly in `kit/server` belongs to no folder of it and is above all of them. */
function rankOf(order: readonly (readonly string[])[], name = ''): number {
  if (name.includes('.')) return order.length
  return order.findIndex((row) => row.includes(name))
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}
