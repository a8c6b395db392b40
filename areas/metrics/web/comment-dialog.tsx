import { useId, useState, type FormEvent } from 'react'
import type { Cell, GridMetric, Place } from '#areas/metrics/contract/calls.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { focusWrong } from '#kit/web/ui/focus-wrong.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { readProofsNow, sendProofs, useFormer } from './entry-api.ts'
import css from './entry.module.css'
import { Proofs, type ProofEdit } from './proofs.tsx'
import { fixed, nameOf } from './spans.ts'

interface CommentDialogProps {
  readonly metric: GridMetric
  readonly place: Place
  readonly period: string
  readonly cell: Cell | undefined
  /** It lies far from all before it: why is asked for. */
  readonly strange: boolean
  /** Whether it may be changed. */
  readonly open: boolean
  /** Answers whether it is saved. */
  readonly onSave: (text: string | null) => Promise<boolean>
  readonly onClose: () => void
}

/** What is said of a value, and what it was before. */
export function CommentDialog({ metric, place, period, cell, strange, open, onSave, onClose }: CommentDialogProps) {
  const t = useWords('metrics')
  const kit = useWords('kit')
  const language = useLanguage()
  const form = useId()
  const [text, setText] = useState(cell?.comment ?? '')
  const [wrong, setWrong] = useState<string>()
  const names = { place: place.name, period: nameOf(metric.periodicity, period, language, metric.time_zone) }
  const [edit, setEdit] = useState<ProofEdit>({ gone: [], added: [] })
  const [send, busy] = useSubmit(async () => {
    if (text.trim() !== (cell?.comment ?? '') && !(await onSave(text.trim() || null))) return
    if (edit.gone.length + edit.added.length > 0) {
      const { objects } = await readProofsNow(metric.id, place.id, period)
      const remaining = objects.map(({ id }) => id).filter((id) => !edit.gone.includes(id))
      await sendProofs(metric.id, place.id, period, [...remaining, ...edit.added])
      await Promise.all(['proofs', 'grid'].map((what) => queryClient.invalidateQueries({ queryKey: ['metric', what, metric.id] })))
    }
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A value first (MET-07).
    if ((cell?.value ?? null) !== null) return send()
    setWrong(t('errors.value_first'))
    focusWrong(() => document.getElementById(form))
  }
  return (
    <Modal
      title={t('entry.cell', names)}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton {...(!open && { label: kit('actions.close') })} />
          {open ? (
            <Button type="submit" form={form} variant="primary" loading={busy}>
              {t('entry.comment_save')}
            </Button>
          ) : null}
        </>
      }
    >
      <Grid id={form} as="form" gap={12} noValidate onSubmit={submit}>
        {strange ? <p>{t('entry.strange')}</p> : null}
        {open ? (
          <TextArea label={t('entry.comment')} maxLength={1000} value={text} error={wrong} onChange={(event) => setText(event.target.value)} />
        ) : (
          <p>{cell?.comment}</p>
        )}
        {(cell?.value ?? null) === null ? null : <Proofs metric={metric.id} place={place.id} period={period} open={open} edit={edit} onEdit={setEdit} />}
      </Grid>
      <Former metric={metric} place={place.id} period={period} />
    </Modal>
  )
}

/** Corrections keep what was: the newest first. */
function Former({ metric, place, period }: { readonly metric: GridMetric; readonly place: number; readonly period: string }) {
  const t = useWords('metrics')
  const format = useFormat()
  const language = useLanguage()
  const { data, error, refetch } = useFormer(metric.id, place, period)
  return (
    <section className={css.former}>
      <Text as="h3" above={12} below={4} size={13} weight={700}>
        {t('entry.history')}
      </Text>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={2} /> : null}
      {data && data.length < 2 ? <p>{t('entry.no_history')}</p> : null}
      {data && data.length > 1 ? (
        <ol>
          {data.slice(1).map((one) => (
            <Row padY={4} as="li" gap={12} size={12} tone="soft" key={one.version}>
              <b>{one.value === null ? t('entry.emptied') : fixed(one.value, metric.decimals, language)}</b>
              <span>{one.author ? t('entry.by', { name: one.author.name, date: format.dateTime(one.at) }) : format.dateTime(one.at)}</span>
              {one.comment ? <q>{one.comment}</q> : null}
            </Row>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
