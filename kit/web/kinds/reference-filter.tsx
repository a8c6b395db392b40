import { useMemo, useState } from 'react'
import { shortName } from '#kit/web/ui/option.ts'
import type { FilterProps } from './kind.ts'
import { useOpened } from './filter-popover.tsx'
import { OptionFilter } from './option-filter.tsx'
import { useNamed, useOptions } from './options.ts'

/** Rows of another entity, found on the server; those already chosen stay listed. */
export function ReferenceFilter({ context, label, value, onChange }: FilterProps) {
  const entity = context.field.options.entity ?? ''
  const [opened, setOpened] = useOpened()
  const [text, setText] = useState('')
  const ids = useMemo(() => value.filter((v) => typeof v === 'number'), [value])
  const [archived, setArchived] = useState(false)
  const { options, busy, failed, archivable } = useOptions(entity, text, opened, archived, context.field.options.only)
  const named = useNamed(entity, ids, true)
  const shown = useMemo(() => {
    const all = new Map([...named, ...options].map((o) => [o.id, { value: o.id, label: shortName(o.name), title: o.name }]))
    return [...all.values()]
  }, [named, options])
  const onOpen = (next: boolean) => {
    setOpened(next)
    if (!next) setText('')
  }
  return (
    <OptionFilter
      label={label}
      value={value}
      onChange={onChange}
      options={shown}
      onOpen={onOpen}
      search={{ text, onChange: setText, busy, failed }}
      {...(archivable ? { archived: { shown: archived, onChange: setArchived } } : {})}
    />
  )
}
