import { useState } from 'react'
import { readNumber, writeNumber } from '#kit/web/kinds/number-text.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'

interface NumberInputProps {
  readonly name: string
  readonly value: number | null | undefined
  readonly disabled: boolean
  readonly error: string | undefined
  readonly onChange: (value: number | null) => void
}

/** A narrow number; what is typed and no number counts as nothing until it is one. */
export function NumberInput({ name, value, disabled, error, onChange }: NumberInputProps) {
  const language = useLanguage()
  const [text, setText] = useState<string>()
  return (
    <TextInput
      aria-label={name}
      inputMode="decimal"
      maxLength={7}
      disabled={disabled}
      error={error}
      value={text ?? writeNumber(value ?? null, language)}
      onChange={(event) => {
        setText(event.target.value)
        const read = readNumber(event.target.value, language)
        onChange(typeof read === 'number' ? read : null)
      }}
      onBlur={() => setText(undefined)}
    />
  )
}
