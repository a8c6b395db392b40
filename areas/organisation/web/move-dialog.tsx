import { useState } from 'react'
import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { Foresight } from '#kit/web/resource/foresight.tsx'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { shortName } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { countBelow, mayStandBelow, type Perimeter } from './build-tree.ts'
import css from './tree-view.module.css'

interface MoveDialogProps {
  readonly moved: Perimeter
  readonly rows: readonly Perimeter[]
  /** Where it was dropped. */
  readonly onto?: Perimeter | undefined
  readonly onMove: (target: Perimeter) => void
  readonly onClose: () => void
}

/** Chooses the new parent of a perimeter among those where it may stand, and says before what moving it changes. */
export function MoveDialog({ moved, rows, onto, onMove, onClose }: MoveDialogProps) {
  const t = useWords('organisation')
  const [target, setTarget] = useState(onto ? String(onto.id) : null)
  const targets = rows.filter((row) => row.edit_right && mayStandBelow(rows, moved, row))
  const chosen = targets.find((row) => String(row.id) === target)
  const names = { name: moved.name ?? '', from: moved.parent?.name ?? '', to: chosen?.name ?? '' }
  return (
    <Modal
      title={t('tree.move_title', { name: moved.name ?? '' })}
      size="md"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={!chosen} data-autofocus={onto ? true : undefined} onClick={() => chosen && onMove(chosen)}>
            {t('tree.move_run')}
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
      <Box above={12} tone="soft" className={css.consequences} aria-live="polite">
        {chosen ? (
          <Grid as="ul" gap={6}>
            <li>{t('tree.moves', { ...names, count: countBelow(rows, moved.id) })}</li>
            <li>{t('tree.moves_rights', names)}</li>
            <li>{t('tree.moves_scores', names)}</li>
          </Grid>
        ) : null}
      </Box>
      {chosen ? (
        <div className={css.foreseen}>
          <Foresight entity={perimeter} field="parent" rows={[moved]} value={chosen.id} />
        </div>
      ) : null}
    </Modal>
  )
}
