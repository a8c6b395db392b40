import { levelName } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { LevelSwatch } from '#kit/web/ui/level-badge.tsx'
import type { FilterProps } from './kind.ts'
import { OptionFilter } from './option-filter.tsx'

/** Any of the levels of the organisation's scale. */
export function LevelFilter({ context, label, value, onChange }: FilterProps) {
  const language = useLanguage()
  const options = useLevels(context.field.options.scale ?? '').map((level) => ({
    value: level.value,
    label: levelName(level, language),
    glyph: <LevelSwatch color={level.color} />,
  }))
  return <OptionFilter label={label} value={value} onChange={onChange} options={options} />
}
