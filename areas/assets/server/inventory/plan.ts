import type { InventoryChange, InventoryLine } from '#areas/assets/contract/inventory.ts'
import type { SupportingAssetType } from '#areas/assets/contract/supporting-asset.ts'
import { comparable } from './package-url.ts'
import type { Entry, Inventory } from './read.ts'

/** An asset as it stands. */
export interface Standing {
  readonly id: number
  /** What the inventory knows it by; none of what people added. */
  readonly key: string | null
  readonly name: string
  readonly type: SupportingAssetType
  readonly release: string | null
  readonly library: boolean
  readonly on: readonly number[]
}

/** What an asset is to depend on: by id whatever people added, by place what the file says. */
export interface Wanted {
  readonly retained: readonly number[]
  readonly entries: readonly number[]
}
interface Planned {
  readonly wanted: Wanted
  readonly library: boolean
  /** Whether it is noted otherwise from now on, without anything that people see having changed: what it is known by, or that it is a library. */
  readonly renoted: boolean
  readonly line: InventoryLine
}
export interface Plan {
  /** The application itself; null where neither the file nor anybody names it. */
  readonly application: Planned | null
  /** In the order of the file. */
  readonly entries: readonly Planned[]
  /** What came with an earlier file and is not in this one; it stays. */
  readonly gone: readonly InventoryLine[]
}

/** What a file changes of an application: the file decides on dependencies among what it brought, and on releases; all else stays as people have it. */
export function planOf(inventory: Inventory, application: Standing | null, parts: readonly Standing[]): Plan {
  const own = new Set(parts.map(({ id }) => id))
  const byKey = new Map(parts.map((part) => [part.key === null ? null : comparable(part.key), part]))
  const found = new Set(inventory.entries.flatMap(({ key }) => byKey.get(comparable(key))?.id ?? []))
  const matches = inventory.entries.map(({ key, name }) => {
    const known = byKey.get(comparable(key))
    if (known || isPackage(key)) return known
    // Earlier releases knew what has no package URL by its reference in one file.
    const former = parts.find((part) => part.name === name && !found.has(part.id) && !isPackage(part.key ?? ''))
    if (former) found.add(former.id)
    return former
  })
  const wantedOf = (entries: readonly number[], before: Standing | null | undefined): Wanted => ({
    retained: (before?.on ?? []).filter((id) => !own.has(id)),
    entries,
  })
  const planned = (
    entry: Pick<Entry, 'key' | 'name' | 'type' | 'release' | 'library'>,
    before: Standing | null | undefined,
    on: readonly number[],
  ): Planned => {
    const wanted = wantedOf(on, before)
    const changes: InventoryChange[] = []
    if (before && entry.release !== null && entry.release !== before.release) changes.push('release')
    if (before && differ(before.on, wanted, matches)) changes.push('dependencies')
    return {
      wanted,
      library: entry.library,
      renoted: before !== undefined && before !== null && (before.key !== entry.key || before.library !== entry.library),
      line: {
        id: before?.id ?? null,
        key: entry.key,
        name: before?.name ?? entry.name,
        type: before?.type ?? entry.type,
        release: entry.release ?? before?.release ?? null,
        state: before ? (changes.length > 0 ? 'CHANGED' : 'UNCHANGED') : 'NEW',
        changes,
      },
    }
  }
  const named = inventory.application ?? (application && { key: application.key ?? '', name: application.name, type: application.type, release: null })
  return {
    application: named && planned({ ...named, library: false }, application, inventory.first),
    entries: inventory.entries.map((entry, at) => planned(entry, matches[at], entry.on)),
    gone: parts
      .filter(({ id }) => !found.has(id))
      .map(({ id, key, name, type, release }) => ({ id, key: key ?? '', name, type, release, state: 'GONE' as const, changes: [] })),
  }
}

export const isPackage = (key: string) => key.startsWith('pkg:')

/** Whether the assets that stand are other ones than those that are wanted; what is not there yet is one. */
function differ(on: readonly number[], { retained, entries }: Wanted, matches: readonly (Standing | undefined)[]): boolean {
  const wanted = new Set<number | undefined>([...retained, ...entries.map((at) => matches[at]?.id)])
  return wanted.has(undefined) || wanted.size !== new Set(on).size || on.some((id) => !wanted.has(id))
}
