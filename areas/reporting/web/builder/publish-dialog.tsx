import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { publishDraft } from '#areas/reporting/web/reporting-api.ts'

interface PublishProps {
  readonly id: number
  readonly number: number
  /** Blocks in which a setting is missing. */
  readonly incomplete: number
  readonly onFlush: () => Promise<number>
  readonly onClose: () => void
  readonly onDone: (message: string) => void
  readonly onFailed: (reason: unknown) => void
}

/** Makes the draft a version, with what is said of it. */
export function PublishDialog({ id, number, incomplete, onFlush, onClose, onDone, onFailed }: PublishProps) {
  const t = useWords('reporting')
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const publish = async () => {
    setBusy(true)
    try {
      const version = await onFlush()
      onDone(await publishDraft(id, { version, note: note.trim() || null }))
    } catch (reason) {
      setBusy(false)
      onFailed(reason)
    }
  }
  return (
    <Modal
      title={t('builder.publish_title', { number })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" loading={busy} disabled={incomplete > 0} onClick={() => void publish()}>
            {t('builder.publish').replace('…', '')}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Text as="p" tone="soft">
          {t('builder.publish_text')}
        </Text>
        {incomplete > 0 ? (
          <Text as="p" role="alert" tone="bad">
            {t('builder.missing', { count: incomplete })}
          </Text>
        ) : null}
        <TextArea
          label={t('builder.note')}
          help={t('builder.note_help')}
          rows={3}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Stack>
    </Modal>
  )
}
