import type { EntityListException } from './entity-lists.ts'

/** Files that list entities of areas above all the same; each with the reason. A further entity needs no line in any of them. */
export const entityListExceptions: readonly EntityListException[] = [
  {
    path: 'kit/server/access/system-works.ts',
    reason: 'what the program writes beyond the rights of its caller is looked at as a whole, and is refused where it is not named',
  },
  {
    path: 'kit/server/data/database/lock-order.ts',
    reason: 'the order of locks is one, over all areas; an entity that it does not name has the place of its area',
  },
  { path: 'areas/people/contract/notification-list.ts', reason: 'what people are told of most has a filter of its own; all else stands under `other`' },
  {
    path: 'areas/actions/contract/remediation.ts',
    reason: 'an action has a column for each kind of thing that it comes from: a further one changes its table',
  },
  { path: 'areas/actions/server/origin.ts', reason: 'the same columns, by the words that the table has for them' },
  { path: 'areas/scales/contract/scale.ts', reason: 'names of scales, some of which are called as what they are for' },
  { path: 'areas/scales/contract/level-shape.ts', reason: 'the same names' },
  {
    path: 'areas/scales/server/in-use.ts',
    reason: 'percents of measures and indicators are shown in levels without being held in a field of that kind, which is how others are found',
  },
  {
    path: 'areas/scores/server/explanation/labels.ts',
    reason: 'an explanation names what moves scores, one kind after the other; each is looked up in the registry',
  },
]
