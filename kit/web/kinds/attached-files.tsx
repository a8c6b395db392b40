import { Check, Download, Paperclip, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fileCommentLimit, type FileReference } from '#kit/contract/field.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useUploads, type Upload } from '#kit/web/api/use-uploads.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Field, type FieldTexts } from '#kit/web/ui/field.tsx'
import { useLayer } from '#kit/web/ui/layers.ts'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
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
  /** No form is saved after it: a file that goes is asked about. */
  readonly savedAtOnce?: boolean
  /** Told when uploads begin and when none is left under way. */
  readonly onBusy?: (busy: boolean) => void
}

/** Files with a place to add some; each goes to the server as soon as it is chosen, dropped or pasted. */
export function AttachedFiles({ files, onEdit, max = 10, disabled = false, savedAtOnce = false, onBusy, ...texts }: AttachedFilesProps) {
  const t = useWords('kit')
  const list = useRef<HTMLDivElement>(null)
  const { uploads, add } = useUploads((file) => onEdit((before) => [...before, file]))
  const coming = uploads.filter(({ failure }) => failure === undefined).length
  const room = max - files.length - coming
  const onBusyRef = useRef(onBusy)
  onBusyRef.current = onBusy
  const busy = coming > 0
  useEffect(() => onBusyRef.current?.(busy), [busy])
  const remove = async (gone: FileReference) => {
    const { name } = gone
    if (savedAtOnce && !(await confirm({ title: t('file.remove_ask', { name }), message: t('file.remove_text'), confirm: t('actions.remove'), danger: true })))
      return
    takeFocus(list.current)
    onEdit((before) => before.filter((other) => other.id !== gone.id))
  }
  return (
    <Field {...texts}>
      {(control) => (
        <div ref={list} tabIndex={-1}>
          {files.length || uploads.length ? (
            <ul className={css.list}>
              {files.map((file) => (
                <FileLine
                  key={file.id}
                  file={file}
                  onRemove={disabled ? undefined : () => void remove(file)}
                  onComment={
                    disabled ? undefined : (comment) => onEdit((before) => before.map((other) => (other.id === file.id ? { ...other, comment } : other)))
                  }
                />
              ))}
              {uploads.map((upload) => (
                <UploadLine key={upload.id} {...upload} />
              ))}
            </ul>
          ) : null}
          {disabled || room <= 0 ? null : <FileDrop max={room} control={control} onFiles={add} />}
        </div>
      )}
    </Field>
  )
}

/** Files to be read and nothing else. */
export function FileList({ files }: { readonly files: readonly FileReference[] }) {
  return (
    <ul className={css.list}>
      {files.map((file) => (
        <FileLine key={file.id} file={file} />
      ))}
    </ul>
  )
}

interface FileLineProps {
  readonly file: FileReference
  /** Absent for who may not change the files. */
  readonly onRemove?: (() => void) | undefined
  readonly onComment?: ((comment: string | null) => void) | undefined
}

function FileLine({ file, onRemove, onComment }: FileLineProps) {
  const t = useWords('kit')
  const format = useFormat()
  const [writing, setWriting] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const end = () => {
    setWriting(false)
    takeFocus(pencil.current)
  }
  return (
    <li>
      <Paperclip size={14} aria-hidden />
      <div>
        <span title={file.name}>{file.name}</span>
        <em>
          {format.size(file.size)}
          {file.author ? ` · ${t('file.by', { name: file.author.name, date: format.date(file.date) })}` : ''}
        </em>
      </div>
      {onComment ? (
        <IconButton ref={pencil} size="sm" label={t('file.comment_edit', { name: file.name })} aria-expanded={writing} onClick={() => setWriting(true)}>
          <Pencil size={14} />
        </IconButton>
      ) : null}
      <IconButton
        size="sm"
        label={t('file.download', { name: file.name })}
        onClick={() => void api.download(`/file/${file.id}/download`).catch((reason: unknown) => toast.error(failureText(reason)))}
      >
        <Download size={14} />
      </IconButton>
      {onRemove ? (
        <IconButton size="sm" label={t('file.remove', { name: file.name })} onClick={onRemove}>
          <X size={14} />
        </IconButton>
      ) : null}
      {writing && onComment ? (
        <CommentField name={file.name} comment={file.comment ?? null} onSay={onComment} onEnd={end} />
      ) : file.comment ? (
        <p>{file.comment}</p>
      ) : null}
    </li>
  )
}

interface CommentFieldProps {
  readonly name: string
  readonly comment: string | null
  readonly onSay: (comment: string | null) => void
  readonly onEnd: () => void
}

/**
 * What is said of a file, in place: Enter keeps it, Escape gives back what was there. Whoever goes on elsewhere has said it too, but the field stays, so that nothing
 * moves under the pointer on its way to another button.
 */
function CommentField({ name, comment, onSay, onEnd }: CommentFieldProps) {
  const t = useWords('kit')
  const [was] = useState(comment)
  const [text, setText] = useState(comment ?? '')
  // What was said last, which the server may not have answered yet: taking it back must not be taken for nothing new.
  const last = useRef(comment)
  const change = (wanted: string | null) => {
    if (wanted === last.current) return
    last.current = wanted
    onSay(wanted)
  }
  // What closes the field takes the focus out of it as well, which says nothing more.
  const ended = useRef(false)
  const end = (wanted: string | null) => {
    change(wanted)
    ended.current = true
    onEnd()
  }
  const keep = () => end(text.trim() || null)
  const leave = () => end(was)
  useLayer('popup', true, leave)
  return (
    <div
      className={css.comment}
      onBlur={(event) => {
        if (!ended.current && !event.currentTarget.contains(event.relatedTarget)) change(text.trim() || null)
      }}
    >
      <TextInput
        ref={takeFocus}
        label={t('file.comment', { name })}
        maxLength={fileCommentLimit}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
          // The form around it is not sent by this.
          event.preventDefault()
          keep()
        }}
      />
      <IconButton size="sm" label={t('file.comment_save', { name })} onClick={keep}>
        <Check size={14} />
      </IconButton>
      <IconButton size="sm" label={t('file.comment_cancel', { name })} onClick={leave}>
        <X size={14} />
      </IconButton>
    </div>
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
