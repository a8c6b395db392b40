import { Users } from 'lucide-react'
import type { Assigned } from '#kit/contract/register.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './assignment.module.css'

/** Marks in the cell, groups first; the others are counted. */
const shown = 4

/** Whom a register is assigned to, in one line. */
export function Assignees({ assigned }: { readonly assigned: Assigned | null | undefined }) {
  const { members = [], groups = [] } = assigned ?? {}
  const all = [...groups, ...members].map(({ name }) => name).join(', ')
  const [marked, people] = [groups.slice(0, shown), members.slice(0, Math.max(0, shown - groups.length))]
  const others = groups.length + members.length - marked.length - people.length
  return (
    <span className={css.people} title={all}>
      {marked.map((group) => (
        <span key={group.id} className={css.group}>
          <Users size={12} aria-hidden />
        </span>
      ))}
      {people.map((member) => (
        <Avatar key={member.id} name={member.name} />
      ))}
      {others > 0 ? <span>+{others}</span> : null}
      <VisuallyHidden>{all}</VisuallyHidden>
    </span>
  )
}
