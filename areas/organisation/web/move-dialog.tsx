import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { shortName } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { mayStandBelow, type Perimeter } from './build-tree.ts'

interface MoveDialogProps {
  readonly moved: Perimeter
  readonly rows: readonly Perimeter[]
  readonly onMove: (target: Perimeter) => void
  readonly onClose: () => void
}

/** Chooses the new parent of a perimeter among those where it may stand: moving without a mouse. */
export function MoveDialog({ moved, rows, onMove, onClose }: MoveDialogProps) {
  const t = useWords('organisation')
  const kit = useWords('kit')
  const [target, setTarget] = useState<string | null>(null)
  const targets = rows.filter((row) => row.edit_right && mayStandBelow(rows, moved, row))
  const chosen = targets.find((row) => String(row.id) === target)
  return (
    <Modal
      title={t('tree.move_title', { name: moved.name ?? '' })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button variant="primary" disabled={!chosen} onClick={() => chosen && onMove(chosen)}>
            {kit('actions.confirm')}
          </Button>
        </>
      }
    >
      <Select
        label={t('tree.move_target')}
        value={target}
        onChange={setTarget}
        options={targets.map((row) => ({
          value: String(row.id),
          label: `${shortName(row.name ?? '')} · ${row.identifier ?? ''}`,
          title: `${row.name ?? ''} · ${row.identifier ?? ''}`,
        }))}
      />
    </Modal>
  )
}
