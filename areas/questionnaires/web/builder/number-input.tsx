import { useState } from 'react'
import { TextInput } from '#kit/web/ui/text-input.tsx'

interface NumberInputProps {
  readonly label?: string
  readonly 'aria-label'?: string
  readonly value: number | null
  readonly min?: number
  readonly max?: number
  readonly whole?: boolean
  readonly error?: string | undefined
  readonly onChange: (value: number | null) => void
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

/** A number as it is typed; what is none, or out of bounds, is not taken and comes back as it was. */
export function NumberInput({ value, min = -1_000_000, max = 1_000_000, whole = false, onChange, label, error, 'aria-label': name }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const fits = (number: number | null) => number === null || (Number.isFinite(number) && number >= min && number <= max && (!whole || Number.isInteger(number)))
  return (
    <TextInput
      {...(label === undefined ? { 'aria-label': name } : { label })}
      inputMode="decimal"
      error={error}
      value={typed ?? (value === null ? '' : String(value))}
      onChange={(event) => {
        const number = numberOf(event.target.value)
        setTyped(event.target.value)
        if (fits(number)) onChange(number)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
