import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { readEvidenceUsage } from '#areas/evidence/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { only } from '#kit/contract/figure.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { rowsOf } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { type Address, path } from '#kit/web/route.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './evidence.module.css'

type Usage = AnswerOf<typeof readEvidenceUsage>['object']

/** What stands on an evidence, asked of the server anew. */
export const readUsageOf = async (id: number, signal?: AbortSignal, asOf?: string): Promise<Usage> =>
  (await api.call<typeof readEvidenceUsage>('GET /evidence/{id}/usage', { params: { id }, ...(signal && { signal }), ...asOfCall(asOf) })).object

interface EvidenceUsageProps {
  readonly id: number
  readonly version: number
  /** Whether the reader might delete it, were it not for what stands on it. */
  readonly removable?: boolean
  /** In a question: everything at once, and nothing that leads away from it. */
  readonly plain?: boolean
}

/** Which actions, measures and scores stand on an evidence, and what its end would change. */
export function EvidenceUsage({ id, version, removable = false, plain = false }: EvidenceUsageProps) {
  const asOf = useAsOf()
  const { data, error, refetch } = useQuery({
    queryKey: ['evidence', 'standing', id, version, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => readUsageOf(id, signal, asOf),
    staleTime: 0,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  return data ? <EvidenceUsageBox id={id} shown={data} removable={removable} plain={plain} /> : <Skeleton height={92} />
}

/** The same, of what the server has told already. */
export function EvidenceUsageBox({ id, shown: told, removable, plain }: Required<Omit<EvidenceUsageProps, 'version'>> & { readonly shown: Usage }) {
  const t = useWords('evidence')
  const format = useFormat()
  const asOf = useAsOf()
  const { actions, measures, scores, alone, shared, points } = told
  const lost = points === null ? 0 : Math.round(points * 10) / 10
  // Nothing is lost with it, which a number beside the others would not say.
  const harmless = points !== null && lost === 0
  const toActions = plain ? undefined : rowsOf('remediation', [only('evidences', id)], asOf)
  const counted = (count: number) => format.number(count, 0)
  return (
    <Box as="section" edge="all" corner={8} padY={12} padX={14} className={css.standing}>
      <h3>{t('panel.stands')}</h3>
      <Grid as="dl">
        <div>
          <Text as="dd" size={20} weight={600} figures>
            {actions.count > 0 && toActions ? (
              <CountLink count={actions.count} to={toActions} label={t('panel.actions', { count: actions.count })} />
            ) : (
              counted(actions.count)
            )}
          </Text>
          <Text as="dt" tone="soft" size={12}>
            {t('panel.actions', { count: actions.count })}
          </Text>
        </div>
        <div>
          <Text as="dd" size={20} weight={600} figures>
            {counted(measures.count)}
          </Text>
          <Text as="dt" tone="soft" size={12}>
            {t('panel.measures', { count: measures.count })}
          </Text>
        </div>
        {harmless ? null : (
          <div>
            <Text as="dd" size={20} weight={600} figures>
              {points === null ? '—' : format.number(lost, 1)}
            </Text>
            <Text as="dt" tone="soft" size={12}>
              {t('panel.points')}
            </Text>
          </div>
        )}
      </Grid>
      {actions.count + measures.count > 0 ? (
        <details open={plain}>
          <summary>{t('panel.which')}</summary>
          <Named entity="remediation" label={t('panel.actions', { count: actions.count })} plain={plain} {...actions} />
          <Named entity="measure" label={t('panel.measures', { count: measures.count })} plain={plain} {...measures} />
          {scores.length > 0 ? (
            <Stack as="ul" gap={2} above={6} overflow="scrolled" aria-label={t('panel.scores')}>
              {scores.map((score) => (
                <Row as="li" spread="between" gap={12} breaks key={score.id}>
                  <Name to={plain ? undefined : path('/org2/perimeters', { p: score.id, on: asOf })}>{score.name}</Name>
                  <b>{t('panel.points_of', { points: format.number(score.points, score.points < 1 ? 2 : 1) })}</b>
                </Row>
              ))}
            </Stack>
          ) : null}
        </details>
      ) : null}
      {lost > 0 ? (
        <Row as="p" align="center" gap={8} tone="soft" size={12} data-warn>
          <TriangleAlert size={14} aria-hidden /> {t('panel.at_expiry', { points: format.number(lost, 1) })}
        </Row>
      ) : (
        <Row as="p" align="center" gap={8} tone="soft" size={12}>
          {t(shared > 0 && alone === 0 ? 'panel.shared' : 'panel.no_points')}
        </Row>
      )}
      {alone > 0 ? (
        <Row as="p" align="center" gap={8} tone="soft" size={12}>
          {t('panel.alone', { count: alone })}
        </Row>
      ) : null}
      {actions.count > 0 && removable ? (
        <Row as="p" align="center" gap={8} tone="soft" size={12}>
          {t('panel.removal')}
        </Row>
      ) : null}
    </Box>
  )
}

const Name = ({ to, children }: { readonly to: Address | undefined; readonly children: ReactNode }) => (to ? <Link to={to}>{children}</Link> : children)

type NamedProps = Usage['actions'] & { readonly entity: string; readonly label: string; readonly plain: boolean }

function Named({ entity, label, count, shown, plain }: NamedProps) {
  const t = useWords('evidence')
  const page = pageOfEntity(entity)
  const asOf = useAsOf()
  if (count === 0) return null
  return (
    <Stack as="ul" gap={2} above={6} overflow="scrolled" aria-label={label}>
      {shown.map(({ id, identifier, name }) => (
        <Row as="li" spread="between" gap={12} breaks key={id}>
          <Name to={page && !plain ? path(page.path, { id, as_of: asOf }) : undefined}>{`${identifier} ${name}`}</Name>
        </Row>
      ))}
      {count > shown.length ? (
        <Row as="li" spread="between" gap={12} breaks>
          {t('panel.others', { count: count - shown.length })}
        </Row>
      ) : null}
    </Stack>
  )
}
