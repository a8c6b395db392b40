import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { Switch } from '#kit/web/ui/check.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { connectorKinds, type ConnectorDefinition } from '#areas/connectors/contract/calls.ts'
import { offerService, useDefinitions } from './connectors-api.ts'
import css from './connectors.module.css'
import { Mark, Reads, useSaid } from './parts.tsx'
import { told } from './told.ts'

/** Every service with what it reads, brings and never does; the provider says which are offered (ADM-26, ADM-39). */
export function Page() {
  const t = useWords('connectors')
  const ask = useAsk<'/admin/connectors'>()
  const asked = useAsked<'/admin/connectors'>()
  const { data, error, refetch } = useDefinitions()
  const kind = connectorKinds.find((one) => one === asked.kind) ?? 'ALL'
  const all = data?.objects ?? []
  const shown = all.filter((one) => kind === 'ALL' || one.kind === kind)
  return (
    <Sheet canvas>
      <Tabs
        label={t('pages_of.kinds')}
        value={kind}
        onChange={(value) => ask({ kind: value === 'ALL' ? undefined : value }, true)}
        tabs={[
          { value: 'ALL' as const, label: t('pages_of.all'), count: data ? all.length : undefined },
          ...connectorKinds.flatMap((one) => {
            const count = all.filter((definition) => definition.kind === one).length
            return count > 0 ? [{ value: one, label: t(`kinds.${one}`), count }] : []
          }),
        ]}
      />
      <div className={css.ground}>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonRows count={8} /> : null}
        {data && shown.length === 0 ? <EmptyState title={t('pages_of.nothing_offered')} /> : null}
        <ul className={css.cards}>
          {shown.map((definition) => (
            <Card key={definition.identifier} definition={definition} mayOffer={data?.edit_right ?? false} />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

function Card({ definition, mayOffer }: { readonly definition: ConnectorDefinition; readonly mayOffer: boolean }) {
  const t = useWords('connectors')
  const said = useSaid()
  const [open, setOpen] = useState(false)
  const { identifier, mark, name, kind, needs_worker: needsWorker, description, api, enabled } = definition
  return (
    <li className={css.card}>
      <Row gap={10} align="start">
        <Mark mark={mark} />
        <div>
          <Text as="h2" size={13} weight={600}>
            {said(name)}
          </Text>
          <Text as="p" size={12} tone="quiet">
            {[t(`kinds.${kind}`), ...(needsWorker ? [t('pages_of.needs_worker')] : []), api].join(' · ')}
          </Text>
        </div>
      </Row>
      <Text as="p" tone="soft">
        {said(description)}
      </Text>
      {open ? (
        <Stack gap={10}>
          <Reads definition={definition} />
          {definition.metrics.length > 0 ? (
            <section aria-label={t('pages_of.fills')}>
              <Text as="h3" size={13} weight={600} below={6}>
                {t('pages_of.fills')}
              </Text>
              <ul>
                {definition.metrics.map((metric) => (
                  <li key={metric.key}>
                    <Text as="p">{said(metric.name)}</Text>
                    <Text as="p" size={12} tone="quiet" below={6}>
                      {said(metric.description)}
                    </Text>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </Stack>
      ) : null}
      <Row spread="between" align="center" gap={8} wrap>
        <Button size="sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'pages_of.less' : 'pages_of.what_it_reads')}
          <Text spoken> {said(name)}</Text>
        </Button>
        {mayOffer ? (
          <Switch
            label={
              <>
                {t('pages_of.enabled')}
                <Text spoken> {said(name)}</Text>
              </>
            }
            checked={enabled}
            onChange={(event) => void told(offerService(identifier, event.target.checked))}
          />
        ) : null}
      </Row>
    </li>
  )
}
