import { Paperclip } from 'lucide-react'
import { fileInput, type FileReference } from '#kit/contract/field.ts'
import css from './files.module.css'
import { defineKind } from './kind.ts'
import { later } from './lazy-controls.tsx'

const isFile = (value: unknown): value is FileReference => typeof value === 'object' && value !== null && 'mime' in value
const listOf = (value: unknown): FileReference[] => (Array.isArray(value) ? value.filter(isFile) : [])

const FilesField = later(async () => (await import('./files-field.tsx')).FilesField, 60)

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
