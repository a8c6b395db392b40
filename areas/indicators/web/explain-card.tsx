import type { Explanation } from '#areas/indicators/contract/calls.ts'
import { nameOf } from '#areas/metrics/web/index.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import { formatNumber, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useExplanation, type Chosen, type ShownBoard } from './indicator-api.ts'
import css from './indicators.module.css'
import { useShown } from './level-value.tsx'

interface Props {
  readonly id: number
  readonly board: ShownBoard
  readonly chosen: Chosen
}

/** How a value came about: each term, what was entered and by whom, and what it does to the whole. */
export function ExplainCard({ id, board, chosen }: Props) {
  const t = useWords('indicators')
  const language = useLanguage()
  const { data, error, refetch } = useExplanation(id, chosen.perimeter, chosen.period, board.cells)
  return (
    <section className={css.card} aria-label={t('explain.title')} aria-live="polite">
      <header>
        <h3>{t('explain.title')}</h3>
      </header>
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Explained explanation={data} board={board} language={language} />
      ) : (
        <Skeleton height={180} />
      )}
    </section>
  )
}

function Explained({ explanation: told, board, language }: { readonly explanation: Explanation; readonly board: ShownBoard; readonly language: 'en' | 'fr' }) {
  const t = useWords('indicators')
  const shown = useShown(board.unit)
  const { value, computed, carried, why, group } = told
  const gap = value === null || board.target === null ? null : board.target - value
  return (
    <>
      <Row align="baseline" spread="between" gap={8} size={13} className={css.head}>
        <b>{`${told.perimeter}, ${nameOf(board.periodicity, told.period, language)}`}</b>
        <strong>{value === null ? '—' : shown(value)}</strong>
      </Row>
      {gap === null ? null : (
        <Text as="p" below={8} size={12} tone="ok" side="right" className={css.gap} data-short={gap > 0 || undefined}>
          {gap > 0 ? t('explain.below', { points: formatNumber(gap, language, 1) }) : t('explain.above')}
        </Text>
      )}
      {value === null && carried ? (
        <p className={css.quiet}>{t('explain.carried', { period: nameOf(board.periodicity, carried.period, language), value: shown(carried.value) })}</p>
      ) : null}
      {why ? <p className={css.quiet}>{why}</p> : null}
      {computed === null ? null : <p className={css.quiet}>{t('explain.clamped', { value: formatNumber(computed, language, 1) })}</p>}
      {told.formula ? (
        <Text as="code" padY={8} edge="soft-above" size={12} tone="plain" breaks className={css.code}>
          {told.formula}
        </Text>
      ) : null}
      <ul role="tree" aria-label={t('explain.tree')} className={css.tree}>
        {told.terms.map((term) => (
          <Term key={`${term.how ?? ''} ${term.metric}`} term={term} />
        ))}
        {told.children.map((child) => (
          <li key={child.id} role="treeitem" aria-selected={false}>
            <div>
              <span>{child.name}</span>
              <b>{child.value === null ? '—' : shown(child.value)}</b>
            </div>
          </li>
        ))}
      </ul>
      {group ? (
        <Row as="p" spread="between" gap={8} above={8} edge="soft-above" size={12} tone="soft" className={css.row}>
          <span>{t('explain.group', { name: group.name, value: shown(group.value) })}</span>
          <Text as="b" tone="plain">
            {t('explain.without', { value: group.without === null ? '—' : shown(group.without) })}
          </Text>
        </Row>
      ) : null}
      {told.measures > 0 ? (
        <Row as="p" spread="between" gap={8} above={8} edge="soft-above" size={12} tone="soft" className={css.row}>
          <span>{t('explain.measures')}</span>
          <Text as="b" tone="plain">
            {formatNumber(told.measures, language)}
          </Text>
        </Row>
      ) : null}
    </>
  )
}

function Term({ term }: { readonly term: Explanation['terms'][number] }) {
  const t = useWords('indicators')
  const language = useLanguage()
  const { date } = useFormat()
  const say = (value: number) => withUnit(formatNumber(value, language, 2), term.unit, language)
  return (
    <li role="treeitem" aria-selected={false} aria-expanded>
      <div>
        <code>{term.metric}</code>
        <span>{[term.name, term.how && t(`explain.how.${term.how}`)].filter(Boolean).join(', ')}</span>
        <b>{term.value === null ? '—' : say(term.value)}</b>
      </div>
      <ul role="group">
        {term.entries.slice(0, 6).map((entry) => (
          <li key={`${entry.perimeter} ${entry.period}`} role="treeitem" aria-selected={false}>
            <span>{t('explain.entry', { value: say(entry.value), place: entry.perimeter })}</span>
            <small>{t(`explain.source.${entry.source}`, { date: date(entry.at), author: entry.author ?? t('explain.nobody') })}</small>
            {entry.comment ? <q>{entry.comment}</q> : null}
          </li>
        ))}
        {term.count === 0 ? (
          <li role="treeitem" aria-selected={false}>
            <small>{t('explain.no_entry')}</small>
          </li>
        ) : null}
        {term.count > Math.min(6, term.entries.length) ? (
          <li role="treeitem" aria-selected={false}>
            <small>{t('explain.more', { count: term.count - Math.min(6, term.entries.length) })}</small>
          </li>
        ) : null}
      </ul>
    </li>
  )
}
