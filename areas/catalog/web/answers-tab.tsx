import { useQuery } from '@tanstack/react-query'
import type { requirementsOfSolution } from '#areas/catalog/contract/answered-requirements.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './answers-tab.module.css'

/** The requirements that a model answers, by policy, each with its share. */
export function AnswersTab({ row: { id } }: { readonly row: { readonly id: number } }) {
  const t = useWords('catalog')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['solution', 'requirements', id],
    queryFn: ({ signal }) => api.call<typeof requirementsOfSolution>('GET /solution/{id}/requirements', { params: { id }, signal }),
    // Links are written with policies.
    staleTime: 0,
    select: ({ objects }) => objects,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  if (data.length === 0) return <EmptyState title={t('answers.none')} text={t('answers.none_text')} />
  return data.map(({ policy, lines }) => (
    <section key={policy.id} className={css.policy}>
      <Row as="h3" gap={8} align="baseline" edge="below" size={13} weight={600}>
        <Link to={path('/org/policies/$id', { id: policy.id })}>{policy.name}</Link>{' '}
        <Text as="small" pushed tone="quiet" size={12} weight={400} oneLine>
          {t('answers.count', { count: lines.length })}
        </Text>
      </Row>
      <ul>
        {lines.map((line) => (
          <Row as="li" gap={8} align="center" padY={4} edge="soft-below" key={line.lineage_id}>
            <span>
              {line.identifier ? <b>{line.identifier}</b> : null} {line.name}
            </span>
            {line.to_confirm ? <StatusBadge {...looks.awaited}>{t('answers.to_confirm')}</StatusBadge> : null}
            <Row as="span" inline gap={8} align="center" figures className={css.share}>
              <span aria-hidden>
                <i style={{ width: `${line.share}%` }} />
              </span>
              {format.percent(line.share)}
            </Row>
          </Row>
        ))}
      </ul>
    </section>
  ))
}
