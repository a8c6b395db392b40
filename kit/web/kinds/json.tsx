import { Field } from '#kit/web/ui/field.tsx'
import css from './cells.module.css'
import { defineKind } from './kind.ts'
import type { InputProps } from './kind.ts'

const asText = () => (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))

/** A list of words or of named things as people read it; nothing for a structure that has no words. */
const inWords = () => (value: unknown) => {
  const all = (Array.isArray(value) ? value : [value]).map((part: unknown) => (isNamed(part) ? part.name : part))
  return all.every((part) => typeof part === 'string' || typeof part === 'number') ? all.join(', ') : ''
}

const isNamed = (part: unknown): part is { name: string } => typeof part === 'object' && part !== null && typeof (part as { name?: unknown }).name === 'string'

/** Free structure is shown, not edited. */
function JsonField({ label, value }: InputProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <pre id={id} className={css.json} tabIndex={0}>
          {JSON.stringify(value, null, 2)}
        </pre>
      )}
    </Field>
  )
}

/** Free structure, in lists on one line. */
export const json = defineKind<unknown>({
  width: 160,
  blank: null,
  wide: true,
  cell: () => {
    const write = asText()
    return function JsonCell(value) {
      return <span className={css.plain}>{write(value)}</span>
    }
  },
  Input: JsonField,
  text: inWords,
})
