import { z } from 'zod'
import { inventoryLimits } from '#areas/assets/contract/inventory.ts'
import type { SupportingAssetType } from '#areas/assets/contract/supporting-asset.ts'
import { depthOf } from './depth.ts'
import { comparable, packageUrlOf } from './package-url.ts'

/** Somewhere in a file, and the code of what is wrong there (`inventory.faults.<code>`). */
export interface Fault {
  readonly at: string
  readonly code: 'not_json' | 'too_deep' | 'not_cyclonedx' | 'version' | 'shape' | 'too_many' | 'too_many_dependencies' | 'double' | 'no_application' | 'empty'
}

/** A service or component, by the place of what it depends on among all of them; the application itself comes first where the file names it. */
export interface Entry {
  readonly key: string
  readonly name: string
  readonly type: SupportingAssetType
  readonly release: string | null
  /** Built into the application, rather than running beside it. */
  readonly library: boolean
  readonly on: readonly number[]
}
/** What was read in another way than the file says it, and why (`inventory.hints.<code>`). */
export interface Hint {
  readonly at: string
  readonly code: 'left_out' | 'same_package' | 'same_name'
}
export interface Inventory {
  /** The application itself, which the file need not name. */
  readonly application: Pick<Entry, 'key' | 'name' | 'type' | 'release'> | null
  /** What the application depends on by itself, by place among the entries. */
  readonly first: readonly number[]
  readonly entries: readonly Entry[]
  readonly hints: readonly Hint[]
}
export type ReadInventory = { readonly faults: readonly Fault[]; readonly inventory: null } | { readonly faults: readonly []; readonly inventory: Inventory }

const componentTypes = [
  'application',
  'framework',
  'library',
  'container',
  'platform',
  'operating-system',
  'device',
  'device-driver',
  'firmware',
  'file',
  'machine-learning-model',
  'data',
  'cryptographic-asset',
] as const

const libraryTypes: ReadonlySet<string> = new Set<(typeof componentTypes)[number]>(['library', 'framework', 'file'])

const text = z.string().max(2000)
const ref = z.string().min(1).max(1000)
const name = z.string().max(1000).regex(/\S/)

const component = z.object({
  type: z.enum(componentTypes),
  name,
  group: text.optional(),
  version: text.optional(),
  purl: text.optional(),
  'bom-ref': ref.optional(),
  get components() {
    return z.array(component).optional()
  },
})
const service = z.object({
  name,
  group: text.optional(),
  version: text.optional(),
  'bom-ref': ref.optional(),
  'x-trust-boundary': z.boolean().optional(),
  get services() {
    return z.array(service).optional()
  },
})
type Component = z.output<typeof component>
type Service = z.output<typeof service>
/** What is read of a file; whatever else the format knows is left alone. */
const document = z.object({
  metadata: z.object({ component: component.optional() }).optional(),
  components: z.array(component).optional(),
  services: z.array(service).optional(),
  dependencies: z.array(z.object({ ref, dependsOn: z.array(ref).optional() })).optional(),
})
type Document = z.output<typeof document>

/** Versions of the format whose components and dependencies are written alike; services came with 1.2. */
const versions = /^1\.(?:[2-9]|[1-9]\d)$/

const one = (at: string, code: Fault['code']): ReadInventory => ({ faults: [{ at, code }], inventory: null })
const placeOf = (path: readonly PropertyKey[]) =>
  path.map((step, n) => (typeof step === 'number' ? `[${step}]` : `${n > 0 ? '.' : ''}${String(step)}`)).join('')

/** The services and components of one application from CycloneDX JSON, or everything that is wrong with the file by its place. */
export function readInventory(content: string): ReadInventory {
  let given: unknown
  try {
    given = JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch {
    return one('', 'not_json')
  }
  if (depthOf(given, inventoryLimits.depth) > inventoryLimits.depth) return one('', 'too_deep')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return one('', 'not_cyclonedx')
  const { bomFormat, specVersion } = given as Record<string, unknown>
  if (bomFormat !== 'CycloneDX') return one('bomFormat', 'not_cyclonedx')
  if (typeof specVersion !== 'string' || !versions.test(specVersion)) return one('specVersion', 'version')
  if (sizeOf(given) > inventoryLimits.entries) return one('components', 'too_many')
  const parsed = document.safeParse(given)
  if (!parsed.success) return { faults: parsed.error.issues.map(({ path }) => ({ at: placeOf(path), code: 'shape' })), inventory: null }
  return inventoryOf(parsed.data)
}

/** How many services and components are listed, whatever they are: what is too much is not looked at any closer. */
function sizeOf(given: object): number {
  let size = 0
  const open: unknown[] = [given]
  while (open.length > 0 && size <= inventoryLimits.entries) {
    const at = open.pop()
    if (typeof at !== 'object' || at === null) continue
    const { metadata, component: own, components, services } = at as Record<string, unknown>
    for (const list of [components, services]) {
      if (!Array.isArray(list)) continue
      size += list.length
      if (size <= inventoryLimits.entries) for (const child of list) open.push(child)
    }
    if (at === given) open.push(metadata)
    if (own !== undefined) open.push(own)
  }
  return size
}

/** An entry on its way: where it stands in the file, and what it holds. */
interface Found {
  readonly at: string
  readonly item: Component | Service
  /** The place of what it is a part of; null right below the application. */
  readonly within: number | null
}

function inventoryOf(read: Document): ReadInventory {
  const found: Found[] = []
  const gather = (list: readonly (Component | Service)[] | undefined, at: string, within: number | null) => {
    for (const [n, item] of (list ?? []).entries()) {
      const place = found.push({ at: `${at}[${n}]`, item, within }) - 1
      if ('components' in item) gather(item.components, `${at}[${n}].components`, place)
      if ('services' in item) gather(item.services, `${at}[${n}].services`, place)
    }
  }
  const own = read.metadata?.component
  gather(own?.components, 'metadata.component.components', null)
  gather(read.components, 'components', null)
  gather(read.services, 'services', null)
  const faults: Fault[] = found.length === 0 ? [{ at: 'components', code: 'empty' }] : []
  // By place: the first entry of the same package, else itself. A package that is listed twice, such as below two others, is one asset.
  const same: number[] = []
  // The application has the place -1.
  const places = new Map<string, number>(own?.['bom-ref'] === undefined ? [] : [[own['bom-ref'], -1]])
  const hints: Hint[] = []
  const packages = new Map<string, number>()
  for (const [n, { at, item }] of found.entries()) {
    const purl = purlOf(item)
    const first = purl === undefined ? undefined : packages.get(purl)
    if (purl !== undefined && first === undefined) packages.set(purl, n)
    if (first !== undefined) hints.push({ at, code: 'same_package' })
    const place = first ?? n
    same.push(place)
    const id = item['bom-ref']
    if (id === undefined) continue
    if (places.has(id)) faults.push({ at: `${at}.bom-ref`, code: 'double' })
    else places.set(id, place)
  }
  const on = new Map<number, Set<number>>()
  const tie = (from: number, to: number) => {
    if (from === to || to === -1) return
    const known = on.get(from) ?? new Set()
    on.set(from, known.add(to))
  }
  for (const [place, { within }] of found.entries()) if (within !== null) tie(same[within] ?? within, same[place] ?? place)
  const links = read.dependencies ?? []
  if (links.reduce((sum, { dependsOn = [] }) => sum + dependsOn.length, 0) > inventoryLimits.dependencies) return one('dependencies', 'too_many_dependencies')
  for (const [n, { ref: id, dependsOn = [] }] of links.entries()) {
    const from = places.get(id)
    if (from === undefined) hints.push({ at: `dependencies[${n}].ref`, code: 'left_out' })
    for (const [m, other] of dependsOn.entries()) {
      const to = places.get(other)
      if (to === undefined) hints.push({ at: `dependencies[${n}].dependsOn[${m}]`, code: 'left_out' })
      else if (from !== undefined) tie(from, to)
    }
  }
  if (faults.length > 0) return { faults, inventory: null }
  const single = found.flatMap((one, place) => (same[place] === place ? [{ ...one, place }] : []))
  const moved = new Map(single.map(({ place }, n) => [place, n]))
  const movedOn = new Map([...on].map(([from, to]) => [from === -1 ? -1 : (moved.get(from) ?? 0), new Set([...to].map((place) => moved.get(place) ?? 0))]))
  const keys = keysOf(single.map(({ item }) => item))
  const names = namesOf(single.map(({ item }) => item))
  for (const [n, { at, item }] of single.entries()) if (names[n] !== describe(item).name) hints.push({ at, code: 'same_name' })
  return {
    faults: [],
    inventory: {
      application: own ? { ...describe(own), key: keysOf([own])[0] ?? '', type: typeOf(own) } : null,
      first: startsOf(single.length, movedOn),
      entries: single.map(({ item }, n) => ({
        ...describe(item),
        name: names[n] ?? '',
        key: keys[n] ?? '',
        type: typeOf(item),
        library: 'type' in item && libraryTypes.has(item.type),
        on: sorted(movedOn.get(n)),
      })),
      hints: hints.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    },
  }
}

const purlOf = (item: Component | Service) => ('purl' in item && item.purl?.trim() ? comparable(item.purl.trim()) : undefined)

/** What each is called; several of one name and release are numbered, since nothing else tells them apart. */
function namesOf(items: readonly (Component | Service)[]): string[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const { name: own, release } = describe(item)
    const called = `${own} ${release ?? ''}`
    const times = (seen.get(called) ?? 0) + 1
    seen.set(called, times)
    return times === 1 ? own : `${tidy(own, 120)} #${times}`
  })
}

const sorted = (places: ReadonlySet<number> | undefined) => [...(places ?? [])].toSorted((a, b) => a - b)

/** What the application depends on: what the file says, and whatever of the file would hang on nothing else. */
function startsOf(size: number, on: ReadonlyMap<number, ReadonlySet<number>>): number[] {
  const starts = new Set(on.get(-1))
  const reached = new Set<number>()
  const flood = (from: Iterable<number>) => {
    const open = [...from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached.has(at)) continue
      reached.add(at)
      open.push(...(on.get(at) ?? []))
    }
  }
  flood(starts)
  const needed = new Set([...on].flatMap(([from, to]) => (from === -1 ? [] : [...to])))
  const begin = (place: number) => {
    if (reached.has(place)) return
    starts.add(place)
    flood([place])
  }
  for (let place = 0; place < size; place += 1) if (!needed.has(place)) begin(place)
  // What is left stands in loops of its own.
  for (let place = 0; place < size; place += 1) begin(place)
  return sorted(starts)
}

const tidy = (words: string, most: number) => {
  const plain = words.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

const fullName = ({ group, name: own }: Pick<Component, 'group' | 'name'>) => (group?.trim() ? `${group.trim()}/${own}` : own)
const describe = (item: Component | Service) => ({ name: tidy(fullName(item), 128) || '?', release: item.version?.trim() ? tidy(item.version, 128) : null })

function typeOf(item: Component | Service): SupportingAssetType {
  if ('type' in item) return item.type === 'device' ? 'HARDWARE' : 'SOFTWARE'
  // Used across a boundary of trust: somebody else's.
  return item['x-trust-boundary'] ? 'PROVIDER' : 'SOFTWARE'
}

/**
 * What each is known by from one file to the next: its package URL without version, so that a new release is the same thing changed; else its group and name.
 * Its reference says nothing: it holds within one file, and many tools make it anew or give the same one in all of theirs. Where several would be known by the same, the later ones keep their version or number.
 */
function keysOf(items: readonly (Component | Service)[]): string[] {
  const taken = new Set<string>()
  return items.map((item) => {
    const purl = purlOf(item)
    const whole = purl ?? `${fullName(item)}${item.version?.trim() ? `@${item.version.trim()}` : ''}`
    const short = purl ? (packageUrlOf(purl)?.short ?? purl) : fullName(item)
    const wanted = [short, whole].map((key) => cut(key)).find((key) => !taken.has(key))
    let key = wanted ?? cut(whole)
    for (let n = 2; taken.has(key); n += 1) key = `${cut(whole, 500)} #${n}`
    taken.add(key)
    return key
  })
}

const cut = (key: string, most = 512) => key.replaceAll(/\p{C}/gu, '').slice(0, most)
