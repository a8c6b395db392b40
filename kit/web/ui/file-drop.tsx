import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ControlProps } from './field.tsx'
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
  /** One file and never several, as for an import; of several the first is taken, and the others are named. */
  readonly single?: boolean
  readonly disabled?: boolean
  /** What is said of files of another kind, where more is to be said than that they are. */
  readonly wrongType?: string
  /** What is wrong with the files that there are, and where it is said. */
  readonly control?: Pick<ControlProps, 'aria-invalid' | 'aria-describedby'>
}

/** Where pasted files go when nothing of the page holds the focus: to the only place for files that there is. */
const places = new Set<(list: FileList) => void>()
const writesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, input:not([type=file])'))

function usePaste(take: (list: FileList) => void, disabled: boolean) {
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (disabled) return
    const here = (list: FileList) => latest.current(list)
    places.add(here)
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files
      const own = event.target instanceof Node && root.current?.contains(event.target)
      if (!files?.length || event.defaultPrevented || !(own || (places.size === 1 && !writesText(event.target)))) return
      event.preventDefault()
      here(files)
    }
    document.addEventListener('paste', paste)
    return () => {
      places.delete(here)
      document.removeEventListener('paste', paste)
    }
  }, [disabled])
  return root
}

/** A place to drop, paste or choose files; those that cannot be taken are refused by name and the others go on. */
export function FileDrop({
  onFiles,
  accept = documentTypes,
  maxBytes = 10 * 1024 * 1024,
  max: most = 10,
  single = false,
  disabled = false,
  wrongType,
  control,
}: FileDropProps) {
  const words = useWords('kit')
  const format = useFormat()
  const [over, setOver] = useState(false)
  const max = single ? 1 : most
  const extensions = accept.split(',')

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    const typed = files.filter((file) => extensions.some((extension) => file.name.toLowerCase().endsWith(extension)))
    const small = typed.filter((file) => file.size <= maxBytes)
    const refuse = (refused: readonly File[], reason: string) => {
      if (refused.length > 0) toast.error(words('labelled', { label: refused.map(({ name }) => name).join(', '), value: reason }))
    }
    refuse(
      files.filter((file) => !typed.includes(file)),
      wrongType ?? words(accept === '.xlsx' ? 'errors.excel_only' : 'errors.file_type'),
    )
    refuse(
      typed.filter((file) => !small.includes(file)),
      words('errors.too_large'),
    )
    refuse(small.slice(max), words(single ? 'errors.one_file' : 'errors.too_many_files'))
    if (small.length > 0 && max > 0) onFiles(small.slice(0, max))
  }
  const root = usePaste(take, disabled)

  return (
    <div
      ref={root}
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
            aria-invalid={control?.['aria-invalid']}
            aria-describedby={control?.['aria-describedby']}
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
