import type { ReactNode } from 'react'
import { LevelSign } from '#kit/web/ui/level.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { lookOfChoice } from './choice-look.ts'
import type { FieldContext } from './kind.ts'

/** The place of a value among the levels of its choice, the lowest being 1; 0 where it is none of them. */
export const rankOf = ({ field }: Pick<FieldContext, 'field'>, value: string): number => (field.options.ranked ?? []).indexOf(value) + 1

/** What stands before a value of a choice in a list of them: bars where it is a level, the sign of its look where it has one. */
export function signOfChoice(context: FieldContext, value: string): ReactNode {
  const { ranked } = context.field.options
  if (ranked) return <LevelSign at={rankOf(context, value)} of={ranked.length} />
  const look = lookOfChoice(context, value)
  return look ? <StatusGlyph glyph={look.glyph} /> : undefined
}
