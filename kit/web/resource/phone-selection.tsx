import { X } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { BulkAction, Selection } from '#kit/web/table/columns.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { useLayer } from '#kit/web/ui/layers.ts'
import css from './phone-selection.module.css'
import type { AnyRow } from './presentation.ts'

interface PhoneSelectionProps {
  readonly selection: Selection<AnyRow>
  readonly bulkActions: readonly BulkAction<AnyRow>[]
  /** Selects all that match, while there are more than are selected. */
  readonly all: { readonly label: string; readonly run: () => void } | undefined
  readonly onClear: () => void
  readonly onKeep: (rows: readonly AnyRow[]) => void
}

/** At a phone's foot, in place of «New»: how many rows are selected and what can be done with them. */
export function PhoneSelection({ selection, bulkActions, all, onClear, onKeep }: PhoneSelectionProps) {
  const t = useWords('kit')
  const selected = [...selection.values()]
  const offered = selected.length > 0 ? bulkActions.filter((action) => action.show?.(selected) ?? true) : []
  useLayer('panel', true, onClear)
  return (
    <div className={css.foot} role="group" aria-label={t('table.rows_selected', { count: selected.length })}>
      <div className={css.line}>
        <b role="status">{t('table.rows_selected', { count: selected.length })}</b>
        {all ? (
          <Button variant="link" onClick={all.run}>
            {all.label}
          </Button>
        ) : null}
        <IconButton label={t('table.clear_selection')} size="md" onClick={onClear}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {offered.length > 0 ? (
        <div className={css.actions}>
          {offered.map((action) => (
            <Button key={action.name} data-danger={action.danger || undefined} onClick={() => action.run(selected, onClear, onKeep)}>
              {action.label}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
