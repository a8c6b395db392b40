import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { indicator } from '#areas/indicators/contract/indicator.ts'
import { levelAt } from '#areas/indicators/contract/levels.ts'
import { levelName } from '#kit/contract/level.ts'
import { formatNumber } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { LevelSign } from '#kit/web/ui/level.tsx'
import { Reading } from '#kit/web/ui/reading.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { ShownBoard } from './indicator-api.ts'
import css from './indicators.module.css'
import { useShown } from './level-value.tsx'
import type { Indicator } from './presentation.tsx'

type Levels = ShownBoard['levels']

/** Where levels begin for this indicator, how many perimeters are in each, and its target. */
export function LevelsCard({ row, board }: { readonly row: Indicator; readonly board: ShownBoard }) {
  const t = useWords('indicators')
  const { levels } = board
  const [bounds, setBounds] = useState<readonly number[]>(() => levels.slice(1).map(({ low = 0 }) => low))
  const [target, setTarget] = useState(board.target === null ? '' : String(board.target))
  const [saving, setSaving] = useState(false)
  const may = row.edit_right
  const wanted = target.trim() === '' ? null : Number(target.replace(',', '.'))
  const moved = bounds.some((bound, n) => bound !== levels[n + 1]?.low)
  const changed = moved || wanted !== board.target
  const wrong = wanted !== null && (!Number.isFinite(wanted) || (board.type === 'PERFORMANCE' && (wanted < 1 || wanted > 100)))
  const drawn = levels.map((level, n) => ({ ...level, low: n === 0 ? 0 : (bounds[n - 1] ?? 0), high: n === levels.length - 1 ? 100 : (bounds[n] ?? 100) - 1 }))
  const save = async (given: Parameters<typeof updateRow<typeof indicator>>[2]) => {
    setSaving(true)
    await updateRow(indicator, row, given).catch(() => {})
    setSaving(false)
  }
  return (
    <section className={css.card} aria-label={t('levels.title')}>
      <header>
        <h3>{t('levels.title')}</h3>
        {levels.length > 0 ? <small>{board.scale ? t('levels.scale', { name: board.scale }) : t('levels.default_scale')}</small> : null}
        {may && row.bounds !== null && !moved ? (
          <Button variant="link" size="sm" onClick={() => void save({ bounds: null })}>
            {t('levels.reset')}
          </Button>
        ) : null}
      </header>
      {levels.length === 0 ? (
        <p className={css.quiet}>{t('levels.none')}</p>
      ) : (
        <Track levels={drawn} target={wanted} onMove={may ? setBounds : undefined} bounds={bounds} />
      )}
      <Counts levels={drawn} board={board} />
      <Row wrap align="end" spread="between" gap={8} edge="soft-above" className={css.target}>
        <Reading on={!may}>
          <TextInput
            label={t('levels.target')}
            inputMode="decimal"
            value={target}
            error={wrong ? t('errors.target') : undefined}
            onChange={(event) => setTarget(event.target.value)}
          />
        </Reading>
        <Reached board={board} target={wanted} />
      </Row>
      {changed && may ? (
        <footer>
          <Button
            variant="primary"
            loading={saving}
            disabled={wrong}
            onClick={() => void save({ ...(moved && { bounds: [...bounds] }), target_value: wanted })}
          >
            {t('levels.save')}
          </Button>
        </footer>
      ) : null}
    </section>
  )
}

interface TrackProps {
  readonly levels: Levels
  readonly bounds: readonly number[]
  readonly target: number | null
  readonly onMove: ((bounds: readonly number[]) => void) | undefined
}

/** The levels from 0 to 100 with a handle where each begins. */
function Track({ levels, bounds, target, onMove }: TrackProps) {
  const t = useWords('indicators')
  const language = useLanguage()
  const track = useRef<HTMLDivElement>(null)
  const put = (n: number, value: number) => {
    const [least, most] = [(bounds[n - 1] ?? 0) + 1, (bounds[n + 1] ?? 101) - 1]
    onMove?.(bounds.map((bound, at) => (at === n ? Math.min(most, Math.max(least, Math.round(value))) : bound)))
  }
  const drag = (n: number) => (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (box && event.currentTarget.hasPointerCapture(event.pointerId)) put(n, ((event.clientX - box.left) / box.width) * 100)
  }
  const keys = (n: number) => (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    put(n, (bounds[n] ?? 0) + step)
  }
  return (
    <div className={css.track} ref={track}>
      {levels.map(({ value, low = 0, high = 100, color }, n) => (
        <i
          key={value}
          data-tone={toneOf(color)}
          data-own={colorStyle(color) ? true : undefined}
          style={{ ...colorStyle(color), '--from': `${low}%`, '--width': `${(n === levels.length - 1 ? 100 : high + 1) - low}%` } as CSSProperties}
        />
      ))}
      {target === null || target > 100 ? null : <u style={{ '--from': `${target}%` } as CSSProperties} />}
      {bounds.map((bound, n) => {
        const level = levels[n + 1]
        if (!onMove) {
          return (
            <b key={level?.value ?? n} style={{ '--from': `${bound}%` } as CSSProperties}>
              <span>{bound}</span>
            </b>
          )
        }
        return (
          <button
            key={level?.value ?? n}
            type="button"
            role="slider"
            aria-label={t('levels.begins', { name: level ? levelName(level, language) : '' })}
            aria-valuemin={(bounds[n - 1] ?? 0) + 1}
            aria-valuemax={(bounds[n + 1] ?? 101) - 1}
            aria-valuenow={bound}
            style={{ '--from': `${bound}%` } as CSSProperties}
            onKeyDown={keys(n)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag(n)}
          >
            <span>{bound}</span>
          </button>
        )
      })}
    </div>
  )
}

/** The last values that there are of each perimeter that is not above another one. */
function latest({ cells, periods, places }: ShownBoard): number[] {
  const over = new Set(periods.filter(({ current }) => !current).map(({ start }) => start))
  const inner = new Set(places.map(({ parent }) => parent))
  const leaves = new Set(places.filter(({ id }) => !inner.has(id)).map(({ id }) => id))
  const last = new Map<number, number>()
  for (const { perimeter, period, value } of cells) if (over.has(period) && leaves.has(perimeter)) last.set(perimeter, value)
  return [...last.values()]
}

function Counts({ levels, board }: { readonly levels: Levels; readonly board: ShownBoard }) {
  const t = useWords('indicators')
  const language = useLanguage()
  const values = latest(board)
  return (
    <Box as="ul" below={12} size={12}>
      {levels.toReversed().map((level, n) => (
        <Row as="li" align="center" gap={6} padY={4} key={level.value}>
          <LevelSign at={levels.length - n} of={levels.length} color={level.color} />
          <b>{levelName(level, language)}</b>
          <Text tone="soft">{t('levels.range', { low: formatNumber(level.low, language), high: formatNumber(level.high, language) })}</Text>
          <Text as="em" pushed upright>
            {t('levels.count', { count: values.filter((value) => levelAt(levels, value)?.value === level.value).length })}
          </Text>
        </Row>
      ))}
    </Box>
  )
}

function Reached({ board, target }: { readonly board: ShownBoard; readonly target: number | null }) {
  const t = useWords('indicators')
  const shown = useShown(board.unit)
  const values = latest(board)
  if (target === null || values.length === 0) return null
  return (
    <p className={css.quiet} data-target={shown(target)}>
      {t('levels.reached', { count: values.filter((value) => value >= target).length, total: values.length })}
    </p>
  )
}
