import type { RawBuilder } from 'kysely'
import type { RowCondition, RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { DepartureEffect, standstills } from '#areas/people/contract/holder-calls.ts'

/** Objects that go on as long as somebody looks after them: held by one person alone they are single points of failure. */
export interface Standstill {
  readonly entity: string
  /** What does not happen any more. */
  readonly standstill: (typeof standstills)[number]
  /** Of those that are there, the ones that somebody looks after; absent: all. */
  readonly standing?: (row: RowRef) => RowCondition
  /** The day on which that shows first, where there is one. */
  readonly on?: (row: RowRef) => RawBuilder<unknown>
}

/** What stands still without its holder, declared by the area whose objects these are. */
export const standstillPoints = extensionPoint<Standstill>()

/** Work that is known to come round before an object stands for it: once, or several times in a week. */
export interface WorkAhead {
  readonly member: number
  readonly entity: string
  readonly id: number
  /** The first time of them. */
  readonly due: string
  readonly times: number
}

/** Work that comes round until a day, of all or of one person, as far as the reader may see it; weeks begin on the day given and each seventh after it. */
export const workAhead = extensionPoint<(tx: Tx, from: string, until: string, member: number | null) => Promise<readonly WorkAhead[]>>()

export interface DepartureAsked {
  readonly member: number
  /** Objects that nobody takes by the proposal. */
  readonly left: readonly { readonly entity: string; readonly id: number }[]
  /** The day that is looked at. */
  readonly until: string
}

/** What a departure does to the score, said by whoever foresees scores; null where there is none. */
export const departureEffects = extensionPoint<(api: Api, tx: Tx, resources: Resources, asked: DepartureAsked) => Promise<DepartureEffect | null>>()
