import { sql, type RawBuilder } from 'kysely'
import { badParameters, notFound } from '#kit/contract/errors.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import type { FactIndex, ScoredPerimeter } from '#areas/scores/server/facts/fact-index.ts'

/** Which place a reader asks for. */
export interface Asked {
  readonly perimeter?: number | undefined
  readonly grouping?: number | undefined
  readonly scope: 'own' | 'consolidated'
}

/** Which perimeters the reader may open: all for the global roles, else those reached. */
export function visibleTo(who: Who): Visible {
  if (who.roles.some((role) => role.startsWith('global_'))) return () => true
  const reached = new Set(who.perimeterIds)
  return (id) => reached.has(id)
}

/** The same in SQL, of the perimeter in a column. */
export const visibleIn = (who: Who, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  who.roles.some((role) => role.startsWith('global_')) ? sql<boolean>`true` : sql<boolean>`coalesce(${column} = any(${[...who.perimeterIds]}::bigint[]), false)`

/** The place asked for; throws NOT_FOUND when it has no score or is out of the reader's reach, BAD_PARAMETERS for two kinds of place at once (PER-08). */
export function placeOf({ index }: ScoreResult, visible: Visible, { perimeter, grouping, scope }: Asked): Place {
  if (grouping !== undefined && perimeter !== undefined) throw badParameters({ grouping: [{ key: 'people.errors.places_mixed' }] })
  if (grouping !== undefined) {
    if (!index.groupings.get(grouping)?.some(({ fact }) => visible(fact.id))) throw notFound()
    return { kind: 'GROUPING', grouping_id: grouping }
  }
  const id = perimeter ?? highest(index, visible)
  if (id === undefined || !index.perimeter.has(id) || !visible(id)) throw notFound()
  return { kind: scope === 'own' ? 'OWN' : 'CONSOLIDATED', perimeter_id: id }
}

/** The highest perimeter that the reader may open: the root for a global role. */
export function highest({ root }: FactIndex, visible: Visible): number | undefined {
  let level: readonly ScoredPerimeter[] = root ? [root] : []
  while (level.length > 0) {
    const found = level.find(({ fact }) => visible(fact.id))
    if (found) return found.fact.id
    level = level.flatMap(({ children }) => children)
  }
  return undefined
}

/** Perimeters that count at a place and that the reader may not open. */
export function hiddenAt({ index }: ScoreResult, visible: Visible, place: Place): number {
  const below = ({ fact, children }: ScoredPerimeter): number => children.reduce((sum, child) => sum + below(child), visible(fact.id) ? 0 : 1)
  switch (place.kind) {
    case 'OWN':
      return 0
    case 'GROUPING':
      return (index.groupings.get(place.grouping_id) ?? []).filter(({ fact }) => !visible(fact.id)).length
    case 'GLOBAL':
      return index.root ? below(index.root) : 0
    case 'CONSOLIDATED': {
      const perimeter = index.perimeter.get(place.perimeter_id)
      return perimeter ? below(perimeter) : 0
    }
  }
}
