import { useMemo, useState } from 'react'
import { failureText } from '#kit/web/api/client.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import type { PersonOf } from './calendar-days.ts'
import type { Occurrence } from './occurrence-api.ts'
import css from './runbooks.module.css'
import { shareOut } from './share-work.ts'

interface ShareDialogProps {
  readonly day: string
  readonly rows: readonly Occurrence[]
  readonly people: readonly PersonOf[]
  readonly onClose: () => void
}

/** Proposes who could take what of a heavy day; nothing is given before it is agreed to, and no date moves. */
export function ShareDialog({ day, rows, people, onClose }: ShareDialogProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const { moves, loads } = useMemo(() => shareOut(rows, people), [rows, people])
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = moves.filter(({ row }) => !left.has(row.id))
  const [submit, busy] = useSubmit(async () => {
    const done = await Promise.allSettled(chosen.map(({ row, to }) => saveRow(`/occurrence/${row.id}`, row, { manager: to.id, group: null })))
    const failed = done.filter((one) => one.status === 'rejected')
    if (failed[0]) toast.error(`${t('share.failed', { count: failed.length })}. ${failureText(failed[0].reason)}`)
    if (failed.length < done.length) toast.success(t('share.done', { count: done.length - failed.length }))
    onClose()
  })
  return (
    <Modal
      title={t('share.title', { day: format.date(day) })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={chosen.length === 0} loading={busy} onClick={submit}>
            {t('share.apply', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <Grid gap={14}>
        <Grid as="p" gap={4} tone="soft">
          {moves.length > 0 ? t('share.text') : t('share.nothing')}
        </Grid>
        <Grid as="ul" gap={10} className={css.moves}>
          {moves.map(({ row, from, to }) => (
            <li key={row.id}>
              <Checkbox
                label={
                  <span>
                    <b>{row.name}</b>
                    <small>
                      {t('share.from_to', { from: from.name, to: to.name })} · {format.days(row.charge)}
                    </small>
                  </span>
                }
                checked={!left.has(row.id)}
                onChange={() => setLeft((before) => (before.has(row.id) ? new Set([...before].filter((id) => id !== row.id)) : new Set([...before, row.id])))}
              />
            </li>
          ))}
        </Grid>
        {moves.length > 0 ? (
          <Text as="p" padY={8} padX={12} corner={6} fill="active" tone="soft">
            {loads
              .filter(({ before, after }) => before !== after)
              .map(({ person, before, after }) => t('share.load', { name: person.name, before: format.days(before), after: format.days(after) }))
              .join(' · ')}
          </Text>
        ) : null}
      </Grid>
    </Modal>
  )
}
