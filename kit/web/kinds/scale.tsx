import { levelName, levelOf } from '#kit/contract/level.ts'
import { levelsOfScale, useLevels } from '#kit/web/api/levels.ts'
import { currentLanguage, useLanguage } from '#kit/web/i18n/store.ts'
import { ScaleLevel } from '#kit/web/ui/level.tsx'
import { defineKind, wordsTake } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'
import { Select } from './lazy-controls.tsx'
import { LevelFilter } from './lazy-filters.tsx'
import { inputAttributes } from './text.tsx'

const scaleOf = ({ field }: FieldContext) => field.options.scale ?? ''

function LevelField(props: InputProps<number | null>) {
  const language = useLanguage()
  const levels = useLevels(scaleOf(props.context))
  return (
    <Select
      {...inputAttributes(props)}
      options={levels.map((level) => ({ value: String(level.value), label: levelName(level, language) }))}
      clearable={!props.required}
      value={typeof props.value === 'number' ? String(props.value) : null}
      onChange={(value) => props.onChange(value === null ? null : Number(value))}
    />
  )
}

const inWords = (context: FieldContext) => (value: unknown) => {
  const level = levelOf(levelsOfScale(scaleOf(context)), value)
  return level ? levelName(level, currentLanguage()) : typeof value === 'number' ? context.format.number(value) : ''
}

/** A level of the organisation's scale of a kind. */
export const scale = defineKind<number | null>({
  width: 110,
  takes: wordsTake(inWords, 13.5, 26),
  blank: null,
  cell: (context) =>
    function LevelCell(value) {
      return typeof value === 'number' ? <ScaleLevel scale={scaleOf(context)} value={value} /> : null
    },
  Input: LevelField,
  Filter: LevelFilter,
  text: inWords,
})
