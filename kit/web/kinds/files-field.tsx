import { useRef } from 'react'
import type { FileReference } from '#kit/contract/field.ts'
import { AttachedFiles } from './attached-files.tsx'
import type { InputProps } from './kind.ts'

/** In a form, which only holds what is attached so far. */
export function FilesField({ context, label, help, error, required, disabled, value, onChange }: InputProps<readonly FileReference[]>) {
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
