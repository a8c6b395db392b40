import type { EntityDef } from './entity.ts'
import { choice, derived, flag, type ChoiceNames, type Field, type NamesOf, type Reference } from './field.ts'
import { defineFigures, only, type Figure } from './figure.ts'
import type { Filter } from './list-query.ts'
import type { Right } from './right.ts'

type DateField = Field & { readonly kind: 'date' }
type RefField = Field<Reference | null> & { readonly kind: 'ref' }
type NotOwn = 'links' | 'rows' | 'files'
/** Fields that a row holds in a column of its own. */
type OwnName<E extends EntityDef> = string extends keyof E['fields']
  ? string
  : { [K in keyof E['fields'] & string]: E['fields'][K] extends { readonly kind: NotOwn } ? never : K }[keyof E['fields'] & string]
type RowsName<E extends EntityDef> = NamesOf<E['fields'], Field & { readonly kind: 'rows' }>

/** Fields with what is said when they hold nothing: a message, or the kit's own words. */
export type Needs<E extends EntityDef = EntityDef> = Readonly<Partial<Record<OwnName<E>, string | true>>>

/** A status, and what holds of every row that has it. */
export interface WorkState<E extends EntityDef = EntityDef> {
  /** Nothing is to be done any more. */
  readonly closed?: true
  /** No row is in this status without them. */
  readonly needs?: Needs<E>
  /** Whoever brings a row here says why, in the same change; the reason stays until the row leaves. */
  readonly reason?: string | true
  /** The day since when it is so: today unless an earlier one is said; rows of other statuses have none. */
  readonly since?: NamesOf<E['fields'], DateField>
  /** Only rows in a status that names them hold something in these: emptied when one leaves, and what is said when another one is given some. */
  readonly only?: Needs<E>
}

/** A way from some statuses to another one; from where it already is, nothing moves. */
export interface WorkMove<S extends string = string, E extends EntityDef = EntityDef> {
  readonly from: readonly S[]
  readonly to: S
  /** Needed for this move, beside what its status needs. */
  readonly needs?: Needs<E>
  readonly reason?: string | true
  /** Held beside the right to write the row. */
  readonly right?: Right
  /** Asked again before it is done, though nothing is to be said. */
  readonly confirm?: true
  /** Takes something away: confirmed as a danger. */
  readonly danger?: true
  /** Not among the actions of a row: boards, forms and bulk changes still take it. */
  readonly offered?: false
}

/** What stands for a part of the work in owned rows, such as the tasks of an action: the names of their fields. */
interface PartNames<F extends string, N extends string> {
  readonly field: F
  readonly title: N
  readonly person: N
  readonly due: N
  /** The choice that says whether the part is still to be done, which it is with the value `open`. */
  readonly status: N
  readonly open: string
}
export type WorkParts<E extends EntityDef = EntityDef> = {
  [K in RowsName<E>]: PartNames<K, E['fields'][K] extends Field<readonly (infer R)[]> ? keyof R & string : string>
}[RowsName<E>]

interface Declared<E extends EntityDef, S extends string, M extends string> {
  /** The choice that holds the status. */
  readonly status: ChoiceNames<E['fields']>
  /** What a new row comes from, and is in unless its write says otherwise. */
  readonly begins: NoInfer<S>
  /** Other statuses in which a new row may begin, though no move leads there: what is entered had begun before. */
  readonly opens?: readonly NoInfer<S>[]
  /** Names of writes, each by a call of its own, that bring a row back to where it was: like an undo they are not held to the moves. */
  readonly returns?: readonly string[]
  /** In the order of tabs and boards. */
  readonly states: Readonly<Record<S, WorkState<E>>>
  readonly moves: Readonly<Record<M, WorkMove<NoInfer<S>, E>>>
  /** Where reasons are said. */
  readonly reason?: OwnName<E>
  /** Who works on it: a person, else a group. `chosen`: whoever makes it says who, and nobody is by default. */
  readonly responsible?: { readonly person: NamesOf<E['fields'], RefField>; readonly group?: NamesOf<E['fields'], RefField>; readonly chosen?: true }
  /** Until when; `soon` days before it the date turns amber, and it never lies before `start`. */
  readonly due?: { readonly date: NamesOf<E['fields'], DateField>; readonly soon: number; readonly start?: NamesOf<E['fields'], DateField> }
  /** A flag without which a row is listed like the others and nobody is told of its dates: neither late nor due soon, in no digest. */
  readonly watched?: OwnName<E>
  readonly parts?: WorkParts<E>
  /** In place of the kit's words: for a status that cannot follow, for an end before the start, and for a day since when a status holds that a row does not have. */
  readonly messages?: { readonly transition?: string; readonly order?: string; readonly since?: string }
}

/** Work as it is declared: statuses and the ways between them, who is responsible, what is due. */
export interface WorkItem<E extends EntityDef = EntityDef, S extends string = string, M extends string = string> extends Declared<E, S, M> {
  readonly entity: E
}

/** Statuses that the choice does not have, or the other way round, do not compile. */
type StatusOf<E extends EntityDef, N> = N extends keyof E['fields'] ? (E['fields'][N] extends Field<infer Out> ? NonNullable<Out> & string : string) : string

/**
 * Declares the lifecycle of an entity, beside it: the kit's guard, counts, figures, digest lines, transition dialog, row actions, bulk change,
 * board and picture follow from it. Throws when a status leads nowhere it says, or two moves mean the same.
 */
export function defineWorkItem<E extends EntityDef, const N extends ChoiceNames<E['fields']>, const M extends string>(
  entity: E,
  work: Declared<E, StatusOf<E, N>, M> & { readonly status: N },
): WorkItem<E, StatusOf<E, N>, M> {
  const fault = (what: string) => new Error(`${entity.name}: ${what}`)
  const declared = { ...work, entity }
  const values = entity.fields[work.status]?.options.values ?? []
  if (values.join() !== statesOf(declared).join()) throw fault(`its statuses are ${values.join(', ')}, in this order`)
  for (const name of Object.keys(onlyIn(declared))) {
    const { kind, options } = entity.fields[name] ?? {}
    if (kind === 'boolean' || kind === 'choices' || options?.need || options?.default !== undefined)
      throw fault(`${name} is never empty, so no status has it alone`)
  }
  const known = new Map<string, string>()
  for (const [name, { from, to, reason }] of movesOf(declared)) {
    if (reason && !work.reason) throw fault(`${name} asks for a reason that no field holds`)
    for (const one of from) {
      if (one === to) continue
      const other = known.get(`${one} ${to}`)
      if (other !== undefined) throw fault(`${other} and ${name} both lead from ${one} to ${to}`)
      known.set(`${one} ${to}`, name)
    }
  }
  return declared
}

/** What a row waits for its reader for: an open review of it, a decision about it, that they do what is theirs and late; of several the first one. */
export const waits = ['REVIEW', 'DECISION', 'LATE'] as const

/** The rows that wait for the reader. */
export const waiting = only('waits_for', ...waits)

/** Flags of a row that every work item has, for the fields of its entity; the kit knows their SQL. */
export const workFlags = {
  /** Nothing is to be done any more. */
  closed: derived(flag()),
  /** Whether it is the reader's own, or one of their groups'. */
  mine: derived(flag({ personal: true })),
  /** Why only the reader moves it on; empty where nobody waits for them. */
  waits_for: derived(choice(waits, { personal: true })),
  late: derived(flag()),
  /** Open and due today or within the days that turn amber. */
  soon: derived(flag()),
}

/** The statuses of a declared work. */
export type StateOf<W> = W extends { readonly states: Readonly<Record<infer S extends string, unknown>> } ? S : never

export const statesOf = <S extends string>({ states }: { readonly states: Readonly<Record<S, unknown>> }): S[] => Object.keys(states) as S[]
export const movesOf = <M>({ moves }: { readonly moves: Readonly<Record<string, M>> }): [string, M][] => Object.entries(moves)

const stateOf = ({ states }: WorkItem, status: unknown): WorkState | undefined =>
  typeof status === 'string' && Object.hasOwn(states, status) ? states[status] : undefined

/** Whether something is still to be done in a status. */
export const isOpenState = (work: WorkItem, status: unknown): boolean => stateOf(work, status)?.closed === undefined
export const closedStates = (work: WorkItem): string[] => statesOf(work).filter((status) => !isOpenState(work, status))
export const openStates = (work: WorkItem): string[] => statesOf(work).filter((status) => isOpenState(work, status))

/** The move that leads from one status to another one, with its name; undefined where none does, and where nothing moves. */
export const moveBetween = (work: WorkItem, from: string, to: string): readonly [string, WorkMove] | undefined =>
  from === to ? undefined : movesOf(work).find(([, move]) => move.to === to && move.from.includes(from))

/** Whether a row may be in a status after another one; it may always stay. */
export const mayFollow = (work: WorkItem, from: string, to: string): boolean => from === to || moveBetween(work, from, to) !== undefined

/** What is said when something is needed and missing; nothing where it is not needed. */
export interface Needed {
  readonly fields: Readonly<Record<string, string | true | undefined>>
  readonly reason: string | true | undefined
}

/** What a row needs to come from one status to another one, or to stay where it is. */
export function neededBetween(work: WorkItem, from: string, to: string): Needed {
  const [state, move] = [stateOf(work, to), moveBetween(work, from, to)?.[1]]
  return { fields: { ...state?.needs, ...move?.needs }, reason: move?.reason ?? state?.reason }
}

/** The field with the day since when a row is in a status. */
export const sinceOf = (work: WorkItem, status: string): string | undefined => stateOf(work, status)?.since

/** The fields that only some statuses have, each with what is said where it does not belong: all of them, or those that a status lacks. */
export function onlyIn(work: Pick<WorkItem, 'states'>, lacking?: string): Readonly<Record<string, string | true | undefined>> {
  const had = lacking === undefined ? {} : (work.states[lacking]?.only ?? {})
  const fields = Object.values(work.states).flatMap(({ only: own }) => Object.entries(own ?? {}))
  return Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(had, name)))
}

/** The filters behind the words that are shown with a number of work items, for `defineFigures`. */
export function workFilters({ responsible }: WorkItem) {
  const [open, late, soon, mine] = [only('closed', false), only('late', true), only('soon', true), only('mine', true)]
  const nobodys = responsible ? [responsible.person, ...(responsible.group ? [responsible.group] : [])].map((name) => only(name, null)) : []
  return {
    all: [],
    open: [open],
    late: [late],
    soon: [soon],
    unassigned: [open, ...nobodys],
    mine: [mine],
    mine_open: [mine, open],
    mine_late: [mine, late],
    mine_soon: [mine, soon],
    waiting: [waiting],
  } satisfies Readonly<Record<string, readonly Filter[]>>
}

/** One figure for each status: what stands in the tabs of a list. */
export const statusFigures = <S extends string>({ entity, states, status }: WorkItem<EntityDef, S>): Readonly<Record<S, Figure>> =>
  defineFigures(entity, Object.fromEntries(statesOf({ states }).map((value) => [value, [only(status, value)]])) as Record<S, Filter[]>)
