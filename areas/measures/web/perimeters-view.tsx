import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { baseSummary } from '#areas/measures/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Progress } from '#kit/web/ui/marks.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import css from './measures.module.css'

const counts = ['policies', 'to_implement', 'planned', 'discarded', 'implemented', 'benefiting'] as const

/** One line per perimeter with a security base: what was decided there, and what it costs. */
export function PerimetersView() {
  const t = useWords('measures')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['measure', 'summary'],
    queryFn: ({ signal }) => api.call<typeof baseSummary>('GET /measure/summary', { signal }),
    select: (answer) => answer.objects,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={12} />
  if (data.length === 0) return <EmptyState />
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('views.perimeters')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('base.perimeter')}</th>
            <th scope="col" className={css.start}>
              {t('base.progress')}
            </th>
            {counts.map((name) => (
              <th key={name} scope="col">
                {t(`base.${name}`)}
              </th>
            ))}
            <th scope="col">{t('base.cost')}</th>
            <th scope="col">{t('base.charge')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((line) => {
            const all = line.to_implement + line.planned + line.discarded + line.implemented
            return (
              <tr key={line.perimeter.id}>
                <th scope="row">
                  <Link to={path('/org/security-bases/$perimeterId/measures', { perimeterId: line.perimeter.id })}>
                    {line.perimeter.name}
                  </Link>
                </th>
                <td className={css.start}>{all > 0 ? <Progress value={Math.round((100 * line.implemented) / all)} /> : '—'}</td>
                {counts.map((name) => (
                  <td key={name}>{line[name] ? format.number(line[name]) : ''}</td>
                ))}
                <td>{format.keuro(line.yearly_cost)}</td>
                <td>{format.days(line.yearly_internal_charge)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
