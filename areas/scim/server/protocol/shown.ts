import { find, isComplex, type Complex } from './attributes.ts'
import { invalid } from './errors.ts'
import { readPath, type Path } from './filter.ts'
import type { ResourceType } from './schemas.ts'

/** Which attributes of a resource are answered: those alone, or all but those (RFC 7644 § 3.9). */
export interface Shown {
  readonly only: readonly Path[] | undefined
  readonly without: readonly Path[]
}

const paths = (text: string | undefined): Path[] | undefined => {
  const all = text?.split(',').flatMap((one) => (one.trim() === '' ? [] : [readPath(one.trim(), 'invalidPath')]))
  if ((all?.length ?? 0) > 100) throw invalid('tooMany', 'At most 100 attributes are named')
  return all && all.length > 0 ? all : undefined
}

export const readShown = (attributes: string | undefined, excluded: string | undefined): Shown => ({
  only: paths(attributes),
  without: paths(excluded) ?? [],
})

const lower = (text: string) => text.toLowerCase()
const isAbout = (type: ResourceType, path: Path, name: string) => {
  const found = find(type, path)
  return found !== undefined && found.schema === undefined && found.attribute.name === name
}

/** Whether an attribute that has to be worked out is asked for at all. */
export const asksFor = (type: ResourceType, { only, without }: Shown, name: string): boolean =>
  only ? only.some((path) => isAbout(type, path, name)) : !without.some((path) => path.sub === undefined && isAbout(type, path, name))

const always = new Set(['schemas', 'id'])

/** A resource with what is asked for alone. */
export function shown(type: ResourceType, resource: Complex, { only, without }: Shown): Complex {
  if (only) {
    const picked: Record<string, Complex[string]> = {}
    for (const name of always) picked[name] = resource[name]
    for (const path of only) pick(type, resource, path, picked)
    return picked
  }
  return without.reduce((left, path) => drop(type, left, path), resource)
}

function pick(type: ResourceType, resource: Complex, path: Path, picked: Record<string, Complex[string]>): void {
  if (path.name === '') {
    const extension = type.extensions.find(({ id }) => lower(id) === lower(path.schema ?? ''))
    if (extension && resource[extension.id] !== undefined) picked[extension.id] = resource[extension.id]
    return
  }
  const found = find(type, path)
  if (!found) return
  const from = found.schema ? resource[found.schema.id] : resource
  const value = isComplex(from) ? from[found.attribute.name] : undefined
  if (value === undefined) return
  const part = found.sub === undefined ? value : partsOf(value, (name) => name === found.sub?.name)
  if (found.schema) {
    const own = picked[found.schema.id]
    picked[found.schema.id] = { ...(isComplex(own) ? own : {}), [found.attribute.name]: part }
  } else {
    const before = picked[found.attribute.name]
    picked[found.attribute.name] = isComplex(before) && isComplex(part) ? { ...before, ...part } : part
  }
}

function drop(type: ResourceType, resource: Complex, path: Path): Complex {
  if (path.name === '') return Object.fromEntries(Object.entries(resource).filter(([key]) => lower(key) !== lower(path.schema ?? '')))
  const found = find(type, path)
  if (!found || always.has(found.attribute.name)) return resource
  const from = found.schema ? resource[found.schema.id] : resource
  if (!isComplex(from)) return resource
  const { [found.attribute.name]: value, ...rest } = from
  const left = found.sub === undefined || value === undefined ? rest : { ...rest, [found.attribute.name]: partsOf(value, (name) => name !== found.sub?.name) }
  return found.schema ? { ...resource, [found.schema.id]: left } : left
}

function partsOf(value: NonNullable<Complex[string]>, keeps: (name: string) => boolean): Complex[string] {
  const some = (one: unknown): Complex => (isComplex(one) ? Object.fromEntries(Object.entries(one).filter(([name]) => keeps(name))) : {})
  return Array.isArray(value) ? value.map(some) : some(value)
}
