import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { lookOfChoice } from './choice-look.ts'
import type { FilterProps } from './kind.ts'
import { OptionFilter } from './option-filter.tsx'

/** Any of the values of a choice. */
export function ChoiceFilter({ context, label, value, onChange }: FilterProps) {
  const { field, name, words } = context
  const options = (field.options.values ?? []).map((v) => {
    const look = lookOfChoice(context, v)
    return { value: v, label: words.choice(name, v), glyph: look ? <StatusGlyph glyph={look.glyph} /> : undefined }
  })
  return <OptionFilter label={label} value={value} onChange={onChange} options={options} />
}

/** Yes, no, or both. */
export function BooleanFilter({ context, label, value, onChange }: FilterProps) {
  const options = [
    { value: true, label: context.kit('yes') },
    { value: false, label: context.kit('no') },
  ]
  return <OptionFilter label={label} value={value} onChange={onChange} options={options} />
}
