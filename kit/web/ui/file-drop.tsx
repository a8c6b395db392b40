import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { toast } from './toast.ts'
import styles from './file-drop.module.css'

/** Extensions of FIL-07; the server looks at the content itself. */
export const documentTypes = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.png,.jpg,.jpeg,.gif,.txt,.csv,.zip,.eml,.msg'

interface FileDropProps {
  readonly onFiles: (files: File[]) => void
  /** Extensions with their dot, separated by commas. */
  readonly accept?: string
  /** Bytes of one file (10 MB, FIL-01). */
  readonly maxBytes?: number
  /** How many more may be added (10). */
  readonly max?: number
  readonly disabled?: boolean
}

/** A place to drop or choose files; those that cannot be taken are refused with a message and the others go on. */
export function FileDrop({ onFiles, accept = documentTypes, maxBytes = 10 * 1024 * 1024, max = 10, disabled }: FileDropProps) {
  const words = useWords('kit')
  const format = useFormat()
  const [over, setOver] = useState(false)
  const extensions = accept.split(',')

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    const typed = files.filter((file) => extensions.some((extension) => file.name.toLowerCase().endsWith(extension)))
    const small = typed.filter((file) => file.size <= maxBytes)
    if (typed.length < files.length) toast.error(words(accept === '.xlsx' ? 'errors.excel_only' : 'errors.file_type'))
    if (small.length < typed.length) toast.error(words('errors.too_large'))
    if (small.length > max) toast.error(words('errors.too_many_files'))
    if (small.length > 0 && max > 0) onFiles(small.slice(0, max))
  }

  return (
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) take(event.dataTransfer.files)
      }}
    >
      <span>
        {words('file.drop')}{' '}
        <label className={styles.choose}>
          {words('file.choose')}
          <input
            type="file"
            accept={accept}
            multiple={max > 1}
            disabled={disabled}
            onChange={(event) => {
              take(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        </label>
      </span>
      <span className={styles.limit}>{words('file.limit', { size: format.size(maxBytes), count: max })}</span>
    </div>
  )
}
