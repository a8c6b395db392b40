import { useState } from 'react'
import { useNamed, useOptions } from '#kit/web/kinds/options.ts'
import { MultiSelect, Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useWords } from '#kit/web/i18n/words.ts'

interface ChoiceProps {
  readonly label: string
  readonly entity: string
  readonly many: boolean
  readonly needed: boolean
  readonly value: string | number | readonly number[] | undefined
  readonly onChange: (value: number | number[] | undefined) => void
}

/** One row of an entity, or several of them, found by their names. */
export function EntityChoice({ label, entity, many, needed, value, onChange }: ChoiceProps) {
  const t = useWords('reporting')
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions(entity, search, true)
  const ids = typeof value === 'number' ? [value] : Array.isArray(value) ? value : []
  const named = useNamed(entity, ids, ids.length > 0)
  const shown = [...named.filter(({ id }) => !options.some((option) => option.id === id)), ...options].map(({ id, name, identifier }) => ({
    value: String(id),
    label: name,
    ...(identifier ? { title: `${identifier} ${name}` } : {}),
  }))
  const found = { options: shown, onSearch: setSearch, more, loading: busy, failed }
  return many ? (
    <MultiSelect
      label={label}
      required={needed}
      value={ids.map(String)}
      {...found}
      onChange={(next) => onChange(next.length > 0 ? next.map(Number) : undefined)}
    />
  ) : (
    <Select
      label={label}
      required={needed}
      clearable={!needed}
      placeholder={t('builder.choose')}
      value={ids[0] === undefined ? null : String(ids[0])}
      {...found}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  )
}
