import { signOfChoice } from './choice-sign.tsx'
import type { FilterProps } from './kind.ts'
import { OptionFilter } from './option-filter.tsx'

/** Any of the values of a choice. */
export function ChoiceFilter({ context, label, value, onChange }: FilterProps) {
  const { field, name, words } = context
  const options = (field.options.values ?? []).map((v) => ({ value: v, label: words.choice(name, v), glyph: signOfChoice(context, v) }))
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
