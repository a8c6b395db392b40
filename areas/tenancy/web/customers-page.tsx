import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, LogIn, Pencil, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Customer, listCustomers, updateCustomer } from '#areas/tenancy/contract/customer.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { enterCustomer } from '#kit/web/enter-customer.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import type { Column, RowAction } from '#kit/web/table/columns.ts'
import { WholeList } from '#kit/web/table/whole-list.tsx'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { CustomerDialog } from './customer-dialog.tsx'

type CustomerRow = Customer & { readonly view_right: boolean }

/** Of which instance an organisation is tells nothing while there is one alone. */
const columnsOf = (t: WordsOf<'tenancy'>, kit: WordsOf<'kit'>, format: Format, several: boolean): readonly Column<CustomerRow>[] => [
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
  { name: 'members', label: t('customer.fields.members'), width: 110, align: 'end', sortable: true, cell: (row) => row.members },
  { name: 'lang', label: t('customer.fields.lang'), width: 110, sortable: true, cell: (row) => kit(`language.${row.lang}`) },
  { name: 'time_zone', label: t('customer.fields.time_zone'), width: 160, sortable: true, cell: (row) => row.time_zone },
  {
    name: 'created_at',
    label: t('customer.fields.created_at'),
    width: 120,
    sortable: true,
    cell: (row) => format.date(row.created_at),
  },
  {
    name: 'disabled',
    label: t('customer.fields.status'),
    width: 130,
    sortable: true,
    cell: (row) => (
      <StatusBadge tone={row.disabled ? 'off' : 'success'} glyph={row.disabled ? 'minus' : 'check'}>
        {t(row.disabled ? 'customer.disabled' : 'customer.enabled')}
      </StatusBadge>
    ),
  },
]

/** The organisations of the installation, for the provider's staff; from here one enters them, by the verb alone: a name that is touched opens its settings (ADM-01). */
export function Page() {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const format = useFormat()
  const [edited, setEdited] = useState<Customer | 'new'>()
  const list = useQuery({
    queryKey: ['customer', 'all'],
    meta: { essential: true },
    queryFn: ({ signal }) => api.call<typeof listCustomers>('GET /customer', { query: {}, signal }),
  })
  const mayWrite = list.data?.add_right ?? false
  const rows = useMemo(() => list.data?.objects.map((customer): CustomerRow => ({ ...customer, view_right: mayWrite })), [list.data, mayWrite])

  const several = useMemo(() => new Set(list.data?.objects.map(({ instance }) => instance.id)).size > 1, [list.data])
  const columns = useMemo(() => columnsOf(t, kit, format, several), [t, kit, format, several])

  const enter = ({ id }: Customer) => void enterCustomer(id)
  const setDisabled = async ({ id, name, version }: Customer, disabled: boolean) => {
    if (disabled && !(await confirm({ title: t('customer.disable_confirm', { name }), confirm: t('customer.disable'), danger: true }))) return
    try {
      const { message = '' } = await api.call<typeof updateCustomer>('PUT /customer/{id}', {
        params: { id },
        body: { disabled, version },
      })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await invalidate('customer')
  }
  const actions: readonly RowAction<CustomerRow>[] = [
    {
      name: 'enter',
      label: t('customer.enter'),
      icon: LogIn,
      quick: true,
      show: (row) => !row.disabled,
      run: enter,
    },
    { name: 'edit', label: kit('actions.edit'), icon: Pencil, show: () => mayWrite, run: setEdited },
    {
      name: 'disable',
      label: t('customer.disable'),
      icon: Ban,
      danger: true,
      show: (row) => mayWrite && !row.disabled,
      run: (row) => void setDisabled(row, true),
    },
    {
      name: 'enable',
      label: t('customer.enable'),
      icon: CircleCheck,
      show: (row) => mayWrite && row.disabled,
      run: (row) => void setDisabled(row, false),
    },
  ]

  return (
    <>
      <WholeList
        label={t('customer.many')}
        columns={columns}
        rows={rows}
        query={list}
        actions={actions}
        onOpen={setEdited}
        tools={
          mayWrite ? (
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('new')}>
              {t('customer.new')}
            </Button>
          ) : null
        }
        empty={
          <EmptyState
            title={t('customer.none')}
            text={t('customer.none_hint')}
            way={mayWrite ? { label: t('customer.new'), run: () => setEdited('new') } : undefined}
          />
        }
        noMatch={t('customer.no_match')}
      />
      {edited ? <CustomerDialog customer={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  )
}
