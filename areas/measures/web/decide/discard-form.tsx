import { useState, type FormEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { useDeciding } from './deciding.ts'

/** Asks where the measure stands why it is discarded: the statement of applicability will say it. */
export function DiscardForm({ row }: { readonly row: Measure }) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const { discard, stopDiscarding } = useDeciding()
  const [justification, setJustification] = useState('')
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!justification.trim()) return setError(t('fork.missing'))
    setSending(true)
    setError(await discard(row, justification.trim()))
    setSending(false)
  }
  return (
    <Stack
      as="form"
      gap={10}
      padY={12}
      padX={12}
      edge="all"
      corner={8}
      fill="subtle"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={t('dialogs.discard')}
    >
      <TextArea
        ref={takeFocus}
        label={t('fork.justification')}
        required
        maxLength={4000}
        error={error}
        value={justification}
        onChange={(event) => setJustification(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <Row gap={8} spread="last">
        <Button onClick={stopDiscarding}>{kit('actions.cancel')}</Button>
        <Button type="submit" variant="primary" loading={sending}>
          {t('verbs.discard')}
        </Button>
      </Row>
    </Stack>
  )
}
