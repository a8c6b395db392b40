import { levelName } from '#kit/contract/level.ts'
import type { ShownLevel } from '#areas/risks/contract/risk.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { LevelBadge } from '#kit/web/ui/level-badge.tsx'

interface LevelChipProps {
  readonly level: ShownLevel | null | undefined
  readonly impact: number | null
  readonly probability: number | null
}

/** A level of risk in its colour, with its name and where it lies on the matrix. */
export function LevelChip({ level, impact, probability }: LevelChipProps) {
  const language = useLanguage()
  if (!level || impact === null || probability === null) return null
  return (
    <LevelBadge color={level.color}>
      {levelName(level, language)} {impact}×{probability}
    </LevelBadge>
  )
}
