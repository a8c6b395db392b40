import { holesOf } from '#areas/scales/contract/level-shape.ts'
import type { LevelInput } from '#areas/scales/contract/scale.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { levelName } from '#kit/contract/level.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { Box, Stack } from '#kit/web/ui/layout.tsx'
import { filled, overlapping, stretchesOf } from './ranges.ts'
import css from './range-bar.module.css'

interface RangeBarProps {
  readonly levels: readonly LevelInput[]
  readonly language: Language
  /** Given what closes the gaps; absent: nothing may change. */
  readonly onFill: ((levels: readonly LevelInput[]) => void) | undefined
}

const at = (value: number) => `${(value / 101) * 100}%`

/** Ranges as they lie between 0 and 100 while they are edited: holes hatched, overlaps marked, both also in words. */
export function RangeBar({ levels, language, onFill }: RangeBarProps) {
  const t = useWords('scales')
  const name = (level: LevelInput) => levelName({ name_en: level.name_en ?? null, name_fr: level.name_fr ?? null }, language)
  const stretches = stretchesOf(levels)
  const holes = holesOf(levels)
  const overlaps = overlapping(levels)
  const description = stretches.map(({ level, low, high }) => t('editor.bar_text', { name: name(level), low, high })).join(', ')
  return (
    <Stack gap={4} align="start">
      <Box holds full overflow="clipped" corner={4} className={css.bar} role="img" aria-label={`${t('editor.bar')}. ${description}`}>
        {stretches.map(({ level, low, high }, n) => (
          <span
            key={level.id ?? `new${n}`}
            data-tone={toneOf(level.color)}
            data-own={colorStyle(level.color) ? true : undefined}
            style={{ ...colorStyle(level.color), left: at(low), width: at(high - low + 1) }}
          />
        ))}
        {overlaps.map(({ low, high }) => (
          <i key={low} style={{ left: at(low), width: at(high - low + 1) }} />
        ))}
      </Box>
      <Box holds full tone="quiet" size={11} line={16} figures className={css.ticks} aria-hidden>
        {[...new Set([0, ...stretches.map(({ low }) => low), 100])].map((value) => (
          <span key={value} style={{ left: at(value) }}>
            {value}
          </span>
        ))}
      </Box>
      <Box as="ul" tone="warn" size={12} line={18} className={css.faults} role="status">
        {overlaps.length > 0 ? <li data-bad>{t('editor.overlap')}</li> : null}
        {holes.map(({ low, high }) => (
          <li key={low}>{t('editor.hole', { low, high })}</li>
        ))}
      </Box>
      {onFill && (holes.length > 0 || overlaps.length > 0) && stretches.length > 0 ? (
        <Button size="sm" onClick={() => onFill(filled(levels))}>
          {t('editor.fill')}
        </Button>
      ) : null}
    </Stack>
  )
}
