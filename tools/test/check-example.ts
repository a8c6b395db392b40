import type pg from 'pg'
import type { World } from './actions-world.ts'
import { dayFromNow } from './day-from-now.ts'

export type Values = Readonly<Record<string, string | number>>
export type Insert = (table: string, values: Values) => Promise<number>

/** The SQL of a text that holds no quotes, of a day so many days from now, of a moment so many days ago. */
export const text = (value: string) => `'${value}'`
export const day = (days: number) => `date '${dayFromNow(days)}'`
export const ago = (days: number) => `moment() - interval '${days} days'`

export interface Surroundings {
  readonly world: World
  readonly owner: pg.Client
  readonly ids: Readonly<Record<string, number>>
  readonly insert: Insert
}
export interface Example {
  /** What both rows are, beside what tells them apart. */
  readonly of: (n: number) => Values
  readonly found: Values
  readonly not: readonly Values[]
  /** What hangs on the rows: on the first so that it is found, on the others so that they are not. */
  readonly with?: (id: number, isFound: boolean) => Promise<unknown>
}
