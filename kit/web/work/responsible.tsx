import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reference } from '#kit/contract/field.ts'
import { isOpenState, type WorkItem } from '#kit/contract/work-item.ts'
import { valueOf } from '#kit/web/resource/entity-columns.tsx'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { statusOf } from './transition.ts'
import css from './work.module.css'

/** Who is in charge: a person or a group. */
export function InCharge({ person, group }: { readonly person: Reference | null; readonly group?: Reference | null }) {
  const who = person ?? group
  if (!who) return null
  return (
    <span className={css.person} title={who.name}>
      {person ? <Avatar name={who.name} /> : <Users size={14} aria-hidden />}
      <span>{who.name}</span>
    </span>
  )
}

/** Until when, as far as something is still to be done; what else is said of the date stands beside it. */
export function WorkDue({ work, row, children }: { readonly work: WorkItem; readonly row: object; readonly children?: ReactNode }) {
  const { due } = work
  const asOf = useAsOf()
  if (!due) return null
  const date = <DueDate date={valueOf(row, due.date) as string | null} open={isOpenState(work, statusOf(work, row))} soon={due.soon} asOf={asOf} />
  return children ? (
    <span className={css.due}>
      {date}
      {children}
    </span>
  ) : (
    date
  )
}

/** The cells of who is responsible and of what is due, for the presentation of an entity. */
export function workCells(declared: unknown): Readonly<Record<string, (row: object) => ReactNode>> {
  const work = declared as WorkItem
  const { responsible, due } = work
  const reference = (row: object, name: string) => valueOf(row, name) as Reference | null
  return {
    ...(responsible && {
      [responsible.person]: (row: object) => (
        <InCharge person={reference(row, responsible.person)} group={responsible.group ? reference(row, responsible.group) : null} />
      ),
    }),
    ...(due && { [due.date]: (row: object) => <WorkDue work={work} row={row} /> }),
  }
}
