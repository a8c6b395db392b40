import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Level } from '#kit/web/ui/level.tsx'
import { wordOf } from './results-api.ts'

interface Shown {
  readonly value: number
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly color: string | null
}

/** A level by its number and word, in its colour; or that it does not apply. */
export function LevelChip({ level, na, levels }: { readonly level: number | null; readonly na: boolean; readonly levels: readonly Shown[] }) {
  const t = useWords('campaigns')
  const { language } = useFormat()
  if (na)
    return (
      <Level at={0} of={levels.length}>
        {t('results.details.na')}
      </Level>
    )
  const at = levels.findIndex(({ value }) => value === level)
  const found = levels[at]
  if (level === null) return null
  return (
    <Level at={at + 1} of={levels.length} color={found?.color ?? null}>
      {found ? `${at + 1} ${wordOf(found, language)}` : t('results.details.level', { value: String(level) })}
    </Level>
  )
}
