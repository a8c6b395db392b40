import { riskFigures } from '#areas/risks/contract/figures.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { useRows } from '#areas/projects/web/use-rows.ts'
import { only } from '#kit/contract/figure.ts'
import { levelName } from '#kit/contract/level.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { path } from '#kit/web/route.ts'
import { Level } from '#kit/web/ui/level.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import css from './project.module.css'

/** How many of its risks the block shows. */
const first = 5

/** The risks of the project's place that are not closed, the gravest first: those that its decision's file counts (PRJ-12). */
export function RiskBlock({ row, place }: { readonly row: Project; readonly place: number }) {
  const t = useWords('projects')
  const format = useFormat()
  const lang = useLanguage()
  const words = useFieldContexts(risk)('status').words
  const filters = [only('perimeter', place), only('closed', false)]
  const { data } = useRows(risk, filters, '-current_level')
  const gravest = [only('perimeter', place), ...filtersOf(riskFigures.above)]
  const above = useRows(risk, gravest, '-current_level').data?.total ?? 0
  const page = pageOfEntity('risk')
  if (!data || data.objects.length === 0) return null
  const summary = above > 0 ? t('page.risks_above', { count: format.number(above) }) : ''
  return (
    <section className={css.card} aria-label={t('page.risks', { name: row.perimeter?.name ?? '' })}>
      <header>
        <h2>{t('page.risks', { name: row.perimeter?.name ?? '' })}</h2>
        <em>{page && summary ? <Link to={rowsAt(path(page.path), gravest)}>{summary}</Link> : summary}</em>
      </header>
      <ul className={css.lines}>
        {data.objects.slice(0, first).map((one) => (
          <li key={one.id}>
            <code>{one.identifier}</code>
            {page ? <Link to={path(page.path, { id: one.id })}>{one.name}</Link> : <span>{one.name}</span>}
            {one.levels?.current ? (
              <Level at={one.levels.current.at} of={one.levels.current.of}>
                {levelName(one.levels.current, lang)}
              </Level>
            ) : null}
            <StatusBadge {...lookOf(one.status ?? '', 'risk.status')}>{words.choice('status', one.status ?? 'NOT_REQUESTED')}</StatusBadge>
          </li>
        ))}
      </ul>
      {page ? <Link to={rowsAt(path(page.path), filters)}>{t('page.see_all')}</Link> : null}
    </section>
  )
}
