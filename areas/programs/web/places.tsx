import { useState } from 'react'
import { MultiSelect } from '#kit/web/kinds/lazy-controls.tsx'
import { useNamed, useOptions } from '#kit/web/kinds/options.ts'
import { namedOption } from '#kit/web/ui/option.ts'

interface PlacesProps {
  readonly label: string
  readonly help: string
  readonly value: readonly number[]
  readonly error: string | undefined
  readonly onChange: (value: readonly number[]) => void
}

/** Perimeters that a program works in. */
export function Places({ label, help, value, error, onChange }: PlacesProps) {
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions('perimeter', search, true)
  const named = useNamed('perimeter', [...value], value.length > 0)
  const shown = [...named.filter(({ id }) => !options.some((option) => option.id === id)), ...options]
  return (
    <MultiSelect
      label={label}
      help={help}
      error={error}
      value={value.map(String)}
      options={shown.map(({ id, name }) => namedOption(id, name))}
      onSearch={setSearch}
      more={more}
      loading={busy}
      failed={failed}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
