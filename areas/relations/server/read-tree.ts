import { notFound } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import { tone } from '#kit/contract/tone.ts'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { CallContext } from '#kit/server/http/api.ts'
import { shownScore } from '#areas/scores/contract/rounding.ts'
import { aimsOf, type ScoreResult } from '#areas/scores/server/index.ts'
import type { Tree, TreeNode, TreeScore } from '#areas/relations/contract/tree.ts'
import { nodeTypes, type NodeType, type TreeType } from '#areas/relations/contract/types.ts'
import { kinds } from './branches.ts'
import { describeObjects, type Described } from './describe.ts'
import { crossLinks, findObjects, isThere, perimetersBelow, type Placed } from './find-objects.ts'
import { aimAt, performanceOf, placeFor } from './scores-of.ts'

interface Asked {
  readonly type: TreeType
  readonly id: number
  readonly all: boolean
  readonly perimeter: number | undefined
}

type Translate = CallContext['translate']

/** The objects around one, as far as its reader may see them, in a number of statements that does not grow with them. */
export async function readTree(
  scores: (tx: Tx) => Promise<ScoreResult>,
  tx: Tx,
  resources: Resources,
  { type, id, all, perimeter }: Asked,
  translate: Translate,
): Promise<Tree> {
  if (!(await isThere(tx, resources, type, id))) throw notFound('relations.errors.unavailable')
  const below = perimeter === undefined ? null : await perimetersBelow(tx, resources, perimeter)
  const reading = { tx, resources, below, all: all && type === 'solution' }
  const { objects, total } = await findObjects(reading, type, id)
  const described = await describeObjects(tx, resources, objects)
  const links = await crossLinks(reading, objects)
  const scoreOf = await scorer(scores, tx, perimeter, translate)
  return { object: grow(resources, objects, described, scoreOf), shown: objects.length, total, links }
}

/** How scores are told: their level's colour, their unit and what they are. */
async function scorer(scores: (tx: Tx) => Promise<ScoreResult>, tx: Tx, perimeter: number | undefined, translate: Translate) {
  const result = can(tx.who, 'score.read') ? await scores(tx) : null
  const place = result && placeFor(result, tx, perimeter)
  const aims = result && (await aimsOf(tx, result))
  const levels = (await levelsOf(tx))['indicator'] ?? []
  return (object: Described): TreeScore | null => {
    if (object.level) {
      const { value, color, name } = object.level
      return { value, color, unit: 'LEVEL', tooltip: translate('relations.score.level', { name: name ?? String(value) }) }
    }
    const value = shownScore(object.own ?? (result ? performanceOf(result, tx, place, object) : null))
    if (value === null) return null
    const unit = object.type === 'remediation' || object.type === 'indicator' ? 'PERCENT' : 'POINTS'
    const color = unit === 'PERCENT' ? null : tone(value, aims && aimAt(aims, place, object), levels)
    const what = object.type === 'remediation' || object.type === 'measure' || object.type === 'indicator' ? object.type : 'other'
    return { value, color, unit, tooltip: translate(`relations.score.${what}`, { value: unit === 'PERCENT' ? writtenPercent(value, tx.who.lang) : value }) }
  }
}

const rankOf = new Map<NodeType, number>(nodeTypes.map((type, rank) => [type, rank]))
const keyOf = ({ type, id }: { readonly type: NodeType; readonly id: number }) => `${type} ${id}`
/** Reasons that one object shows. */
const warningLimit = 5

/** The tree itself: children sorted by type, then as their text has them, then by what they are called. */
function grow(
  resources: Resources,
  objects: readonly Placed[],
  described: ReadonlyMap<string, Described>,
  scoreOf: (object: Described) => TreeScore | null,
): TreeNode {
  const below = new Map<Placed, Placed[]>()
  for (const object of objects) if (object.parent) below.set(object.parent, [...(below.get(object.parent) ?? []), object])
  const build = (placed: Placed, order: number): TreeNode => {
    const { type, id, missing, parent } = placed
    const found = described.get(keyOf(placed))
    if (!found) throw notFound('relations.errors.unavailable')
    const children = (below.get(placed) ?? []).toSorted((a, b) => compare(a, b, described)).map((child, at) => build(child, at))
    const name = found.name ?? ''
    const called = [found.identifier, name].filter(Boolean).join(' ')
    const own = found.late === null ? [] : [{ code: 'LATE' as const, days: found.late, of: null }]
    const theirs = parent ? children.flatMap((child) => child.warnings.filter(({ of }) => of === null).map((warning) => ({ ...warning, of: child.label }))) : []
    return {
      id,
      type,
      area: resourceOf(resources, type).def.area,
      identifier: found.identifier,
      name,
      label: parent && kinds[type].below === parent.type && found.place ? found.place : called,
      weight: found.weight,
      order,
      score: missing ? null : scoreOf(found),
      warnings: [...own, ...theirs].slice(0, warningLimit),
      state: found.state,
      manager: found.manager,
      missing,
      children,
    }
  }
  const [root] = objects
  if (!root) throw notFound('relations.errors.unavailable')
  return build(root, 0)
}

/** Made once: a comparison that is told its options makes one each time. */
const collator = new Intl.Collator(undefined, { numeric: true })

function compare(a: Placed, b: Placed, described: ReadonlyMap<string, Described>): number {
  const [x, y] = [described.get(keyOf(a)), described.get(keyOf(b))]
  const byType = (rankOf.get(a.type) ?? 0) - (rankOf.get(b.type) ?? 0)
  if (byType !== 0 || !x || !y) return byType
  const called = ({ identifier, name, place, type }: Described) => (type === 'measure' && place) || identifier || name || ''
  return Number(a.missing) - Number(b.missing) || x.position - y.position || collator.compare(called(x), called(y)) || x.id - y.id
}
