import { useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay, LogIn, Pencil, Plus, Trash2, Undo2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { customerStates, type Customer, type CustomerUsage, type listCustomers } from '#areas/tenancy/contract/customer.ts'
import { api } from '#kit/web/api/client.ts'
import { enterCustomer } from '#kit/web/enter-customer.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { useListState } from '#kit/web/resource/use-list-state.ts'
import type { Column, RowAction } from '#kit/web/table/columns.ts'
import { WholeList } from '#kit/web/table/whole-list.tsx'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { CustomerStateMark } from './customer-state.tsx'
import { isNear, useUsage } from './customer-usage.ts'
import { PeopleDialog, PeopleFigure, type PeopleAsked } from './people-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { QuotaBar, QuotaFigure } from './quota-bar.tsx'
import { resumeCustomer } from './resume-customer.ts'
import { SuspendDialog } from './suspend-dialog.tsx'
import { useProperties } from './use-properties.ts'
import css from './customers.module.css'

type CustomerRow = Customer & { readonly view_right: boolean; readonly usage: CustomerUsage | undefined }

/** Of which instance an organisation is tells nothing while there is one alone. */
const columnsOf = (t: WordsOf<'tenancy'>, format: Format, several: boolean, openPeople: (asked: PeopleAsked) => void): readonly Column<CustomerRow>[] => [
  {
    name: 'name',
    label: t('customer.fields.name'),
    width: 240,
    grow: true,
    sortable: true,
    cell: (row) => (
      <Row as="span" inline align="center" gap={8} narrows weight={500}>
        <CustomerMark name={row.name} color={row.color} logo={row.logo} />
        {row.name}
      </Row>
    ),
  },
  { name: 'kind', label: t('customer.fields.kind'), width: 130, sortable: true, cell: (row) => t(`customer.kinds.${row.kind}`) },
  ...(several ? [{ name: 'instance', label: t('customer.fields.instance'), width: 150, sortable: true, cell: (row: CustomerRow) => row.instance.name }] : []),
  {
    name: 'members',
    label: t('customer.fields.members'),
    width: 110,
    align: 'end',
    sortable: true,
    cell: (row) => (
      <PeopleFigure
        count={row.members}
        label={t('customer.people_of_count', { name: row.name, count: row.members })}
        onOpen={() => openPeople({ customer: row, active: false })}
      />
    ),
  },
  {
    name: 'active_users',
    label: t('customer.fields.active_users'),
    width: 130,
    align: 'end',
    sortable: true,
    value: ({ usage }) => usage?.active_users ?? null,
    cell: (row) =>
      row.usage ? (
        <PeopleFigure
          count={row.usage.active_users}
          label={t('customer.people_active_count', { name: row.name, count: row.usage.active_users })}
          onOpen={() => openPeople({ customer: row, active: true })}
        />
      ) : (
        '…'
      ),
  },
  ...(['pilots', 'perimeters'] as const).map((name): Column<CustomerRow> => ({
    name,
    label: t(`customer.quotas.${name}`),
    width: 150,
    sortable: true,
    value: ({ usage }) => usage?.used[name] ?? null,
    cell: ({ usage, quotas }) => (usage ? <UsedOf used={usage.used[name]} limit={quotas[name] ?? null} /> : '…'),
  })),
  {
    name: 'state',
    label: t('customer.fields.status'),
    width: 180,
    sortable: true,
    cell: (row) => <CustomerStateMark customer={row} />,
  },
  {
    name: 'active_at',
    label: t('customer.fields.active_at'),
    width: 130,
    sortable: true,
    value: ({ usage }) => usage?.active_at ?? null,
    cell: ({ usage }) => (usage ? (usage.active_at ? format.dateTime(usage.active_at) : '—') : '…'),
  },
]

/** What is used of a quota, as a bar and as a figure. */
function UsedOf({ used, limit }: { readonly used: number; readonly limit: number | null }) {
  const t = useWords('tenancy')
  const format = useFormat()
  return (
    <span className={css.used}>
      <QuotaBar used={used} limit={limit} />
      <QuotaFigure used={used} limit={limit} words={limit === null ? format.number(used) : t('customer.used_of', { used, limit })} />
    </span>
  )
}

/** The sector, branch or country of which the page shows the organisations alone, and how it shows all again. */
function useChosenProperty() {
  const ask = useAsk<'/admin/customer'>()
  const { property: asked } = useAsked<'/admin/customer'>()
  const { rows } = useProperties()
  const found = typeof asked === 'string' ? (rows?.find(({ identifier }) => identifier === asked) ?? { identifier: asked, label: asked }) : undefined
  return [found, () => ask({ property: undefined })] as const
}

const defaults = { view: 'ALL', sort: [{ name: 'name', order: 'asc' as const }] }

/** The organisations of the installation, for the provider's staff; from here one enters them, by the verb alone: a name that is touched opens what is known of it (ADM-01). */
export function Page() {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const format = useFormat()
  const [state, change] = useListState(defaults)
  const [edited, setEdited] = useState<Customer | 'new'>()
  const [suspended, setSuspended] = useState<Customer>()
  const [deleted, setDeleted] = useState<Customer>()
  const [people, setPeople] = useState<PeopleAsked>()
  const list = useQuery({
    queryKey: ['customer', 'all'],
    meta: { essential: true },
    queryFn: ({ signal }) => api.call<typeof listCustomers>('GET /customer', { query: {}, signal }),
  })
  const mayWrite = list.data?.add_right ?? false
  const mayDelete = list.data?.delete_right ?? false
  const usage = useUsage(list.data?.objects)
  const [property, unchoose] = useChosenProperty()
  const rows = useMemo(
    () =>
      list.data?.objects
        .filter(({ sector, branch, country }) => property === undefined || [sector, branch, country].includes(property.identifier))
        .map((customer): CustomerRow => ({ ...customer, view_right: true, usage: usage?.get(customer.id) })),
    [list.data, usage, property],
  )

  const several = useMemo(() => new Set(list.data?.objects.map(({ instance }) => instance.id)).size > 1, [list.data])
  const columns = useMemo(() => columnsOf(t, format, several, setPeople), [t, format, several])

  const enter = ({ id }: Customer) => void enterCustomer(id)
  const counts = new Map(customerStates.map((one) => [one, rows?.filter((row) => row.state === one).length ?? 0]))
  const inState = customerStates.find((one) => one === state.view)
  const near = useMemo(() => rows?.filter((row) => isNear(row, row.usage)) ?? [], [rows])
  const isNearView = state.view === 'NEAR'
  const shown = useMemo(() => (isNearView ? near : inState ? rows?.filter((row) => row.state === inState) : rows), [rows, near, inState, isNearView])
  const open = rows?.find(({ id }) => id === state.id)
  const actions: readonly RowAction<CustomerRow>[] = [
    {
      name: 'enter',
      label: t('customer.enter'),
      icon: LogIn,
      quick: true,
      show: (row) => row.state === 'ENABLED',
      run: enter,
    },
    { name: 'edit', label: kit('actions.edit'), icon: Pencil, show: () => mayWrite, run: setEdited },
    {
      name: 'suspend',
      label: t('customer.suspend'),
      icon: CirclePause,
      danger: true,
      show: (row) => mayWrite && row.kind === 'ORGANISATION' && row.state === 'ENABLED',
      run: setSuspended,
    },
    {
      name: 'resume',
      label: t('customer.resume'),
      icon: CirclePlay,
      show: (row) => mayWrite && row.state === 'SUSPENDED',
      run: (row) => void resumeCustomer(row),
    },
    {
      name: 'take_back',
      label: t('customer.take_back'),
      icon: Undo2,
      show: (row) => mayDelete && row.state === 'IN_DELETION',
      run: (row) => void resumeCustomer(row),
    },
    {
      name: 'delete',
      label: t('customer.delete'),
      icon: Trash2,
      danger: true,
      show: (row) => mayDelete && row.kind === 'ORGANISATION' && row.state !== 'IN_DELETION',
      run: setDeleted,
    },
  ]

  return (
    <>
      <WholeList
        label={t('customer.many')}
        columns={columns}
        rows={shown}
        query={list}
        actions={actions}
        onOpen={({ id }) => change({ id })}
        tools={
          <>
            {property ? (
              <Button icon={<X size={14} aria-hidden />} aria-label={t('customer.without_property', { name: property.label })} onClick={unchoose}>
                {property.label}
              </Button>
            ) : null}
            {mayWrite ? (
              <Button variant={open ? 'default' : 'primary'} icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('new')}>
                {t('customer.new')}
              </Button>
            ) : null}
          </>
        }
        empty={
          <EmptyState
            title={t('customer.none')}
            text={t('customer.none_hint')}
            way={mayWrite ? { label: t('customer.new'), run: () => setEdited('new') } : undefined}
          />
        }
        noMatch={t('customer.no_match')}
        tabs={
          counts.get('ENABLED') === rows?.length && !inState && near.length === 0 && !isNearView ? null : (
            <Tabs
              label={t('customer.fields.status')}
              value={isNearView ? ('NEAR' as const) : (inState ?? 'ALL')}
              onChange={(view) => change({ view, id: undefined })}
              tabs={[
                { value: 'ALL' as const, label: t('customer.all_states'), count: rows?.length },
                ...(near.length > 0 || isNearView ? [{ value: 'NEAR' as const, label: t('customer.near'), count: near.length }] : []),
                ...customerStates
                  .filter((one) => one === inState || counts.get(one))
                  .map((one) => ({ value: one, label: t(`customer.states.${one}`), count: counts.get(one) })),
              ]}
            />
          )
        }
        panel={
          open ? (
            <CustomerPanel
              key={open.id}
              customer={open}
              usage={open.usage}
              rows={shown ?? []}
              editable={mayWrite}
              onOpen={(id) => change({ id })}
              onEdit={() => setEdited(open)}
              onSuspend={() => setSuspended(open)}
              onDelete={mayDelete ? () => setDeleted(open) : undefined}
            />
          ) : null
        }
      />
      {edited ? <CustomerDialog customer={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
      {deleted ? <DeleteDialog customer={deleted} onClose={() => setDeleted(undefined)} /> : null}
      {people ? <PeopleDialog asked={people} onClose={() => setPeople(undefined)} /> : null}
      {suspended ? <SuspendDialog customer={suspended} onClose={() => setSuspended(undefined)} /> : null}
    </>
  )
}
