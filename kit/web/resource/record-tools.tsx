import { Network, Trash2 } from 'lucide-react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { removeRow } from './list-api.ts'
import type { AnyRow } from './presentation.ts'

const FollowButton = lazy(async () => ({ default: (await import('./follow-button.tsx')).FollowButton }))

/** To hear whatever happens to a record. */
export function Follow({ entity, id }: { readonly entity: string; readonly id: RowId }) {
  return (
    <Suspense>
      <FollowButton entity={entity} id={id} />
    </Suspense>
  )
}

interface RecordToolsProps {
  readonly entity: EntityDef
  readonly row: AnyRow
  readonly onRelate: (() => void) | undefined
  readonly onGone: () => void
}

/** What every record offers beside its identifier: its relations, its end. */
export function RecordTools({ entity, row, onRelate, onGone }: RecordToolsProps) {
  const t = useWords('kit')
  return (
    <>
      {onRelate ? (
        <IconButton label={t('record.relations')} aria-keyshortcuts="R" onClick={onRelate}>
          <Network size={14} />
        </IconButton>
      ) : null}
      {row.delete_right && entity.rights.delete !== null ? (
        <IconButton label={t('actions.delete')} needsServer onClick={() => removeRow(entity, row, onGone)}>
          <Trash2 size={14} />
        </IconButton>
      ) : null}
    </>
  )
}
