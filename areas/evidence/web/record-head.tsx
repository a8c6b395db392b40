import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import css from './evidence.module.css'
import type { Evidence } from './presentation.tsx'

/** Whose it is, where, and whether it still holds. */
export function RecordHead({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const owner = row.manager ?? row.group
  return (
    <span className={css.head}>
      {row.state ? <StatusBadge {...lookOf(row.state, 'evidence.state')}>{t(`entities.evidence.choices.state.${row.state}`)}</StatusBadge> : null}
      {owner ? (
        <span>
          <Avatar name={owner.name} /> {owner.name}
        </span>
      ) : null}
      {row.perimeter ? <em>{row.perimeter.name}</em> : null}
    </span>
  )
}
