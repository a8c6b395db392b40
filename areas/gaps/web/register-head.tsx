import { useLocation } from '@tanstack/react-router'
import type { Filter } from '#kit/contract/list-query.ts'
import { gapFigures } from '#areas/gaps/contract/figures.ts'
import { gapRegister } from '#areas/gaps/contract/gap-register.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './gap-register.module.css'
import { useChapters } from './use-chapters.ts'

/** What a register is and how far it is; each figure leads to the gaps that it counts. */
export function RegisterHead({ id }: { readonly id: number }) {
  const t = useWords('gaps')
  const format = useFormat()
  const asOf = useAsOf()
  const { data } = useRecord(gapRegister, id, asOf)
  const register = data
  if (!register) return null
  const { name, type, date, gaps, open, late, progress } = register
  const to = (filters: readonly Filter[]) => rowsAt(path('/ops/gaps/$id', { id }), filters, asOf)
  return (
    <Row as="section" align="center" wrap padY={10} padX={16} edge="below" tone="soft" className={css.head} aria-label={name ?? ''}>
      <Text as="h2" tone="plain" size={14} weight={600}>
        {name}
      </Text>
      {type ? <Tag>{t(`entities.gap_register.choices.type.${type}`)}</Tag> : null}
      {date ? <span>{format.date(date)}</span> : null}
      {progress === null ? null : <Progress value={progress} />}
      <Link to={to([])}>
        {t('register.gaps')} {format.number(gaps ?? 0)}
      </Link>
      {open ? (
        <Link to={to(filtersOf(gapFigures.open))}>
          {t('register.open')} {format.number(open)}
        </Link>
      ) : null}
      {late ? (
        <Link to={to(filtersOf(gapFigures.late))} className={css.late}>
          {t('register.late')} {format.number(late)}
        </Link>
      ) : null}
    </Row>
  )
}

/** The chapters of a register, each leading to its gaps. */
export function ChapterBar({ id }: { readonly id: number }) {
  const t = useWords('gaps')
  const format = useFormat()
  const asOf = useAsOf()
  const { data: chapters = [] } = useChapters(id, asOf)
  const shown = useLocation({ select: ({ search }) => chosenChapters((search as { filters?: unknown }).filters) })
  if (chapters.length === 0) return null
  const to = (filters: readonly Filter[]) => rowsAt(path('/ops/gaps/$id', { id }), filters, asOf)
  return (
    <Row
      as="nav"
      align="center"
      gap={6}
      padY={8}
      padX={16}
      overflow="scrolled-across"
      edge="below"
      className={css.chapters}
      aria-label={t('register.chapters')}
      tabIndex={-1}
    >
      <Link to={to([])} aria-current={shown.length === 0 ? 'true' : undefined}>
        {t('register.all_chapters')}
      </Link>
      {chapters.map(({ id: chapter, name, gaps }) => (
        <Link
          key={chapter}
          to={to([{ name: 'chapter', selected_options: [chapter] }])}
          title={name ?? ''}
          aria-current={shown.length === 1 && shown[0] === chapter ? 'true' : undefined}
        >
          {name}
          <Text as="b" tone="quiet" weight={400}>
            {format.number(gaps ?? 0)}
          </Text>
        </Link>
      ))}
    </Row>
  )
}

/** The chapters that the list is asked for, as its address says. */
function chosenChapters(filters: unknown): readonly number[] {
  const asked = typeof filters === 'object' && filters !== null && 'chapter' in filters ? filters.chapter : undefined
  return Array.isArray(asked) ? asked.map(Number) : []
}
