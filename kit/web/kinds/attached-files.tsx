import { Download, Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import type { FileReference } from '#kit/contract/field.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useUploads, type Upload } from '#kit/web/api/use-uploads.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Field, type FieldTexts } from '#kit/web/ui/field.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { toast } from '#kit/web/ui/toast.ts'
import css from './files.module.css'
import { FileDrop } from './lazy-controls.tsx'

interface AttachedFilesProps extends FieldTexts {
  readonly files: readonly FileReference[]
  /** Told what is to become of the files attached by then: several may come or go before the first of it shows in `files`. */
  readonly onEdit: (edit: (before: readonly FileReference[]) => readonly FileReference[]) => void
  /** The most that may be attached (10). */
  readonly max?: number | undefined
  readonly disabled?: boolean
}

/** Files with a place to add some; each goes to the server as soon as it is chosen, dropped or pasted. */
export function AttachedFiles({ files, onEdit, max = 10, disabled = false, ...texts }: AttachedFilesProps) {
  const t = useWords('kit')
  const format = useFormat()
  const list = useRef<HTMLDivElement>(null)
  const { uploads, add } = useUploads((file) => onEdit((before) => [...before, file]))
  const room = max - files.length - uploads.filter(({ failure }) => failure === undefined).length
  const remove = (gone: FileReference) => {
    takeFocus(list.current)
    onEdit((before) => before.filter((other) => other.id !== gone.id))
  }
  return (
    <Field {...texts}>
      {() => (
        <div ref={list} tabIndex={-1}>
          {files.length || uploads.length ? (
            <ul className={css.list}>
              {files.map((file) => (
                <li key={file.id}>
                  <Paperclip size={14} aria-hidden />
                  <span title={file.name}>{file.name}</span>
                  <em>
                    {format.size(file.size)}
                    {file.author ? ` · ${t('file.by', { name: file.author.name, date: format.date(file.date) })}` : ''}
                  </em>
                  <IconButton
                    size="sm"
                    label={t('file.download', { name: file.name })}
                    onClick={() => void api.download(`/file/${file.id}/download`).catch((reason: unknown) => toast.error(failureText(reason)))}
                  >
                    <Download size={14} />
                  </IconButton>
                  {disabled ? null : (
                    <IconButton size="sm" label={t('file.remove', { name: file.name })} onClick={() => remove(file)}>
                      <X size={14} />
                    </IconButton>
                  )}
                </li>
              ))}
              {uploads.map((upload) => (
                <UploadLine key={upload.id} {...upload} />
              ))}
            </ul>
          ) : null}
          {disabled || room <= 0 ? null : <FileDrop max={room} onFiles={add} />}
        </div>
      )}
    </Field>
  )
}

function UploadLine({ name, part, failure, cancel }: Upload) {
  const t = useWords('kit')
  if (failure !== undefined) {
    return (
      <li data-failed>
        <span role="alert">{t('labelled', { label: name, value: failure })}</span>
        <IconButton size="sm" label={t('file.dismiss', { name })} onClick={cancel}>
          <X size={14} />
        </IconButton>
      </li>
    )
  }
  return (
    <li>
      <span role="status">{t(part === null ? 'file.waiting' : 'file.uploading', { name })}</span>
      {part === null ? null : <progress value={part} aria-label={t('file.uploading', { name })} />}
      <IconButton size="sm" label={t('file.cancel', { name })} onClick={cancel}>
        <X size={14} />
      </IconButton>
    </li>
  )
}
