import { useId, useState, type FormEvent } from 'react'
import { evidence } from '#areas/evidence/contract/evidence.ts'
import { fileInput, type FileReference } from '#kit/contract/field.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { UrlInput } from '#kit/web/ui/outside-link.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import css from './evidence.module.css'
import type { Evidence } from './presentation.tsx'

/** What takes the place of the current content: files that are dropped, pasted or chosen, or a link; and why. */
export function RevisionDialog({ row, onClose }: { readonly row: Evidence; readonly onClose: () => void }) {
  const t = useWords('evidence')
  const kit = useWords('kit')
  const form = useId()
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [url, setUrl] = useState(row.url ?? '')
  const [reason, setReason] = useState('')
  const [coming, setComing] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const isNew = files.length > 0 || (url.trim() !== '' && url.trim() !== row.url)
  const [send, busy] = useSubmit(async () => {
    try {
      const { message } = await saveRow<Evidence>(`/${evidence.name}/${row.id}`, row, {
        ...(files.length > 0 ? { files: files.map(fileInput) } : {}),
        url: url.trim() || null,
        change_reason: reason.trim() || null,
      })
      if (message) toast.success(message)
      onClose()
    } catch (failed) {
      if (failed instanceof ApiError && Object.keys(failed.errors).length > 0) setErrors(failed.errors)
      else toast.error(failureText(failed))
    } finally {
      await renewed()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNew && !coming) send()
  }
  return (
    <Modal
      title={t('panel.add')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!isNew || coming} loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={submit}>
        <AttachedFiles
          label={t('entities.evidence.fields.files')}
          help={t('panel.drop')}
          files={files}
          max={evidence.fields.files.options.max}
          error={errors.files?.join('. ')}
          onEdit={setFiles}
          onBusy={setComing}
        />
        <UrlInput
          label={t('entities.evidence.fields.url')}
          maxLength={2000}
          placeholder="https://"
          error={errors.url?.join('. ')}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextArea
          label={t('panel.reason')}
          maxLength={1000}
          value={reason}
          error={errors.change_reason?.join('. ')}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Modal>
  )
}
