/** What walks over everything look at: all of it, or what is of the areas that `npm test -- --changed` names because something of theirs has changed. */
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { resources } from '#app/server/registry.ts'

const only = new Set((process.env.VIGIE_WALKED_AREAS ?? '').split(',').filter(Boolean))
/** False where a walk looks at a part: how much there is of everything says nothing then. */
export const walksEverything = only.size === 0
const isWalkedArea = (area: string | undefined) => only.size === 0 || (area !== undefined && only.has(area))

export const isWalked = ({ def }: Pick<Resource, 'def'>): boolean => isWalkedArea(def.area)

/** By the entity that it is about; what is about none is looked at when everything is. */
export const isWalkedOperation = ({ tag }: Operation): boolean => isWalkedArea(resources.get(tag)?.def.area)

/** The resources that a walk looks at. */
export const walkedResources: readonly Resource[] = [...resources.values()].filter(isWalked)
