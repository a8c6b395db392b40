import { useId, useState, type FormEvent } from 'react'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { focusWrong } from '#kit/web/ui/focus-wrong.ts'
import { Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import type { Occurrence } from './occurrence-api.ts'

export type Decision = 'approve' | 'reject'

/** Approves an answer, or rejects it with a word on why. */
export function DecideDialog({ row, decision, onClose }: { readonly row: Occurrence; readonly decision: Decision; readonly onClose: () => void }) {
  const t = useWords('runbooks')
  const form = useId()
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  const [submit, busy] = useSubmit(async () => {
    try {
      const { message } = await api.post<ObjectAnswer<Occurrence>>(`/occurrence/${row.id}/${decision}`, {
        comment: comment.trim() || null,
        version: row.version,
      })
      if (message) toast.success(message)
      onClose()
    } catch (reason) {
      if (reason instanceof ApiError && Object.keys(reason.errors).length > 0) {
        setError(Object.values(reason.errors).flat().join('. '))
        focusWrong(() => document.getElementById(form))
      } else toast.error(failureText(reason))
    } finally {
      await renewed()
    }
  })
  return (
    <Modal
      title={`${t(`answering.${decision}`)} · ${row.name ?? ''}`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {t(`answering.${decision}`)}
          </Button>
        </>
      }
    >
      <Grid
        id={form}
        as="form"
        gap={14}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        {row.answer ? (
          <Text as="p" padY={8} padX={12} corner={6} fill="active" tone="soft">
            {t(`entities.occurrence.choices.answer.${row.answer}`)}
            {row.comment ? ` · ${row.comment}` : null}
          </Text>
        ) : null}
        <TextArea
          label={decision === 'reject' ? t('answering.why') : t('answering.comment')}
          required={decision === 'reject'}
          maxLength={2000}
          value={comment}
          error={error}
          data-autofocus
          onChange={(event) => setComment(event.target.value)}
        />
      </Grid>
    </Modal>
  )
}
