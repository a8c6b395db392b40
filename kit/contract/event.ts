import type { EntityDef, StoredOf } from './entity.ts'

declare const payload: unique symbol

/** Something that happens and that other areas follow, declared once; `P` is what is told of it. Only what is made here is one. */
export interface EventDef<P = undefined> {
  /** `<entity>.<past participle>`. */
  readonly name: string
  /** Who tells of it: the code of its area, or the store with every write of its kind. */
  readonly by: 'area' | 'store'
  /** The rows that it is about, where one telling is about several; else the one whose id it is told with. */
  rows?(told: P): readonly number[]
  readonly [payload]: P
}

const event = <P>(name: string, by: EventDef['by']) => ({ name, by }) as EventDef<P>

/** Declares an event that its area emits by itself, in `areas/X/contract/events.ts`. */
export const defineEvent = <P = undefined>(name: `${string}.${string}`, about: Pick<EventDef<P>, 'rows'> = {}): EventDef<P> => ({
  ...event<P>(name, 'area'),
  ...about,
})

/** What is told of a row that was there before. */
export interface WrittenRow<E extends EntityDef> {
  readonly before: StoredOf<E>
}

/** What is told of a row that was changed: as it was, and as it is now. */
export interface ChangedRow<E extends EntityDef> extends WrittenRow<E> {
  readonly after: StoredOf<E>
}

export const createdEvent = ({ name }: EntityDef): EventDef => event(`${name}.created`, 'store')
/** A change, whatever name it has in the log; with `action` one of that name alone, which is told as a change besides. */
export const changedEvent = <E extends EntityDef>({ name }: E, action = 'updated'): EventDef<ChangedRow<E>> => event(`${name}.${action}`, 'store')
/** Rows that somebody asks to remove, before they are locked: it is done ahead what locks rows that come first (docs/decisions/0017). A refusal takes it back with all else. */
export const aheadOfRemovalEvent = ({ name }: EntityDef): EventDef<{ readonly ids: readonly number[] }> => event(`${name}.leaving`, 'store')
/** Before a row goes, with all that belongs to it still there. */
export const removingEvent = <E extends EntityDef>({ name }: E): EventDef<WrittenRow<E>> => event(`${name}.removing`, 'store')
export const removedEvent = <E extends EntityDef>({ name }: E): EventDef<WrittenRow<E>> => event(`${name}.removed`, 'store')
