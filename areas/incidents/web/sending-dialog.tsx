import { useState } from 'react'
import type { recordSending, ShownClock } from '#areas/incidents/contract/incident-calls.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { instantOf, wallTime, isWallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { MomentInput } from '#kit/web/ui/moment-input.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useTimeline } from './use-timeline.ts'

/** Date, authority, reference and receipt of what was sent; recorded before, it corrects that entry. */
export function SendingDialog({ id, clock, onClose }: { readonly id: number; readonly clock: ShownClock; readonly onClose: () => void }) {
  const t = useWords('incidents')
  const { data } = useTimeline(id)
  const before = data?.objects.find((entry) => entry.kind === 'SENT' && entry.clock === clock.clock && entry.corrected_by === null)
  const [when, setWhen] = useState(() => wallTime(clock.sent ?? new Date()).slice(0, 16))
  const [authority, setAuthority] = useState(clock.authority ?? '')
  const [reference, setReference] = useState(before?.reference ?? '')
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [wrong, setWrong] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState(false)
  const send = async () => {
    setBusy(true)
    setWrong({})
    try {
      const { message = '' } = await api.call<typeof recordSending>('POST /incident/{id}/sendings', {
        params: { id },
        body: {
          clock: clock.clock,
          sent_at: instantOf(when),
          authority: authority.trim() || null,
          reference: reference.trim() || null,
          text: text.trim() || null,
          files: files.map((file) => file.id),
          corrects: before?.id ?? null,
        },
      })
      toast.success(message)
      onClose()
    } catch (reason) {
      if (reason instanceof ApiError) setWrong(reason.errors)
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
      await renewed()
    }
  }
  return (
    <Modal
      size="sm"
      title={t('clock.record_of', { clock: t(`clock.name.${clock.clock}`) })}
      dirty={files.length > 0}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" loading={busy} disabled={uploading || !isWallTime(when)} onClick={() => void send()}>
            {t('clock.record')}
          </Button>
        </>
      }
    >
      <Grid gap={12}>
        <MomentInput label={t('clock.sent_at')} required error={wrong.sent_at?.join('. ')} value={when} onChange={(value) => setWhen(value ?? '')} />
        <TextInput label={t('clock.authority')} maxLength={128} value={authority} onChange={(event) => setAuthority(event.target.value)} />
        <TextInput label={t('clock.reference')} maxLength={128} value={reference} onChange={(event) => setReference(event.target.value)} />
        <TextArea label={t('clock.comment')} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
        <AttachedFiles label={t('clock.receipt')} files={files} max={5} onEdit={setFiles} onBusy={setUploading} />
      </Grid>
    </Modal>
  )
}
