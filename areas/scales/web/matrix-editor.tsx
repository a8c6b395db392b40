import { useRef, useState, type KeyboardEvent } from 'react'
import type { Matrix } from '#areas/scales/contract/risk-matrix.ts'
import type { LevelInput } from '#areas/scales/contract/scale.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { levelName } from '#kit/contract/level.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './matrix-editor.module.css'
import type { Place } from './places-editor.tsx'

interface MatrixEditorProps {
  readonly matrix: Matrix
  readonly impacts: readonly Place[]
  readonly probabilities: readonly Place[]
  readonly levels: readonly LevelInput[]
  readonly language: Language
  readonly error?: string | undefined
  /** Without it the matrix is text to read. */
  readonly onChange?: ((matrix: Matrix) => void) | undefined
}

const steps: Readonly<Record<string, readonly [impact: number, probability: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Impact upwards, probability to the right, as people read one; each cell says its level, its colour only repeats it. While it is edited one cell takes part in the order of tabs. */
export function MatrixEditor({ matrix, impacts, probabilities, levels, language, error, onChange }: MatrixEditorProps) {
  const t = useWords('scales')
  const [[row, column], setAt] = useState<readonly [number, number]>([0, 0])
  const grid = useRef<HTMLTableElement>(null)
  const named = (one: Place | LevelInput | undefined, otherwise: string) =>
    levelName({ name_en: one?.name_en || null, name_fr: one?.name_fr || null }, language) || otherwise
  const ordered = levels.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
  const levelAt = (impact: number, probability: number) => ordered.find(({ value }) => value === matrix[impact]?.[probability])
  const set = (impact: number, probability: number, level: LevelInput | undefined) => {
    if (!onChange || level?.value == null) return
    const value = level.value
    onChange(matrix.map((line, i) => line.map((cell, p) => (i === impact && p === probability ? value : cell))))
  }
  const next = (impact: number, probability: number) => {
    const known = levelAt(impact, probability)
    return ordered[((known ? ordered.indexOf(known) : -1) + 1) % ordered.length]
  }
  const press = (event: KeyboardEvent, impact: number, probability: number) => {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      const to: readonly [number, number] = [clamp(impact + step[0], impacts.length), clamp(probability + step[1], probabilities.length)]
      setAt(to)
      grid.current?.querySelector<HTMLElement>(`[data-cell="${to.join(' ')}"]`)?.focus()
    } else if (/^[1-9]$/.test(event.key)) set(impact, probability, ordered[Number(event.key) - 1])
  }
  return (
    <section aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <Text as="h3" below={8} size={13} weight={600}>
        {t('editor.matrix')}
      </Text>
      <Box overflow="scrolled-across">
        <Box ref={grid} as="table" full size={12} className={css.matrix} aria-label={t('editor.matrix')}>
          <tbody>
            {[...impacts.keys()].toReversed().map((impact) => (
              <tr key={impact}>
                <Text as="th" padY={2} padX={4} overflow="clipped" tone="soft" weight={500} side="center" scope="row">
                  {named(impacts[impact], String(impact + 1))}
                </Text>
                {probabilities.map((place, probability) => {
                  const level = levelAt(impact, probability)
                  const word = named(level, '—')
                  const look = {
                    full: true,
                    padX: 2,
                    overflow: 'clipped',
                    corner: 6,
                    'data-level': true,
                    'data-tone': toneOf(level?.color),
                    'data-own': colorStyle(level?.color) ? true : undefined,
                    style: colorStyle(level?.color),
                  } as const
                  return (
                    <td key={place.id ?? probability}>
                      {onChange ? (
                        <Box
                          as="button"
                          {...look}
                          type="button"
                          data-cell={`${impact} ${probability}`}
                          tabIndex={impact === clamp(row, impacts.length) && probability === clamp(column, probabilities.length) ? 0 : -1}
                          aria-label={t('editor.cell', {
                            impact: named(impacts[impact], String(impact + 1)),
                            probability: named(place, String(probability + 1)),
                            level: word,
                          })}
                          onFocus={() => setAt([impact, probability])}
                          onKeyDown={(event) => press(event, impact, probability)}
                          onClick={() => set(impact, probability, next(impact, probability))}
                        >
                          {word}
                        </Box>
                      ) : (
                        <Text as="span" {...look} cut side="center">
                          {word}
                        </Text>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
            <tr>
              <td />
              {probabilities.map((place, probability) => (
                <Text as="th" padY={2} padX={4} overflow="clipped" tone="soft" weight={500} side="center" key={place.id ?? probability} scope="col">
                  {named(place, String(probability + 1))}
                </Text>
              ))}
            </tr>
          </tbody>
        </Box>
      </Box>
      <Row as="p" spread="between" above={4} tone="quiet" size={12} aria-hidden>
        <span>{t('editor.rising')}</span>
        <span>{t('editor.going')}</span>
      </Row>
      {onChange ? (
        <Text as="p" above={4} tone="quiet" size={12} line={16}>
          {t('editor.matrix_help')}
        </Text>
      ) : null}
      {error ? (
        <Text as="p" above={4} tone="quiet" size={12} line={16} className={css.error} role="alert">
          {error}
        </Text>
      ) : null}
    </section>
  )
}

const clamp = (at: number, length: number) => Math.max(0, Math.min(length - 1, at))
