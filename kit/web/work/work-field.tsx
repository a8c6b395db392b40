import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { kindOf } from '#kit/web/kinds/kinds.ts'
import { TextArea } from '#kit/web/ui/text-input.tsx'

interface WorkFieldProps {
  readonly context: FieldContext
  /** In place of the field's own name. */
  readonly label?: string
  readonly value: unknown
  readonly error?: string | undefined
  readonly focus?: boolean
  readonly onChange: (value: unknown) => void
}

/** From this many characters on, a text is written in several lines. */
const longText = 500

/** A field that a move needs: as in a form, and always to be filled in. */
export function WorkField({ context, label = context.words.field(context.name), value, error, focus = false, onChange }: WorkFieldProps) {
  const { kind, options } = context.field
  if (kind === 'text' && (options.max ?? 0) > longText)
    return (
      <TextArea
        label={label}
        required
        maxLength={options.max}
        {...(focus ? { 'data-autofocus': true } : {})}
        error={error}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const { Input } = kindOf(context.field)
  return Input ? (
    <Input
      context={context}
      label={label}
      help={undefined}
      required
      disabled={false}
      error={error}
      value={value}
      onChange={onChange}
      onBlur={() => undefined}
    />
  ) : null
}
