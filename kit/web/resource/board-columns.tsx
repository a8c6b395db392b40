import type { ReactNode } from 'react'
import { levelName } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { lookOfChoice } from '#kit/web/kinds/choice-look.ts'
import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { LevelSwatch } from '#kit/web/ui/level-badge.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'

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
  const levels = useLevels(field.options.scale ?? '')
  if (field.kind === 'scale')
    return levels.map((level) => ({ value: level.value, label: levelName(level, language), glyph: <LevelSwatch color={level.color} /> }))
  return (field.options.values ?? []).map((value) => {
    const look = lookOfChoice(context, value)
    return { value, label: words.choice(name, value), glyph: look ? <StatusGlyph glyph={look.glyph} /> : undefined }
  })
}
