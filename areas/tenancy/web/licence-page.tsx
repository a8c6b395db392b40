import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check, ChevronRight, CircleAlert, Info, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { listCustomers } from '#areas/tenancy/contract/customer.ts'
import type { Licence, LicenceQuota, listCounted, readLicence, updateLicence } from '#areas/tenancy/contract/licence.ts'
import type { askAppointment } from '#areas/tenancy/contract/trial.ts'
import { features } from '#kit/contract/right.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsk, useAsked } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block, Page as Sheet } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { AddOns } from './add-ons.tsx'
import { QuotaBar, QuotaFigure } from './quota-bar.tsx'
import css from './licence.module.css'

const licenceKey = 'licence'

/** What the organisation may have and has: every number opens the rows that it counts (ADM-24, QTA-06). Outside of any, that of the one chosen. */
export function Page() {
  const t = useWords('tenancy')
  const session = useSession()
  const ask = useAsk<'/admin/licenses'>()
  const asked = useAsked<'/admin/licenses'>()
  const outside = session.customer === null
  const customer = outside ? Number(asked.customer) || undefined : undefined
  return (
    <Sheet canvas>
      {outside ? <Choice value={customer} onChange={(id) => ask({ customer: id, quota: undefined })} /> : null}
      {outside && customer === undefined ? <EmptyState title={t('licence.choose_hint')} /> : <Shown key={customer ?? 0} customer={customer} />}
    </Sheet>
  )
}

function Choice({ value, onChange }: { readonly value: number | undefined; readonly onChange: (id: number | undefined) => void }) {
  const t = useWords('tenancy')
  const list = useQuery({ queryKey: ['customer', 'all'], queryFn: ({ signal }) => api.call<typeof listCustomers>('GET /customer', { query: {}, signal }) })
  const options = (list.data?.objects ?? []).filter(({ kind }) => kind === 'ORGANISATION').map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className={css.choice}>
      <Select
        label={t('licence.choose')}
        loading={list.isPending}
        options={options}
        value={value === undefined ? null : String(value)}
        onChange={(id) => onChange(id === null ? undefined : Number(id))}
      />
    </div>
  )
}

function Shown({ customer }: { readonly customer: number | undefined }) {
  const t = useWords('tenancy')
  const format = useFormat()
  const ask = useAsk<'/admin/licenses'>()
  const asked = useAsked<'/admin/licenses'>()
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [licenceKey, customer ?? 0],
    queryFn: async ({ signal }) => (await api.call<typeof readLicence>('GET /licence', { query: { ...(customer && { customer }) }, signal })).object,
    staleTime: 0,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  const open = data.quotas.find(({ name }) => name === asked.quota)
  const reached = data.quotas.filter(({ used, limit }) => limit !== null && used >= limit)
  return (
    <div className={css.page}>
      <Facts licence={data} onEdit={data.edit_right ? () => setEditing(true) : undefined} />
      <Grid gap={12} className={css.columns} data-open={open ? true : undefined}>
        <Stack gap={12} narrows>
          <Block title={t('licence.used')} sub={t('licence.counted', { moment: format.dateTime(data.counted_at) })}>
            <ul className={css.quotas}>
              {data.quotas.map((quota) => (
                <QuotaRow key={quota.name} quota={quota} open={quota === open} onOpen={() => ask({ quota: quota === open ? undefined : quota.name }, true)} />
              ))}
            </ul>
          </Block>
          {reached.length > 0 ? (
            <Stack as="ul" gap={8}>
              {reached.map(({ name, refused }) => (
                <li key={name} className={css.reached}>
                  <CircleAlert size={16} aria-hidden />
                  <span>
                    <b>{t(`customer.quotas.${name}`)}</b> {refused}
                  </span>
                </li>
              ))}
            </Stack>
          ) : null}
          <Block title={t('licence.features')} sub={t('licence.features_sub', { count: data.features.length, total: features.length })}>
            <Row as="ul" wrap gap={6}>
              {features.map((feature) => (
                <li key={feature} data-absent={data.features.includes(feature) ? undefined : true} className={css.feature}>
                  {data.features.includes(feature) ? <Check size={13} aria-hidden /> : null}
                  <Tag>{t(`customer.features.${feature}`)}</Tag>
                </li>
              ))}
            </Row>
          </Block>
        </Stack>
        {open ? (
          <Stack narrows>
            <Counted key={open.name} quota={open} customer={customer} />
          </Stack>
        ) : null}
      </Grid>
      {customer === undefined && (['customer_option.write', 'organisation_settings.read'] as const).every((right) => session.rights.includes(right)) ? (
        <Stack narrows>
          <AddOns />
        </Stack>
      ) : null}
      {editing ? <EditDialog licence={data} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

function Facts({ licence, onEdit }: { readonly licence: Licence; readonly onEdit: (() => void) | undefined }) {
  const t = useWords('tenancy')
  const format = useFormat()
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const { ends_on, days_left: left, add_ons, trials, log_retention_days: days, dashboard_history: versions } = licence
  return (
    <dl className={css.facts}>
      <div>
        <dt>{licence.provider}</dt>
        <dd>{licence.name}</dd>
        <dd>
          {onEdit ? (
            <Button size="sm" icon={<Pencil size={13} aria-hidden />} onClick={onEdit}>
              {t('licence.edit')}
            </Button>
          ) : session.customer && session.rights.includes('customer_option.write') ? (
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('licence.ask')}
            </Button>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>{t('licence.runs_until')}</dt>
        <dd>{ends_on ? format.date(ends_on) : t('licence.no_end')}</dd>
        {left === null ? null : <dd>{left < 0 ? t('licence.ended') : t('licence.days_left', { days: left })}</dd>}
      </div>
      <div>
        <dt>{t('licence.add_ons')}</dt>
        <dd>{add_ons.map((name) => t(`customer.properties.${name}`)).join(', ') || t('licence.no_add_ons')}</dd>
      </div>
      <div>
        <dt>{t('licence.trials')}</dt>
        <dd>{trials.map(({ type }) => t(`trial.types.${type}`)).join(', ') || t('licence.no_trials')}</dd>
        {trials.map(({ type, days_left: over }) => (
          <dd key={type}>{t('licence.trial_left', { days: over })}</dd>
        ))}
      </div>
      <div>
        <dt>{t('licence.log')}</dt>
        <dd>{t('licence.log_days', { days })}</dd>
        <dd>{t('licence.versions', { count: versions })}</dd>
      </div>
      {asking ? <AskDialog onClose={() => setAsking(false)} /> : null}
    </dl>
  )
}

/** Writes to the provider, who alone changes a licence. */
function AskDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('tenancy')
  const [comment, setComment] = useState('')
  const send = async () => (await api.call<typeof askAppointment>('POST /customer/appointment', { body: { comment } })).message
  return (
    <FormDialog title={t('licence.ask')} action={t('licence.ask_send')} dirty={comment !== ''} complete={comment.trim() !== ''} send={send} onClose={onClose}>
      {(errorOf) => (
        <TextArea
          label={t('licence.ask_what')}
          maxLength={1000}
          value={comment}
          error={errorOf('comment')}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
    </FormDialog>
  )
}

function QuotaRow({ quota, open, onOpen }: { readonly quota: LicenceQuota; readonly open: boolean; readonly onOpen: () => void }) {
  const t = useWords('tenancy')
  const { name, used, limit } = quota
  const words = limit === null ? t('licence.of_unlimited', { used }) : t('licence.of', { used, limit })
  return (
    <li>
      <button type="button" className={css.quota} aria-expanded={open} onClick={onOpen}>
        <span className={css.name}>
          <b>{t(`customer.quotas.${name}`)}</b>
          <Text size={12} tone="quiet">
            {t(`licence.rules.${name}`)}
          </Text>
        </span>
        <QuotaBar used={used} limit={limit} />
        <QuotaFigure used={used} limit={limit} words={words} />
        <ChevronRight size={14} aria-hidden />
      </button>
    </li>
  )
}

/** The rows that the bar counts: one query, so that they cannot disagree. */
function Counted({ quota: { name, entity }, customer }: { readonly quota: LicenceQuota; readonly customer: number | undefined }) {
  const t = useWords('tenancy')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [licenceKey, 'counted', customer ?? 0, name],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.call<typeof listCounted>('GET /licence/counted', {
        query: { quota: name, ...(customer && { customer }), ...(pageParam > 0 && { after: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const rows = data?.pages.flatMap(({ objects }) => objects) ?? []
  const total = data?.pages[0]?.total ?? 0
  const page = customer === undefined ? pageOfEntity(entity) : undefined
  return (
    <Block title={t(`customer.quotas.${name}`)} sub={data ? t('licence.counted_total', { count: total }) : ''}>
      <Row gap={8} padX={12} padY={8} edge="all" corner={8} size={12} tone="soft" below={8}>
        <Info size={14} aria-hidden />
        <span>{t(`licence.rules.${name}`)}</span>
      </Row>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        rows.length > 0 ? (
          <ul className={css.rows}>
            {rows.map((row) => (
              <li key={row.id}>
                {row.identifier ? <Text tone="quiet">{row.identifier}</Text> : null}
                {page ? <Link to={path(page.path, { id: row.id })}>{row.name || row.identifier}</Link> : <span>{row.name}</span>}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={t('licence.none_counted')} />
        )
      ) : error ? null : (
        <SkeletonRows count={6} />
      )}
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('licence.more', { count: Math.min(100, total - rows.length) })}
        </Button>
      ) : null}
    </Block>
  )
}

function EditDialog({ licence, onClose }: { readonly licence: Licence; readonly onClose: () => void }) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [limits, setLimits] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(licence.quotas.map(({ name, limit }) => [name, limit?.toString() ?? ''])),
  )
  const [endsOn, setEndsOn] = useState(licence.ends_on)
  const [dirty, setDirty] = useState(false)
  const send = async () => {
    const quotas = Object.fromEntries(licence.quotas.map(({ name }) => [name, limits[name] ? Number(limits[name]) : null]))
    const { message, object } = await api.call<typeof updateLicence>('PUT /licence/{id}', {
      params: { id: licence.id },
      body: { quotas, ends_on: endsOn, version: licence.version },
    })
    queryClient.setQueryData([licenceKey, licence.id], object)
    return message
  }
  return (
    <FormDialog title={t('licence.edit')} action={kit('actions.save')} dirty={dirty} send={send} onClose={onClose}>
      {(errorOf) => (
        <Stack gap={12} onChange={() => setDirty(true)}>
          <DateInput label={t('licence.ends_on')} value={endsOn} error={errorOf('ends_on')} onChange={setEndsOn} />
          {licence.quotas.map(({ name }) => (
            <TextInput
              key={name}
              label={t('licence.limit', { name: t(`customer.quotas.${name}`) })}
              inputMode="numeric"
              placeholder={t('customer.unlimited')}
              value={limits[name] ?? ''}
              error={errorOf(`quotas.${name}`)}
              onChange={(event) => setLimits({ ...limits, [name]: event.target.value.replaceAll(/\D/g, '').slice(0, 7) })}
            />
          ))}
        </Stack>
      )}
    </FormDialog>
  )
}
