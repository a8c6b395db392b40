import { Download, Paperclip, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { api, ApiError } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './files.module.css'
import { defineKind } from './kind.ts'
import type { InputProps } from './kind.ts'
import { FileDrop } from './lazy-controls.tsx'

const isFile = (value: unknown): value is FileReference => typeof value === 'object' && value !== null && 'mime' in value
const listOf = (value: unknown): FileReference[] => (Array.isArray(value) ? value.filter(isFile) : [])

interface Sending {
  readonly name: string
  readonly cancel: () => void
}

/** What the server said of the file itself; nothing when it did not come that far. */
const uploadFailure = (reason: unknown): string | undefined =>
  reason instanceof ApiError && reason.status >= 400 && reason.status < 500 ? (Object.values(reason.errors)[0]?.[0] ?? reason.message) : undefined

/** Files go to the server as soon as they are dropped; the form only holds their ids. */
function FilesField({ context, label, help, value, onChange, error, required, disabled }: InputProps<readonly FileReference[]>) {
  const t = useWords('kit')
  const [uploading, setUploading] = useState<readonly Sending[]>([])
  const held = value ?? []
  const max = context.field.options.max ?? 10

  // Left on the way, by its button or with the form, an upload is not waited for.
  const running = useRef(new Set<AbortController>())
  useEffect(() => {
    const all = running.current
    return () => {
      for (const each of all) each.abort()
    }
  }, [])

  const upload = async (chosen: File[]) => {
    let all = held
    for (const file of chosen) {
      const control = new AbortController()
      running.current.add(control)
      setUploading((before) => [...before, { name: file.name, cancel: () => control.abort() }])
      try {
        const { object } = await api.upload<ObjectAnswer<FileReference>>('/file', file, { signal: control.signal })
        all = [...all, object]
        onChange(all)
      } catch (reason) {
        if (control.signal.aborted) toast.info(t('errors.upload_cancelled'))
        else toast.error(uploadFailure(reason) ?? t('errors.upload'))
      } finally {
        running.current.delete(control)
        setUploading((before) => before.filter((each) => each.name !== file.name))
      }
    }
  }

  return (
    <Field label={label} help={help} error={error} required={required}>
      {() => (
        <div>
          {held.length || uploading.length ? (
            <ul className={css.list}>
              {held.map((file) => (
                <li key={file.id}>
                  <Paperclip size={14} aria-hidden />
                  <span title={file.name}>{file.name}</span>
                  <em>{context.format.size(file.size)}</em>
                  <IconButton
                    size="sm"
                    label={t('file.download', { name: file.name })}
                    onClick={() =>
                      void api.download(`/file/${file.id}/download`).catch((reason: unknown) => toast.error(reason instanceof ApiError ? reason.message : t('errors.try_later')))
                    }
                  >
                    <Download size={14} />
                  </IconButton>
                  {disabled ? null : (
                    <IconButton
                      size="sm"
                      label={t('file.remove', { name: file.name })}
                      onClick={() => onChange(held.filter((other) => other.id !== file.id))}
                    >
                      <X size={14} />
                    </IconButton>
                  )}
                </li>
              ))}
              {uploading.map(({ name, cancel }) => (
                <li key={name} role="status">
                  {t('file.uploading', { name })}
                  <IconButton label={t('file.cancel', { name })} onClick={cancel}>
                    <X size={14} />
                  </IconButton>
                </li>
              ))}
            </ul>
          ) : null}
          {disabled || held.length >= max ? null : <FileDrop max={max - held.length} onFiles={(chosen) => void upload(chosen)} />}
        </div>
      )}
    </Field>
  )
}

/** Attached files. */
export const files = defineKind<readonly FileReference[]>({
  width: 70,
  blank: [],
  wide: true,
  cell: () =>
    function FilesCell(value) {
      const all = listOf(value)
      return all.length ? (
        <span className={css.count} title={all.map((file) => file.name).join(', ')}>
          <Paperclip size={13} aria-hidden /> {all.length}
        </span>
      ) : null
    },
  Input: FilesField,
  toWire: (value) => listOf(value).map((file) => file.id),
  text: () => (value) =>
    listOf(value)
      .map((file) => file.name)
      .join(', '),
})
