import type { Explanation } from '#areas/indicators/contract/calls.ts'
import { nameOf } from '#areas/metrics/web/index.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import { formatNumber, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
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
      <div className={css.head}>
        <b>{`${told.perimeter}, ${nameOf(board.periodicity, told.period, language)}`}</b>
        <strong>{value === null ? '—' : shown(value)}</strong>
      </div>
      {gap === null ? null : (
        <p className={css.gap} data-short={gap > 0 || undefined}>
          {gap > 0 ? t('explain.below', { points: formatNumber(gap, language, 1) }) : t('explain.above')}
        </p>
      )}
      {value === null && carried ? (
        <p className={css.quiet}>{t('explain.carried', { period: nameOf(board.periodicity, carried.period, language), value: shown(carried.value) })}</p>
      ) : null}
      {why ? <p className={css.quiet}>{why}</p> : null}
      {computed === null ? null : <p className={css.quiet}>{t('explain.clamped', { value: formatNumber(computed, language, 1) })}</p>}
      {told.formula ? <code className={css.code}>{told.formula}</code> : null}
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
        <p className={css.row}>
          <span>{t('explain.group', { name: group.name, value: shown(group.value) })}</span>
          <b>{t('explain.without', { value: group.without === null ? '—' : shown(group.without) })}</b>
        </p>
      ) : null}
      {told.measures > 0 ? (
        <p className={css.row}>
          <span>{t('explain.measures')}</span>
          <b>{formatNumber(told.measures, language)}</b>
        </p>
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
