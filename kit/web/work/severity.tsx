import { levelName, levelOf } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { PriorityIcon } from '#kit/web/ui/marks.tsx'

interface SeverityProps {
  readonly value: number | null
  /** Its sign alone, named for whoever cannot see it. */
  readonly bare?: boolean
}

/** A severity in words with its signal, as high as its place among the levels of the organisation's scale. */
export function Severity({ value, bare = false }: SeverityProps) {
  const language = useLanguage()
  const levels = useLevels('priority')
  const level = levelOf(levels, value)
  if (!level) return value === null ? null : <>{value}</>
  const name = levelName(level, language)
  const sign = (
    <PriorityIcon level={Math.ceil(((levels.indexOf(level) + 1) / levels.length) * 4)} color={level.color}>
      {bare ? null : name}
    </PriorityIcon>
  )
  return bare ? (
    <span role="img" aria-label={name} title={name}>
      {sign}
    </span>
  ) : (
    sign
  )
}
