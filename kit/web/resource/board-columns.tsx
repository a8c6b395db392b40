import type { ReactNode } from 'react'
import { levelName, risesWell } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { signOfChoice } from '#kit/web/kinds/choice-sign.tsx'
import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { LevelSign } from '#kit/web/ui/level.tsx'

/** A column of a board before its cards: the value that they have, as it is filtered by and written. */
export interface BoardValue {
  readonly value: string | number
  readonly label: string
  readonly glyph: ReactNode
}

/** The columns of a board by a choice, or by a level of a scale. */
export function useBoardValues(context: FieldContext): readonly BoardValue[] {
  const { field, name, words } = context
  const language = useLanguage()
  const { scale = '' } = field.options
  const levels = useLevels(scale)
  if (field.kind === 'scale')
    return levels.map((level, at) => ({
      value: level.value,
      label: levelName(level, language),
      glyph: <LevelSign at={at + 1} of={levels.length} {...(risesWell(scale) && { color: level.color })} />,
    }))
  return (field.options.values ?? []).map((value) => {
    return { value, label: words.choice(name, value), glyph: signOfChoice(context, value) }
  })
}
