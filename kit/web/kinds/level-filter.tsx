import { levelName, risesWell } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { LevelSign } from '#kit/web/ui/level.tsx'
import type { FilterProps } from './kind.ts'
import { OptionFilter } from './option-filter.tsx'

/** Any of the levels of the organisation's scale. */
export function LevelFilter({ context, label, value, onChange }: FilterProps) {
  const language = useLanguage()
  const scale = context.field.options.scale ?? ''
  const levels = useLevels(scale)
  const options = levels.map((level, at) => ({
    value: level.value,
    label: levelName(level, language),
    glyph: <LevelSign at={at + 1} of={levels.length} {...(risesWell(scale) && { color: level.color })} />,
  }))
  return <OptionFilter label={label} value={value} onChange={onChange} options={options} />
}
