import type { EntityDef, RowBase, RowOf } from '#kit/contract/entity.ts'
import { moveBetween, neededBetween, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { ApiError, failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { valueOf } from '#kit/web/resource/entity-columns.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { askTransition, transitionDone, type Changes, type TransitionExtras, type TransitionRefusal } from './transition-question.ts'
import { moveLabel, moveTitle } from './work-words.ts'

export interface Transitions<R> {
  readonly work: WorkItem
  readonly extras: TransitionExtras<R>
  /** Brings a row to a status by the same rules everywhere, asking for what it needs; rejects when refused or declined, having said why. */
  readonly changeStatus: (row: R, to: string) => Promise<void>
  readonly moveDates: (row: R, dates: Changes) => Promise<void>
}

/** The person changed their mind; nothing needs to be said about it. */
class Declined extends Error {}

let lastId = 0

/** The transitions of an entity's rows, with what is special about them. */
export const transitionsOf = <E extends EntityDef, S extends string, M extends string>(
  work: WorkItem<E, S, M>,
  extras: TransitionExtras<RowOf<E>> = {},
): Transitions<RowOf<E>> =>
  // Rows of the entity are only ever given to its own transitions.
  transitions(work as unknown as WorkItem, extras as unknown as TransitionExtras<RowBase>) as unknown as Transitions<RowOf<E>>

function transitions<R extends RowBase>(work: WorkItem, extras: TransitionExtras<R>): Transitions<R> {
  const { entity } = work
  const named = new Set([
    work.reason,
    work.due?.date,
    ...statesOf(work).flatMap((state) => Object.keys(work.states[state]?.needs ?? {})),
    ...Object.values(work.moves).flatMap(({ needs }) => Object.keys(needs ?? {})),
  ])
  const needOfField = (name: string) => extras.fields?.[name] ?? (named.has(name) ? name : undefined)

  /** What has to be said, or said otherwise, after a refusal; nothing when the dialog could not help. */
  const stillNeeded = (reason: unknown, asked: readonly string[]): readonly string[] | undefined => {
    if (!(reason instanceof ApiError)) return undefined
    const need = extras.codes?.[reason.code]
    if (need) return [...new Set([...asked, need])]
    if (asked.length === 0 || reason.status !== 400) return undefined
    const wrong = Object.keys(reason.errors).flatMap((path) => needOfField(path.split('.')[0] ?? '') ?? [])
    return [...new Set([...asked, ...wrong])]
  }

  /** Sends the changes, asking for whatever they need first or turn out to need. */
  const send = async (row: R, to: string | null, wanted: Changes, first: readonly string[]): Promise<void> => {
    const id = ++lastId
    let needs = first
    let refusal: TransitionRefusal | undefined
    try {
      for (;;) {
        const answers = needs.length > 0 ? await askTransition({ id, work, extras: extras as TransitionExtras<never>, row, to, needs, wanted, refusal }) : {}
        if (!answers) throw new Declined()
        try {
          const { message } = await saveRow<R>(`/${entity.name}/${row.id}`, row, { ...wanted, ...answers })
          toast.success(message ?? '')
          await renewed()
          return
        } catch (reason) {
          const more = stillNeeded(reason, needs)
          if (!more) {
            toast.error(failureDetails(reason))
            await renewed()
            throw reason
          }
          // Nothing was written: whoever is asked waits for nothing else. What is asked for the first time is no reproach.
          const asks = more.length > needs.length && reason instanceof ApiError && reason.code in (extras.codes ?? {})
          refusal = reason instanceof ApiError && !asks ? { text: failureDetails(reason), fields: reason.errors } : undefined
          needs = more
        }
      }
    } finally {
      transitionDone(id)
    }
  }

  return {
    work,
    extras,
    changeStatus: async (row, to) => {
      const from = statusOf(work, row)
      const { fields, reason } = neededBetween(work, from, to)
      const missing = Object.keys(fields).filter((name) => isMissing(valueOf(row, name)))
      const needs = [...new Set([...missing, ...(extras.needs?.(row, to) ?? []), ...(reason !== undefined && work.reason ? [work.reason] : [])])]
      const [name, move] = moveBetween(work, from, to) ?? []
      if (name !== undefined && move?.confirm && needs.length === 0) {
        const title = moveTitle(work, from, to, row)
        if (!(await confirm({ title, message: translate('kit.work.sure'), confirm: moveLabel(work, name), ...(move.danger ? { danger: true } : {}) })))
          throw new Declined()
      }
      return send(row, to, { [work.status]: to }, needs)
    },
    moveDates: (row, dates) => send(row, null, dates, extras.dateNeeds?.(row, dates) ?? []),
  }
}

/** The status of a row; one that has none yet is where work begins. */
export const statusOf = (work: WorkItem, row: object): string => (valueOf(row, work.status) as string | null | undefined) ?? work.begins

export const isMissing = (value: unknown) => value === null || value === undefined || value === ''
