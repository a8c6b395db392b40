import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { kindOf } from '#kit/web/kinds/kinds.ts'

interface FieldInputProps {
  readonly context: FieldContext
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The input of one field's kind, outside a form of its entity. */
export function FieldInput({ context, value, onChange }: FieldInputProps) {
  const { Input, blank } = kindOf(context.field)
  return Input ? (
    <Input
      context={context}
      label={context.words.field(context.name)}
      help={undefined}
      error={undefined}
      required={context.field.options.need === 'required'}
      disabled={false}
      onBlur={() => undefined}
      value={value ?? blank}
      onChange={onChange}
    />
  ) : null
}
