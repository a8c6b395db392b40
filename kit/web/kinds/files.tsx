import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { fileInput, type FileReference } from '#kit/contract/field.ts'
import { AttachedFiles } from './attached-files.tsx'
import css from './files.module.css'
import { defineKind } from './kind.ts'
import type { InputProps } from './kind.ts'

const isFile = (value: unknown): value is FileReference => typeof value === 'object' && value !== null && 'mime' in value
const listOf = (value: unknown): FileReference[] => (Array.isArray(value) ? value.filter(isFile) : [])

/** In a form, which only holds what is attached so far. */
function FilesField({ context, label, help, error, required, disabled, value, onChange }: InputProps<readonly FileReference[]>) {
  const held = useRef<readonly FileReference[]>([])
  held.current = value ?? []
  return (
    <AttachedFiles
      label={label}
      help={help}
      error={error}
      required={required}
      disabled={disabled}
      files={held.current}
      max={context.field.options.max}
      onEdit={(edit) => {
        held.current = edit(held.current)
        onChange(held.current)
      }}
    />
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
  toWire: (value) => listOf(value).map(fileInput),
  text: () => (value) =>
    listOf(value)
      .map((file) => file.name)
      .join(', '),
})
