import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import type { MatrixKind } from '#areas/risks/contract/calls.ts'
import { levelName } from '#kit/contract/level.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { LevelSign } from '#kit/web/ui/level.tsx'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './matrix.module.css'
import { AppetiteLine, Moves } from './matrix-marks.tsx'
import { levelOfCell, type Matrix, type Place, type Risk } from './risk-api.ts'

interface MatrixGridProps {
  readonly matrix: Matrix
  readonly kind: MatrixKind
  readonly chosen: Place | undefined
  readonly onChoose: (at: Place) => void
  /** Whose moves are drawn. */
  readonly risks: readonly Risk[]
  readonly opened: number | undefined
  /** The risk whose target is being chosen. */
  readonly placing: Risk | undefined
  readonly onPlace: (row: Risk, at: Place) => void
  readonly onCancel: () => void
  readonly rowOf: (id: number) => Risk | undefined
}

const steps: Readonly<Record<string, readonly [impact: number, probability: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** What is dragged is named by this kind of data. */
export const dragged = 'application/x-vigie-risk'

const clamp = (at: number, most: number) => Math.max(1, Math.min(most, at))
const same = (a: Place | undefined, b: Place) => a?.impact === b.impact && a.probability === b.probability

/** Impact upwards, probability to the right; arrows move, Enter chooses, a risk that is dropped on a cell aims there. One cell takes part in the order of tabs. */
export function MatrixGrid({ matrix, kind, chosen, onChoose, risks, opened, placing, onPlace, onCancel, rowOf }: MatrixGridProps) {
  const t = useWords('risks')
  const format = useFormat()
  const { scale, cells } = matrix
  const { impacts, probabilities } = scale
  const [focused, setFocused] = useState<Place>({ impact: impacts.length, probability: 1 })
  const [over, setOver] = useState<Place>()
  const grid = useRef<HTMLTableElement>(null)
  const focus = ({ impact, probability }: Place) => grid.current?.querySelector<HTMLElement>(`[data-cell="${impact} ${probability}"]`)?.focus()
  useEffect(() => {
    if (placing)
      focus({ impact: placing.target_impact ?? placing.current_impact ?? 1, probability: placing.target_probability ?? placing.current_probability ?? 1 })
  }, [placing])
  const countOf = ({ impact, probability }: Place) =>
    cells.find((cell) => cell.kind === kind && cell.impact === impact && cell.probability === probability)?.count ?? 0
  const choose = (at: Place) => (placing ? onPlace(placing, at) : onChoose(at))
  useLayer('popup', placing !== undefined, onCancel)
  const press = (event: KeyboardEvent, { impact, probability }: Place) => {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      focus({ impact: clamp(impact + step[0], impacts.length), probability: clamp(probability + step[1], probabilities.length) })
    }
  }
  const named = (place: { readonly name_en: string | null; readonly name_fr: string | null }) => levelName(place, format.language)
  return (
    <>
      {placing ? (
        <Text as="p" below={8} padY={6} padX={10} corner={6} fill="selected" tone="plain" size={13} role="status">
          {t('matrix.placing', { name: `${placing.identifier ?? ''} ${placing.name ?? ''}` })}
        </Text>
      ) : null}
      <Box overflow="scrolled-across" padY={2} padX={2}>
        <div className={css.frame} style={{ '--columns': probabilities.length, '--rows': impacts.length } as CSSProperties}>
          <table ref={grid} role="grid" className={css.grid} aria-label={t('matrix.name')} data-placing={placing ? true : undefined}>
            <tbody>
              {impacts.toReversed().map((row) => (
                <tr key={row.place}>
                  <Text as="th" overflow="clipped" tone="soft" size={13} weight={400} scope="row">
                    <span>{named(row)}</span>
                    <small>{row.place}</small>
                  </Text>
                  {probabilities.map((column) => {
                    const at = { impact: row.place, probability: column.place }
                    const level = levelOfCell(scale, at.impact, at.probability)
                    const count = countOf(at)
                    return (
                      <td key={column.place} role="gridcell" aria-selected={same(chosen, at)}>
                        <Box
                          as="button"
                          holds
                          full
                          padY={6}
                          padX={10}
                          corner={6}
                          fill="mute"
                          tone="mute"
                          side="left"
                          align="start"
                          type="button"
                          data-cell={`${at.impact} ${at.probability}`}
                          data-tone={toneOf(level?.color)}
                          data-own={colorStyle(level?.color) ? true : undefined}
                          data-chosen={same(chosen, at) || undefined}
                          data-over={same(over, at) || undefined}
                          style={colorStyle(level?.color)}
                          tabIndex={same(focused, at) ? 0 : -1}
                          aria-label={t('matrix.cell', {
                            impact: String(at.impact),
                            probability: String(at.probability),
                            level: level ? levelName(level, format.language) : '',
                            count,
                          })}
                          onFocus={() => setFocused(at)}
                          onKeyDown={(event) => press(event, at)}
                          onClick={() => choose(at)}
                          onDragOver={(event) => {
                            if (!event.dataTransfer.types.includes(dragged)) return
                            event.preventDefault()
                            setOver(at)
                          }}
                          onDragLeave={() => setOver((before) => (same(before, at) ? undefined : before))}
                          onDrop={(event) => {
                            event.preventDefault()
                            setOver(undefined)
                            const dropped = rowOf(Number(event.dataTransfer.getData(dragged)))
                            if (dropped) onPlace(dropped, at)
                          }}
                        >
                          {count > 0 ? format.number(count) : null}
                        </Box>
                      </td>
                    )
                  })}
                </tr>
              ))}
              <tr>
                <td />
                {probabilities.map((column) => (
                  <Text as="th" overflow="clipped" tone="soft" size={13} weight={400} key={column.place} scope="col">
                    <small>{column.place}</small> <span>{named(column)}</span>
                  </Text>
                ))}
              </tr>
            </tbody>
          </table>
          <svg className={css.marks} viewBox={`0 0 ${probabilities.length} ${impacts.length}`} preserveAspectRatio="none" aria-hidden>
            <AppetiteLine matrix={matrix} />
          </svg>
          <Moves risks={risks} opened={opened} columns={probabilities.length} rows={impacts.length} />
        </div>
      </Box>
      <Row as="p" spread="between" above={2} tone="quiet" size={12} className={css.axes} aria-hidden>
        <span>↑ {t('matrix.impact')}</span>
        <span>{t('matrix.probability')} →</span>
      </Row>
      <Row as="p" wrap above={8} tone="soft" size={13} gap={16} rowGap={4} className={css.legend} aria-label={t('matrix.legend')}>
        {scale.levels.map((level) => (
          <Row as="span" inline align="center" gap={6} key={level.value}>
            <LevelSign at={level.at} of={level.of} color={level.color} /> {named(level)}
          </Row>
        ))}
        {matrix.appetite === null ? null : (
          <Row as="span" inline align="center" gap={6}>
            <i data-line /> {t('matrix.appetite')}
          </Row>
        )}
        <Row as="span" inline align="center" gap={6}>
          <i data-mark="init" /> {t('kinds.init')}
        </Row>
        <Row as="span" inline align="center" gap={6}>
          <i data-mark="current" /> {t('kinds.current')}
        </Row>
        <Row as="span" inline align="center" gap={6}>
          <i data-mark="target" /> {t('kinds.target')}
        </Row>
      </Row>
    </>
  )
}
