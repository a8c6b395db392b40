import { CircleCheck, CircleAlert, Pencil } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { indicator } from '#areas/indicators/contract/indicator.ts'
import type { FormulaCheck } from '#areas/indicators/contract/calls.ts'
import { nameOf } from '#areas/metrics/web/index.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import { signedNumber } from '#kit/contract/signed-number.ts'
import { formatNumber } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { FormulaField } from './formula-field.tsx'
import { inNumbers } from './formula-text.ts'
import { useFormulaCheck, type ShownBoard } from './indicator-api.ts'
import css from './indicators.module.css'
import { useShown, ValueLevel } from './level-value.tsx'
import type { Indicator } from './presentation.tsx'

interface Props {
  readonly row: Indicator
  readonly board: ShownBoard
  readonly perimeter: number | undefined
}

/** The formula, and what it amounts to while it is written. */
export function FormulaCard({ row, board, perimeter }: Props) {
  const t = useWords('indicators')
  const [draft, setDraft] = useState<string>()
  /** The indicator as it was when writing began: what somebody else writes meanwhile is not overwritten unseen. */
  const [base, setBase] = useState(row)
  const [saving, setSaving] = useState(false)
  const saved = row.formula ?? ''
  const text = draft ?? saved
  const asked = useDeferredValue(text)
  const { data: check, isFetching } = useFormulaCheck(
    {
      formula: asked,
      id: row.id,
      type: row.type ?? 'PERFORMANCE',
      periodicity: board.periodicity,
      perimeter_aggregation: row.perimeter_aggregation ?? 'FORMULA',
      ...(perimeter !== undefined && { perimeter_id: perimeter }),
    },
    asked !== '' && asked.length <= 20_000,
  )
  const current = asked === text && !isFetching ? check : undefined
  const read = parseFormula(text)
  const faults = current?.faults ?? (read.ok ? [] : read.faults.map(({ at, end }) => ({ at, end, message: '' })))
  const changed = draft !== undefined && draft !== saved
  const write = (words: string) => {
    if (draft === undefined) setBase(row)
    setDraft(words)
  }
  if (text === '' && draft === undefined) return <NoFormula row={row} onWrite={() => write('')} />
  const save = async () => {
    if (!changed || saving || faults.length > 0 || text === '') return
    setSaving(true)
    await updateRow(indicator, base, { formula: text }).then(
      () => setDraft(undefined),
      () => {},
    )
    setSaving(false)
  }
  return (
    <section className={css.card} aria-label={t('formula.title')}>
      <header>
        <h3>{t('formula.title')}</h3>
        <small>{t('formula.about')}</small>
        <Verdict faults={faults.length} checking={current === undefined} empty={text === ''} />
      </header>
      {row.edit_right ? (
        <FormulaField
          value={text}
          faults={faults}
          periodicity={board.periodicity}
          onChange={write}
          onSave={() => void save()}
          onCancel={() => setDraft(undefined)}
        />
      ) : (
        <Text as="code" breaks>
          {text}
        </Text>
      )}
      {check ? <Preview check={check} text={asked} board={board} compared={changed} /> : null}
      {changed ? (
        <footer>
          <Row as="span" inline align="center" gap={4} size={12} weight={500} tone="ok" className={css.modified}>
            <Pencil size={14} aria-hidden /> {t('formula.modified')}
          </Row>
          <Button onClick={() => setDraft(undefined)}>{t('formula.cancel')}</Button>
          <Button variant="primary" loading={saving} disabled={faults.length > 0 || text === ''} onClick={() => void save()}>
            {t('formula.save')}
          </Button>
        </footer>
      ) : null}
    </section>
  )
}

function NoFormula({ row, onWrite }: { readonly row: Indicator; readonly onWrite: () => void }) {
  const t = useWords('indicators')
  return (
    <section className={css.card} aria-label={t('formula.title')}>
      <header>
        <h3>{t('formula.title')}</h3>
      </header>
      <p className={css.quiet}>
        {t('formula.none')}. {t('formula.children', { count: row.children ?? 0 })}
      </p>
      {row.edit_right && !row.children ? <Button onClick={onWrite}>{t('formula.write')}</Button> : null}
    </section>
  )
}

function Verdict({ faults, checking, empty }: { readonly faults: number; readonly checking: boolean; readonly empty: boolean }) {
  const t = useWords('indicators')
  if (empty) return null
  return (
    <Row as="span" inline align="center" gap={4} size={12} weight={500} tone="ok" className={css.verdict} data-wrong={faults > 0 || undefined} role="status">
      {faults > 0 ? <CircleAlert size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
      {faults > 0 ? t('formula.faulty', { count: faults }) : checking ? t('formula.checking') : t('formula.correct')}
    </Row>
  )
}

interface PreviewProps {
  readonly check: FormulaCheck
  readonly text: string
  readonly board: ShownBoard
  readonly compared: boolean
}

/** Errors with their place, or the value with numbers in place of names. */
function Preview({ check, text, board, compared }: PreviewProps) {
  const t = useWords('indicators')
  const language = useLanguage()
  const shown = useShown(board.unit)
  if (check.faults.length > 0)
    return (
      <Box as="ul" above={8} size={12} tone="bad">
        {check.faults.slice(0, 5).map(({ message, at }) => (
          <li key={`${at} ${message}`}>{t('formula.at', { place: at + 1, message })}</li>
        ))}
      </Box>
    )
  const { value, before, computed } = check
  const moved = value !== null && before !== null ? value - before : 0
  return (
    <Row as="p" wrap align="center" gap={8} above={12} size={12} tone="soft" className={css.preview}>
      <span>{[nameOf(board.periodicity, check.period, language), check.perimeter?.name].filter(Boolean).join(', ')}</span>
      <Text as="code" tone="plain" breaks>
        {inNumbers(text, check.terms, (one) => (one === null ? '–' : formatNumber(one, language, 2)))}
      </Text>
      <span aria-hidden>=</span>
      <Text as="b" size={16} tone="plain">
        {value === null ? '—' : shown(value)}
      </Text>
      {value === null ? <span>{check.why ?? t('formula.no_value')}</span> : <ValueLevel levels={board.levels} value={value} />}
      {computed === null ? null : (
        <Text as="em" upright tone="warn">
          {t('formula.clamped', { value: formatNumber(computed, language, 1) })}
        </Text>
      )}
      {compared && before !== null ? (
        <small>
          {t('formula.before', { value: shown(before) })}{' '}
          {moved === 0 ? null : <b data-worse={moved < 0 || undefined}>{signedNumber(moved, (value, decimals) => formatNumber(value, language, decimals))}</b>}
        </small>
      ) : null}
    </Row>
  )
}
