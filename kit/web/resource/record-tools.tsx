import { Network, Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { removeRow } from './list-api.ts'
import type { AnyRow } from './presentation.ts'

const FollowButton = lazy(async () => ({ default: (await import('./follow-button.tsx')).FollowButton }))

interface RecordToolsProps {
  readonly entity: EntityDef
  readonly row: AnyRow
  readonly follow: boolean | undefined
  readonly onRelate: (() => void) | undefined
  readonly onGone: () => void
}

/** What every record offers beside its identifier: to be followed, its relations, its end. */
export function RecordTools({ entity, row, follow, onRelate, onGone }: RecordToolsProps) {
  const t = useWords('kit')
  return (
    <>
      {follow ? (
        <Suspense>
          <FollowButton entity={entity.name} id={row.id} />
        </Suspense>
      ) : null}
      {onRelate ? (
        <IconButton label={t('record.relations')} aria-keyshortcuts="R" onClick={onRelate}>
          <Network size={14} />
        </IconButton>
      ) : null}
      {row.delete_right && entity.rights.delete !== null ? (
        <IconButton label={t('actions.delete')} onClick={() => removeRow(entity, row, onGone)}>
          <Trash2 size={14} />
        </IconButton>
      ) : null}
    </>
  )
}
