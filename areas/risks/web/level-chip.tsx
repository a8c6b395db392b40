import { levelName } from '#kit/contract/level.ts'
import type { ShownLevel, ShownPlace } from '#areas/risks/contract/risk.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Level } from '#kit/web/ui/level.tsx'

interface LevelChipProps {
  readonly level: ShownLevel | null | undefined
  readonly impact: number | null
  readonly probability: number | null
}

/** A level of risk with its name and where it lies on the matrix. */
export function LevelChip({ level, impact, probability }: LevelChipProps) {
  const t = useWords('risks')
  const language = useLanguage()
  if (!level || impact === null || probability === null) return null
  return (
    <Level at={level.at} of={level.of} aside={t('matrix.at_place', { impact: String(impact), probability: String(probability) })}>
      {levelName(level, language)}
    </Level>
  )
}

interface PlaceNameProps {
  readonly places: readonly ShownPlace[] | undefined
  readonly value: number | null | undefined
}

/** A place on a side of the matrix, by number and word. */
export function PlaceName({ places, value }: PlaceNameProps) {
  const t = useWords('risks')
  const language = useLanguage()
  if (value === null || value === undefined) return null
  const found = places?.find(({ place }) => place === value)
  return <>{found ? t('matrix.place_name', { place: String(value), name: levelName(found, language) }) : String(value)}</>
}
