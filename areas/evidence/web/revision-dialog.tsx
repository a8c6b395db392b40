import { useState } from 'react'
import { evidence } from '#areas/evidence/contract/evidence.ts'
import { fileInput, type FileReference } from '#kit/contract/field.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { UrlInput } from '#kit/web/ui/outside-link.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import type { Evidence } from './presentation.tsx'

/** What takes the place of the current content: files that are dropped, pasted or chosen, or a link; and why. */
export function RevisionDialog({ row, onClose }: { readonly row: Evidence; readonly onClose: () => void }) {
  const t = useWords('evidence')
  const kit = useWords('kit')
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [url, setUrl] = useState(row.url ?? '')
  const [reason, setReason] = useState('')
  const [coming, setComing] = useState(false)
  const isNew = files.length > 0 || (url.trim() !== '' && url.trim() !== row.url)
  const send = async () => {
    const body = { ...(files.length > 0 ? { files: files.map(fileInput) } : {}), url: url.trim() || null, change_reason: reason.trim() || null }
    return (await saveRow<Evidence>(`/${evidence.name}/${row.id}`, row, body)).message
  }
  return (
    <FormDialog title={t('panel.add')} action={kit('actions.save')} complete={isNew && !coming} send={send} onClose={onClose}>
      {(errorOf) => (
        <>
          <AttachedFiles
            label={t('entities.evidence.fields.files')}
            help={t('panel.drop')}
            files={files}
            max={evidence.fields.files.options.max}
            error={errorOf('files')}
            onEdit={setFiles}
            onBusy={setComing}
          />
          <UrlInput
            label={t('entities.evidence.fields.url')}
            maxLength={2000}
            placeholder="https://"
            error={errorOf('url')}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <TextArea
            label={t('panel.reason')}
            maxLength={1000}
            value={reason}
            error={errorOf('change_reason')}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
