import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { hasRanges } from '#areas/scales/contract/level-shape.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { ColorInput } from './color-input.tsx'
import { LevelMore } from './level-more.tsx'
import type { LevelRowProps } from './level-props.ts'
import { NumberInput } from './number-input.tsx'
import css from './scales.module.css'

/** One level: colour, name and value or range in a line; the rest on demand, and wherever something there is wrong. */
export function LevelRow(props: LevelRowProps) {
  const { at, count, type, level, language, fixed, disabled, errorOf, onChange, onMove, onRemove } = props
  const t = useWords('scales')
  const kit = useWords('kit')
  const [opened, setOpened] = useState(false)
  const other = language === 'en' ? 'fr' : 'en'
  const shown = opened || ['weight', 'remediation', 'icon'].some((field) => errorOf(field) !== undefined)
  const word = (field: 'name' | 'value' | 'low' | 'high') => t(`entities.scale.fields.${field}`)
  const numbers = hasRanges(type) ? (['low', 'high'] as const) : (['value'] as const)
  const Chevron = shown ? ChevronDown : ChevronRight
  return (
    <li aria-label={t('editor.level', { n: at + 1 })}>
      <Row align="start" gap={6} className={css.line}>
        <ColorInput value={level.color ?? null} disabled={disabled} onChange={(color) => onChange({ color })} />
        <Box grow narrows>
          <TextInput
            aria-label={t(language === 'en' ? 'editor.english' : 'editor.french', { name: word('name') })}
            placeholder={level[`name_${other}`] ?? ''}
            maxLength={32}
            disabled={disabled}
            error={errorOf(`name_${language}`) ?? errorOf('name_en') ?? errorOf('name_fr')}
            value={level[`name_${language}`] ?? ''}
            onChange={(event) => onChange({ [`name_${language}`]: event.target.value })}
          />
        </Box>
        {numbers.map((field) => (
          <div key={field} className={css.number}>
            <NumberInput name={word(field)} value={level[field]} disabled={fixed} error={errorOf(field)} onChange={(value) => onChange({ [field]: value })} />
          </div>
        ))}
        <IconButton size="sm" label={t('editor.more')} aria-expanded={shown} onClick={() => setOpened(!shown)}>
          <Chevron size={14} />
        </IconButton>
        {disabled ? null : (
          <>
            <IconButton size="sm" label={kit('actions.move_up')} disabled={at === 0} onClick={() => onMove(-1)}>
              <ArrowUp size={14} />
            </IconButton>
            <IconButton size="sm" label={kit('actions.move_down')} disabled={at === count - 1} onClick={() => onMove(1)}>
              <ArrowDown size={14} />
            </IconButton>
            <IconButton size="sm" label={kit('actions.remove')} disabled={!onRemove} onClick={onRemove}>
              <Trash2 size={14} />
            </IconButton>
          </>
        )}
      </Row>
      {shown ? <LevelMore {...props} /> : null}
    </li>
  )
}
