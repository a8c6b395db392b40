import { useQuery } from '@tanstack/react-query'
import type { baseSummary } from '#areas/measures/contract/calls.ts'
import { measureFigures } from '#areas/measures/contract/figures.ts'
import { api } from '#kit/web/api/client.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { NoBase } from './no-security-base.tsx'
import css from './measures.module.css'

/** The numbers of a line with the measures that each counts. */
const counts = {
  to_implement: measureFigures.to_handle,
  planned: measureFigures.planned,
  discarded: measureFigures.discarded,
  implemented: measureFigures.implemented,
  benefiting: measureFigures.served,
}
const names = Object.keys(counts) as (keyof typeof counts)[]

/** In place, here or by others, of all that nobody discarded; nothing where there is nothing to do. */
const progressOf = ({ to_implement, planned, implemented, benefiting }: Readonly<Record<keyof typeof counts, number>>) => {
  const wanted = to_implement + planned + implemented + benefiting
  return wanted > 0 ? Math.round((100 * (implemented + benefiting)) / wanted) : null
}

/** One line per perimeter with a security base: what was decided there, and what it costs. */
export function PerimetersView() {
  const t = useWords('measures')
  const format = useFormat()
  const asOf = useAsOf()
  const { data, error, refetch } = useQuery({
    queryKey: ['measure', 'summary', ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => api.call<typeof baseSummary>('GET /measure/summary', { signal, ...asOfCall(asOf) }),
    select: (answer) => answer.objects,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={12} />
  if (data.length === 0) return <NoBase />
  return (
    <Box grow shortens overflow="scrolled" tabIndex={0} role="region" aria-label={t('views.perimeters')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('base.perimeter')}</th>
            <th scope="col" className={css.start}>
              {t('base.progress')}
            </th>
            <th scope="col">{t('base.policies')}</th>
            {names.map((name) => (
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
            const progress = progressOf(line)
            const base = path('/org/security-bases/$perimeterId/measures', { perimeterId: line.perimeter.id })
            return (
              <tr key={line.perimeter.id}>
                <th scope="row">
                  <Link to={rowsAt(base, [], asOf)}>{line.perimeter.name}</Link>
                </th>
                <td className={css.start}>{progress === null ? '—' : <Progress value={progress} />}</td>
                <td>{line.policies ? format.number(line.policies) : ''}</td>
                {names.map((name) => (
                  <td key={name}>
                    {line[name] ? (
                      <CountLink count={line[name]} to={rowsAt(base, filtersOf(counts[name]), asOf)} label={`${line.perimeter.name}, ${t(`base.${name}`)}`} />
                    ) : null}
                  </td>
                ))}
                <td>{format.keuro(line.yearly_cost)}</td>
                <td>{format.days(line.yearly_internal_charge)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Box>
  )
}
