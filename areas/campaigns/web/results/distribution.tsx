import { useMemo, useState } from 'react'
import type { CampaignResult, Spread } from '#areas/campaigns/contract/result-calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { FoundAnswers } from './found-answers.tsx'
import { wordOf, type Sought } from './results-api.ts'
import css from './results.module.css'

export type Slice = number | 'na' | 'other'
interface Shown {
  readonly level: Slice
  readonly word: string
  /** Its place among the levels, from 1; the letter of what has none. */
  readonly mark: string
  readonly color: string | null
}

/** What answers are told by, in the order of bars: levels from the lowest, then what does not apply and what has none. */
export function useSlices({ levels, scaled }: Pick<CampaignResult, 'levels' | 'scaled'>): readonly Shown[] {
  const t = useWords('campaigns')
  const format = useFormat()
  return useMemo(
    () => [
      ...levels.map((level, n) => ({
        level: level.value,
        word: scaled ? wordOf(level, format.language) : format.percent(level.value),
        mark: scaled ? String(n + 1) : format.percent(level.value),
        color: level.color,
      })),
      { level: 'na' as const, word: t('results.spread.na_long'), mark: t('results.spread.na'), color: null },
      { level: 'other' as const, word: t('results.spread.other'), mark: '·', color: null },
    ],
    [levels, scaled, format, t],
  )
}

export const countOf = (spread: Omit<Spread, 'key'>, level: Slice) =>
  level === 'na' ? spread.na : level === 'other' ? spread.other : (spread.levels[String(level)] ?? 0)
export const allOf = (spread: Omit<Spread, 'key'>) => Object.values(spread.levels).reduce((sum, count) => sum + count, 0) + spread.na + spread.other

interface BarProps {
  readonly name: string
  readonly spread: Omit<Spread, 'key'>
  readonly slices: readonly Shown[]
  readonly onOpen: (slice: Shown) => void
}

/** One stacked bar, each part of it a button. */
export function SpreadBar({ name, spread, slices, onOpen }: BarProps) {
  const t = useWords('campaigns')
  const all = allOf(spread)
  return (
    <Row as="span" overflow="clipped" className={css.stack} role="group" aria-label={t('results.spread.row', { part: name, count: all })}>
      {slices.map((slice) => {
        const count = countOf(spread, slice.level)
        if (count === 0) return null
        const label = t('results.spread.bar', { part: name, level: slice.mark === slice.word ? slice.word : `${slice.mark} ${slice.word}`, count })
        const style = { flexGrow: count, ...colorStyle(slice.color) }
        return (
          <Box
            key={slice.level}
            type="button"
            as="button"
            tone="plain"
            size={11}
            weight={550}
            className={css.slice}
            data-tone={toneOf(slice.color)}
            data-own={colorStyle(slice.color) ? true : undefined}
            style={style}
            aria-label={label}
            title={label}
            onClick={() => onOpen(slice)}
          >
            {count / all > 0.07 ? count : ''}
          </Box>
        )
      })}
    </Row>
  )
}

/** How answers spread over levels in each group; a click shows them. */
export function Distribution({ result, perimeter }: { readonly result: CampaignResult; readonly perimeter: number | undefined }) {
  const t = useWords('campaigns')
  const slices = useSlices(result)
  const [open, setOpen] = useState<{ sought: Sought; title: string }>()
  const { distribution, parts } = result
  const all = distribution.reduce((sum, spread) => sum + allOf(spread), 0)
  const names = new Map(parts.map(({ key, name, identifier }) => [key, name ?? identifier ?? '']))
  const used = slices.filter(({ level }) => distribution.some((spread) => countOf(spread, level) > 0))
  return (
    <Block
      span={4}
      title={t('results.spread.title')}
      sub={t('results.spread.count', { count: all })}
      aside={
        <Row as="ul" wrap spread="last" gap={10} rowGap={2} tone="soft" size={12} className={css.legend}>
          {used.map(({ level, mark, word, color }) => (
            <Row as="li" inline align="center" gap={5} key={level} title={word}>
              <i data-tone={toneOf(color)} data-own={colorStyle(color) ? true : undefined} style={colorStyle(color)} aria-hidden />
              <abbr title={word}>{mark}</abbr>
            </Row>
          ))}
        </Row>
      }
    >
      {all === 0 ? <p className={css.none}>{t('results.spread.none')}</p> : null}
      <ul className={css.bars}>
        {all === 0
          ? null
          : distribution.map((spread) => (
              <Grid as="li" align="center" gap={10} size={12} key={spread.key}>
                <Text tone="soft" cut title={names.get(spread.key)}>
                  {names.get(spread.key)}
                </Text>
                <SpreadBar
                  name={names.get(spread.key) ?? ''}
                  spread={spread}
                  slices={slices}
                  onOpen={({ level, word }) =>
                    setOpen({ sought: { part: spread.key, level }, title: t('results.spread.answers', { part: names.get(spread.key) ?? '', level: word }) })
                  }
                />
                <span className={css.count}>{allOf(spread)}</span>
              </Grid>
            ))}
      </ul>
      {open ? <FoundAnswers campaign={result.campaign.id} perimeter={perimeter} {...open} levels={result.levels} onClose={() => setOpen(undefined)} /> : null}
    </Block>
  )
}
