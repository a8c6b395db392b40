import type { EntityDef } from './entity.ts'
import type { Field, Fields } from './field.ts'
import type { Right } from './right.ts'

/** The rows of one entity in a list that mixes several. */
export interface MixedBranch {
  readonly entity: EntityDef
  /** Before the number in the ids of its rows: `r12` (TBL-05). One small letter. */
  readonly prefix: string
  /** Fields of the list that the entity calls otherwise, or does not have (`null`); all others it has under the same name. */
  readonly map: Readonly<Record<string, string | null>>
}

/** A list whose rows are of several entities, each under its own rights and row rules; declared by an area above all of them. */
export interface MixedList {
  /** The endpoint's name; no entity's. */
  readonly name: string
  readonly area: string
  readonly title: string
  /** Who has the list; of each entity only those who may read it are shown rows. */
  readonly right: Right
  readonly fields: Fields
  readonly list: EntityDef['list']
  readonly branches: readonly MixedBranch[]
}

type Keys<F extends Fields> = keyof F & string

interface BranchOf<K extends string> extends Omit<MixedBranch, 'map'> {
  readonly map?: Readonly<Partial<Record<K, string | null>>>
}

/** Kinds that have one value per row, or references, whichever entity they come from. */
const mixable = new Set<Field['kind']>([
  'identifier',
  'text',
  'localized',
  'integer',
  'decimal',
  'boolean',
  'date',
  'timestamp',
  'choice',
  'ref',
  'links',
  'email',
  'url',
  'color',
  'json',
])

/** Declares a mixed list, once; throws where a branch has no field of the kind that the list promises. */
export function defineMixedList<const F extends Fields>(
  declared: Omit<MixedList, 'fields' | 'branches' | 'title' | 'list'> & {
    readonly fields: F
    readonly title: Keys<F>
    readonly list: {
      readonly columns: readonly Keys<F>[]
      readonly more?: readonly Keys<F>[]
      readonly filters: readonly Keys<F>[]
      readonly sort: EntityDef['list']['sort']
      readonly search: readonly Keys<F>[]
    }
    readonly branches: readonly BranchOf<Keys<F>>[]
  },
): MixedList {
  const list = { ...declared, branches: declared.branches.map((branch) => ({ ...branch, map: branch.map ?? {} })) }
  const faults = [
    ...list.branches.filter(({ prefix }) => !/^[a-z]$/.test(prefix)).map(({ prefix }) => `the prefix ${prefix} is not one small letter`),
    ...(new Set(list.branches.map(({ prefix }) => prefix)).size < list.branches.length ? ['two branches have one prefix'] : []),
    ...Object.entries(list.fields).flatMap(([name, field]) => [
      ...(mixable.has(field.kind) ? [] : [`${name} cannot be a ${field.kind}`]),
      ...list.branches.flatMap((branch) => mismatch(name, field, branch)),
    ]),
  ]
  if (faults.length > 0) throw new Error(`${list.name}: ${faults.join('; ')}`)
  return list
}

function mismatch(name: string, field: Field, branch: MixedBranch): string[] {
  const own = fieldInBranch(branch, name)
  if (own === null) return []
  const found = branch.entity.fields[own]
  const at = `${name} of ${branch.entity.name}`
  if (!found) return [`${at} is no field`]
  if (found.kind !== field.kind || found.options.entity !== field.options.entity) return [`${at} is of another kind`]
  const strange = (found.options.values ?? []).filter((value) => !field.options.values?.includes(value))
  return strange.length > 0 ? [`${at} may be ${strange.join(', ')}`] : []
}

/** What a branch's entity calls a field of the list; null where it has none. What every row has, such as `created_at`, has one name everywhere. */
export const fieldInBranch = ({ map }: MixedBranch, name: string): string | null => (Object.hasOwn(map, name) ? (map[name] ?? null) : name)

/** `r12`: which branch, and which row of it; null for what names none. */
export function readMixedId({ branches }: MixedList, id: string): { readonly branch: MixedBranch; readonly id: number } | null {
  const [, prefix, digits] = /^([a-z])([1-9]\d{0,15})$/.exec(id) ?? []
  const branch = branches.find((one) => one.prefix === prefix)
  const number = Number(digits)
  return branch && Number.isSafeInteger(number) ? { branch, id: number } : null
}

/** The id of a row in the mixed list. */
export const mixedId = ({ prefix }: MixedBranch, id: number) => `${prefix}${id}`
