import { useMemo, useState } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { EntityDef, RowBase, RowOf } from '#kit/contract/entity.ts'
import { mayFollow, moveBetween, movesOf, openStates } from '#kit/contract/work-item.ts'
import { holds, useSession, type SessionUser } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { BoardOptions } from '#kit/web/resource/list-props.ts'
import type { CountedTabs } from '#kit/web/resource/use-counted-tabs.ts'
import type { Verb } from '#kit/web/resource/verbs.tsx'
import type { BulkAction, RowAction } from '#kit/web/table/columns.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { BulkFormProps } from './bulk-dialog.tsx'
import { endsWell, primaryMove } from './primary-move.ts'
import { statusOf, type Transitions } from './transition.ts'
import { TransitionHost } from './transition-host.tsx'
import { moveLabel } from './work-words.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))
const quiet = () => {}

interface WorkListOptions<R> {
  readonly icons?: Readonly<Record<string, LucideIcon>>
  /** Changes of several rows beside those of status and responsibility, with their forms; loaded when first asked for. */
  readonly bulk?: readonly { readonly name: string; readonly label: string; readonly Form: ComponentType<BulkFormProps<R>> }[]
  readonly bulkNeeds?: BulkFormProps<R>['needs']
}

interface Bulk<R> {
  readonly kind: string
  readonly rows: readonly R[]
  readonly keep: (rows: readonly R[]) => void
}

/** What a list of an entity with a lifecycle shows and does beside its declaration. */
export interface WorkList<E extends EntityDef> {
  readonly tabs: CountedTabs<E>
  readonly rowActions: readonly RowAction<RowOf<E>>[]
  readonly bulkActions: readonly BulkAction<RowOf<E>>[]
  /** The moves that the reader may take with a row as it stands; the first that leads on without a reason to be said is what its state asks for. */
  readonly verbs: (row: RowOf<E>) => readonly Verb[]
  readonly board: Pick<BoardOptions<E>, 'by' | 'who' | 'canMove' | 'onMove'>
  /** Whether the reader may bring a row to another status. */
  readonly may: (row: RowOf<E>, to: string) => boolean
  /** Brings it there, and says how it went. */
  readonly run: (row: RowOf<E>, to: string) => void
  /** Where it asks for what is needed; to be drawn once. */
  readonly dialogs: ReactNode
}

/** Whether a row may go to a status: its own right, the way there, and the right that goes with it. */
export const mayMove = ({ work }: Pick<Transitions<never>, 'work'>, who: SessionUser, row: { readonly edit_right?: boolean }, to: string): boolean => {
  const move = moveBetween(work, statusOf(work, row), to)?.[1]
  return row.edit_right === true && move !== undefined && holds(who, move.right)
}

/** Tabs with counts, actions of rows and of selections, board: all of them from the declared lifecycle. */
export function useWorkList<E extends EntityDef>(
  entity: E,
  transitions: Transitions<RowOf<E>>,
  { icons, bulk: own, bulkNeeds }: WorkListOptions<RowOf<E>> = {},
): WorkList<E> {
  type R = RowOf<E>
  const { work, changeStatus } = transitions
  const kit = useWords('kit')
  // Renders again with other words when the language changes.
  useWords(entity.area)
  const who = useSession()
  const [bulk, setBulk] = useState<Bulk<R>>()
  const list = useMemo(() => {
    const may = (row: R, to: string) => mayMove(transitions, who, row, to)
    const run = (row: R, to: string) => void changeStatus(row, to).catch(quiet)
    const rowActions = movesOf(work)
      .filter(([, { offered }]) => offered !== false)
      .map(([name, { from, to }]): RowAction<R> => {
        const icon = icons?.[name]
        return {
          name,
          label: moveLabel(work, name),
          ...(icon && { icon }),
          show: (row) => from.includes(statusOf(work, row)) && may(row, to),
          run: (row) => run(row, to),
        }
      })
    const verbs = (row: R): Verb[] => {
      const offered = rowActions.filter(({ show }) => show?.(row))
      const main = primaryMove(
        work,
        statusOf(work, row),
        offered.map(({ name }) => name),
      )
      // The main one, then what ends the work well: these are in sight where there is little room.
      const place = (name: string) => (name === main ? 0 : endsWell(work, name) ? 1 : 2)
      const ordered = offered.toSorted((a, b) => place(a.name) - place(b.name))
      return ordered.map(({ name, label, run: act }) => {
        const icon = icons?.[name]
        return { name, label, ...(icon && { icon }), primary: name === main, run: () => act(row) }
      })
    }
    const open = (kind: string) => (rows: readonly R[], _: () => void, keep: (rest: readonly R[]) => void) => setBulk({ kind, rows, keep })
    const editable = (rows: readonly R[]) => rows.every((row) => row.edit_right)
    const managed = (rows: readonly R[]) => rows.every((row) => row.edit_right_regular)
    const bulkActions: BulkAction<R>[] = [
      { name: 'status', label: kit('work.change_status'), show: editable, run: open('status') },
      ...(work.responsible ? [{ name: 'assign', label: kit('actions.assign'), show: managed, run: open('assign') }] : []),
      ...(own ?? []).map(({ name, label }) => ({ name, label, show: managed, run: open(name) })),
    ]
    const board = {
      by: work.status,
      ...(work.responsible && { who: work.responsible.person }),
      // What is said to be refused is not offered; what is asked for is.
      canMove: (row: R, to: string) =>
        row.edit_right && mayFollow(work, statusOf(work, row), to) && holds(who, moveBetween(work, statusOf(work, row), to)?.[1].right),
      onMove: (row: R, to: string) => changeStatus(row, to),
    }
    return {
      tabs: { by: work.status, counts: `/${entity.name}/counts`, open: openStates(work) },
      rowActions,
      verbs,
      bulkActions,
      board,
      may,
      run,
    } as unknown as Omit<WorkList<E>, 'dialogs'>
  }, [entity, transitions, work, changeStatus, who, kit, icons, own])
  const forms = useMemo(() => Object.fromEntries((own ?? []).map(({ name, Form }) => [name, Form])), [own])
  const dialogs = (
    <>
      <TransitionHost />
      {bulk ? (
        <Suspense>
          <BulkDialog
            {...(bulk as unknown as Bulk<RowBase>)}
            work={work}
            forms={forms as never}
            needs={bulkNeeds as never}
            onClose={() => setBulk(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
  return { ...list, dialogs }
}
