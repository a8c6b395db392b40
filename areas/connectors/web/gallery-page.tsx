import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, Navigate, useAsk, useAsked } from '#kit/web/navigation.ts'
import { SearchBox } from '#kit/web/resource/search-box.tsx'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { ListControls } from '#kit/web/ui/head-slot.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block, Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, Nothing, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { connectorKinds, type ConnectorDefinition } from '#areas/connectors/contract/calls.ts'
import { QuotaBar, QuotaFigure } from '#areas/tenancy/web/index.ts'
import { useConnectors, useDefinitions, useFedMetrics, type Connector } from './connectors-api.ts'
import css from './connectors.module.css'
import { Fresh, Mark, RunStatus, useBrought, useReason, useSaid } from './parts.tsx'

type Kind = ConnectorDefinition['kind'] | 'ALL' | 'CONNECTED'

/** What is connected, and what may be: each says what it reads before anybody connects it. */
export function Page() {
  const asked = useAsked<'/admin/customer_connectors'>()
  const review = Number(asked.review)
  return Number.isSafeInteger(review) && review > 0 ? <Reviewed id={review} /> : <Gallery />
}

/** A review of runs that fail leads to their connector (REV-29). */
function Reviewed({ id }: { readonly id: number }) {
  const { data, error } = useQuery({
    queryKey: ['review', id, 'connector'],
    queryFn: ({ signal }) =>
      api.get<{ readonly object: { readonly target: { readonly entity: string; readonly id: number } | null } }>(`/review/${id}`, { signal }),
  })
  const target = data?.object.target
  if (target?.entity === 'customer_connector') return <Navigate to={path('/admin/customer_connectors/$id/jobs', { id: target.id })} replace />
  return data || error ? <Gallery /> : <SkeletonRows count={6} />
}

function Gallery() {
  const t = useWords('connectors')
  const said = useSaid()
  const ask = useAsk<'/admin/customer_connectors'>()
  const asked = useAsked<'/admin/customer_connectors'>()
  const kind: Kind = (['CONNECTED', ...connectorKinds] as const).find((one) => one === asked.kind) ?? 'ALL'
  const search = typeof asked.q === 'string' ? asked.q : ''
  const definitions = useDefinitions()
  const connected = useConnectors()
  const all = definitions.data?.objects ?? []
  const rows = connected.data ?? []
  const byService = new Map(all.map((one) => [one.identifier, one]))
  const fits = (...texts: readonly string[]) => texts.join(' ').toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())
  const shown = rows.filter((row) => {
    const definition = byService.get(row.connector ?? '')
    return (kind === 'ALL' || kind === 'CONNECTED' || definition?.kind === kind) && fits(row.name ?? '', definition ? said(definition.name) : '')
  })
  const available = kind === 'CONNECTED' ? [] : all.filter((one) => (kind === 'ALL' || one.kind === kind) && fits(said(one.name), said(one.description)))
  const { used = 0, limit = null } = definitions.data ?? {}
  const full = limit !== null && used >= limit
  const failed = definitions.error ?? connected.error
  const again = () => void Promise.all([definitions.refetch(), connected.refetch()])
  return (
    <Sheet canvas>
      <ListControls>
        <SearchBox label={t('pages_of.search')} value={search} onChange={(q) => ask({ q: q || undefined }, true)} />
        {limit === null ? null : (
          <span className={css.quota}>
            <QuotaBar used={used} limit={limit} />
            <QuotaFigure used={used} limit={limit} words={t('pages_of.quota', { used, limit })} />
          </span>
        )}
      </ListControls>
      <Tabs
        label={t('pages.customer_connectors')}
        value={kind}
        onChange={(value) => ask({ kind: value === 'ALL' ? undefined : value }, true)}
        tabs={[
          { value: 'ALL', label: t('pages_of.all'), count: definitions.data ? all.length : undefined },
          { value: 'CONNECTED', label: t('pages_of.connected'), count: connected.data ? rows.length : undefined },
          ...connectorKinds.flatMap((one) => {
            const count = all.filter((definition) => definition.kind === one).length
            return count > 0 ? [{ value: one, label: t(`kinds.${one}`), count }] : []
          }),
        ]}
      />
      <div className={css.ground}>
        {failed ? <ErrorState reason={failed} onRetry={again} /> : null}
        {!failed && (!definitions.data || !connected.data) ? <SkeletonRows count={8} /> : null}
        <Stack gap={20}>
          {shown.length > 0 ? <Connected rows={shown} byService={byService} /> : null}
          {definitions.data && connected.data && shown.length === 0 && available.length === 0 ? <Nothing title={t('pages_of.no_match')} /> : null}
          {definitions.data && available.length > 0 ? (
            <section aria-label={t('pages_of.available')}>
              <Row gap={8} align="baseline" wrap below={10}>
                <Text as="h2" size={14} weight={600}>
                  {t('pages_of.available')}
                </Text>
                <Text size={12} tone="quiet">
                  {t('pages_of.available_text', { count: available.length })}
                </Text>
              </Row>
              <ul className={css.cards}>
                {available.map((definition) => (
                  <Card key={definition.identifier} definition={definition} full={full} />
                ))}
              </ul>
            </section>
          ) : null}
        </Stack>
      </div>
    </Sheet>
  )
}

function Connected({ rows, byService }: { readonly rows: readonly Connector[]; readonly byService: ReadonlyMap<string, ConnectorDefinition> }) {
  const t = useWords('connectors')
  const format = useFormat()
  const said = useSaid()
  const reason = useReason()
  const brought = useBrought()
  const fed = useFedMetrics(rows.map(({ id }) => id))
  const metrics = fed.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return (
    <Block title={t('pages_of.connected')} sub={t('pages_of.connected_text', { count: rows.length, metrics })}>
      <div className={css.scroll}>
        <table className={css.table} aria-label={t('pages_of.connected')}>
          <thead>
            <tr>
              <th scope="col">{t('entities.customer_connector.one')}</th>
              <th scope="col">{t('pages_of.columns.brings')}</th>
              <th scope="col">{t('entities.customer_connector.fields.last_status')}</th>
              <th scope="col">{t('entities.customer_connector.fields.last_counts')}</th>
              <th scope="col">{t('entities.customer_connector.fields.fresh_until')}</th>
              <th scope="col" className={css.figure}>
                {t('entities.customer_connector.fields.next_at')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => {
              const definition = byService.get(row.connector ?? '')
              return (
                <tr key={row.id}>
                  <td>
                    <Row gap={10} align="start">
                      <Mark mark={definition?.mark ?? '··'} />
                      <div>
                        <Link to={path('/admin/customer_connectors/$id/jobs', { id: row.id })} className={css.name}>
                          {row.name}
                        </Link>
                        <Text as="p" size={12} tone="quiet">
                          {row.perimeters.map(({ name }) => name).join(', ') || (definition ? said(definition.name) : row.connector)}
                        </Text>
                      </div>
                    </Row>
                  </td>
                  <td>{[fed[at] ? t('pages_of.some_metrics', { count: fed[at] }) : '', row.register ? t('pages_of.gaps') : ''].filter(Boolean).join(' · ')}</td>
                  <td>
                    {row.last_status ? <RunStatus status={row.last_status} /> : <Text tone="quiet">{t('pages_of.no_run')}</Text>}
                    <Text as="p" size={12} tone="quiet" figures>
                      {format.dateTime(row.last_at)}
                    </Text>
                  </td>
                  <td>{row.last_status === 'FAILED' ? <Text tone="bad">{reason(row.last_error)}</Text> : <Text figures>{brought(row.last_counts)}</Text>}</td>
                  <td>
                    <Fresh good={row.good_at} until={row.fresh_until} />
                  </td>
                  <td className={css.figure}>
                    <Text figures>{row.paused ? t('entities.customer_connector.fields.paused') : format.dateTime(row.next_at)}</Text>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Block>
  )
}

function Card({ definition, full }: { readonly definition: ConnectorDefinition; readonly full: boolean }) {
  const t = useWords('connectors')
  const said = useSaid()
  const name = said(definition.name)
  const feeds = [
    definition.metrics.length > 0
      ? t('pages_of.some_metrics', { count: definition.metrics.length })
      : definition.produces.includes('metrics')
        ? t('pages_of.own_metrics')
        : '',
    definition.produces.includes('issues') ? t('pages_of.gaps') : '',
    definition.produces.includes('tickets') ? t('kinds.TICKETING') : '',
  ].filter(Boolean)
  return (
    <li className={css.card}>
      <Row gap={10} align="start">
        <Mark mark={definition.mark} />
        <div>
          <Text as="h3" size={13} weight={600}>
            {name}
          </Text>
          <Text as="p" size={12} tone="quiet">
            {[t(`kinds.${definition.kind}`), ...(definition.needs_worker ? [t('pages_of.needs_worker')] : [])].join(' · ')}
          </Text>
        </div>
      </Row>
      <Text as="p" tone="soft">
        {said(definition.description)}
      </Text>
      <Row spread="between" align="center" gap={8} wrap>
        <Text size={12} tone="quiet">
          {feeds.join(' · ')}
        </Text>
        {full ? (
          <Text size={12} tone="bad">
            {t('errors.quota')}
          </Text>
        ) : (
          <ButtonLink size="sm" to={path('/admin/customer_connectors/new/$identifier', { identifier: definition.identifier })}>
            {t('pages_of.connect')}
            <Text spoken> {name}</Text>
          </ButtonLink>
        )}
      </Row>
    </li>
  )
}
