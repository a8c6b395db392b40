import { useQuery } from '@tanstack/react-query'
import { Target } from 'lucide-react'
import { useId, useState } from 'react'
import type { readTargetScore, writeTargetScore } from '#areas/scores/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useRight } from '#kit/web/api/session.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { wrongTarget } from './wrong-target.ts'

/** Sets the target of the whole organisation, by its sign or in words; nothing for those who may not. */
export function TargetButton({ text = false }: { readonly text?: boolean }) {
  const words = useWords('scores')
  const mayWrite = useRight('target_score.write')
  const [open, setOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      {text ? (
        <Button size="sm" icon={<Target size={14} aria-hidden />} onClick={() => setOpen(true)}>
          {words('score.set_target')}
        </Button>
      ) : (
        <IconButton label={words('score.set_target')} onClick={() => setOpen(true)}>
          <Target size={16} strokeWidth={1.75} />
        </IconButton>
      )}
      {open ? <TargetDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function TargetDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('scores')
  const kit = useWords('kit')
  const form = useId()
  const stored = useQuery({
    queryKey: ['score', 'target'],
    queryFn: ({ signal }) => api.call<typeof readTargetScore>('GET /score/target', { signal }),
    select: (answer) => answer.object,
    staleTime: 0,
  })
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const [chosen, setChosen] = useState<string | null>()
  const text = typed ?? stored.data?.target_score?.toString() ?? ''
  const date = chosen === undefined ? (stored.data?.target_date ?? null) : chosen
  const [submit, busy] = useSubmit(async () => {
    const target = text.trim() === '' ? null : Number(text)
    const wrong = wrongTarget(target)
    setError(wrong)
    if (wrong) return
    try {
      const { message = '' } = await api.call<typeof writeTargetScore>('PUT /score/target', { body: { target_score: target, target_date: date } })
      toast.success(message)
      // The scores that are asked for anew may take longer than anyone looks at a dialog whose work is done.
      void invalidate('score')
      onClose()
    } catch (reason) {
      setError(failureText(reason))
    }
  })
  return (
    <Modal
      title={words('score.set_target')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={stored.data === undefined} loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <Grid
        id={form}
        as="form"
        gap={14}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextInput
          label={words('score.target')}
          help={words('score.target_help')}
          error={error}
          inputMode="numeric"
          data-autofocus
          value={text}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <DateInput
          label={words('score.target_date')}
          help={words('score.target_date_help')}
          clearable
          warning={date !== null && date < dayOf() ? kit('errors.date_past') : undefined}
          value={date}
          onChange={setChosen}
        />
      </Grid>
    </Modal>
  )
}
