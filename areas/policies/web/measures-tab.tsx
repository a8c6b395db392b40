import { useQuery } from '@tanstack/react-query'
import type { measuresOfControl, MeasureOfControl } from '#areas/policies/contract/control-measures.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './measures-tab.module.css'

const looksOf = { TO_HANDLE: looks.waiting, PLANNED: looks.planned, DISCARDED: looks.off, IMPLEMENTED: looks.done, SERVED: looks.done } as const

/** The measures that answer a requirement where its policy is in force, in one perimeter or in all. */
export function useMeasuresOf(control: number, perimeter: number | undefined) {
  const asOf = useAsOf()
  return useQuery({
    queryKey: ['measure', 'of_control', control, perimeter, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) =>
      api.call<typeof measuresOfControl>('GET /control/{id}/measures', {
        params: { id: control },
        query: { ...(perimeter !== undefined && { perimeter }), ...(asOf && { as_of: asOf }) },
        signal,
      }),
    staleTime: 0,
  })
}

/** The same: how they stand, who has them in place, and the way to each. */
export function MeasuresTab({ control, perimeter }: { readonly control: number; readonly perimeter: number | undefined }) {
  const t = useWords('policies')
  const { data, error, refetch } = useMeasuresOf(control, perimeter)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  if (data.objects.length === 0) return <EmptyState title={t('measures.none')} text={t('measures.none_text')} />
  const models = Map.groupBy(data.objects, ({ solution }) => solution.id)
  return (
    <Stack gap={16}>
      {[...models].map(([id, rows]) => (
        <Model key={id} rows={rows} />
      ))}
      {data.total > data.objects.length ? (
        <Text as="p" tone="quiet" size={12}>
          {t('measures.more', { count: data.total - data.objects.length })}
        </Text>
      ) : null}
    </Stack>
  )
}

function Model({ rows }: { readonly rows: readonly MeasureOfControl[] }) {
  const asOf = useAsOf()
  const t = useWords('policies')
  const format = useFormat()
  const solution = rows[0]?.solution
  const inPlace = rows.filter(({ situation }) => situation === 'IMPLEMENTED' || situation === 'SERVED').length
  return (
    <section className={css.model}>
      <Row as="h3" wrap gap={8} rowGap={2} align="baseline" edge="below">
        <span>{solution?.identifier}</span> {solution?.name} <em>{format.percent(solution?.share)}</em>
        <Text as="small" pushed tone="quiet" size={12} weight={400}>
          {t('measures.in_place', { count: inPlace, total: rows.length })}
        </Text>
      </Row>
      <ul>
        {rows.map((row) => (
          <Row as="li" wrap gap={8} rowGap={4} align="center" padY={4} edge="soft-below" key={row.id}>
            <Link to={path('/org/security-bases/$perimeterId/measures', { perimeterId: row.perimeter.id }, { id: row.id, as_of: asOf })}>
              {row.perimeter.name}
            </Link>
            {row.manager ? (
              <Text tone="quiet" size={12}>
                {row.manager.name}
              </Text>
            ) : null}
            <StatusBadge {...looksOf[row.situation]}>
              {row.implemented_by ? t('measures.by', { perimeter: row.implemented_by.name }) : t(`measures.states.${row.situation}`)}
            </StatusBadge>
          </Row>
        ))}
      </ul>
    </section>
  )
}
