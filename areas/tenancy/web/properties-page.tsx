import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { listPropertyUse, removeProperty } from '#areas/tenancy/contract/metadata-property.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useListState } from '#kit/web/resource/use-list-state.ts'
import type { Column, RowAction } from '#kit/web/table/columns.ts'
import { WholeList } from '#kit/web/table/whole-list.tsx'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { PropertyDialog } from './property-dialog.tsx'
import { useProperties, type NamedProperty } from './use-properties.ts'
import css from './customers.module.css'

/** `name`: by which it is sorted and found, that of a branch after its sector's. */
interface PropertyRow extends NamedProperty {
  readonly name: string
  readonly customers: number
  readonly view_right: boolean
}

const columnsOf = (t: WordsOf<'tenancy'>): readonly Column<PropertyRow>[] => [
  {
    name: 'name',
    label: t('property.fields.name'),
    width: 320,
    grow: true,
    sortable: true,
    cell: (row) => (
      <Text className={row.parent === null ? undefined : css.below} weight={row.kind === 'SECTOR_HIGH' ? 600 : undefined}>
        {row.label}
      </Text>
    ),
  },
  { name: 'identifier', label: t('property.fields.identifier'), width: 220, sortable: true, cell: (row) => row.identifier },
  {
    name: 'customers',
    label: t('property.fields.customers'),
    width: 130,
    align: 'end',
    sortable: true,
    cell: (row) => (row.customers > 0 ? <Link to={path('/admin/customer', { property: row.identifier })}>{row.customers}</Link> : row.customers),
  },
  { name: 'kind', label: t('property.fields.kind'), width: 120, sortable: true, cell: (row) => t(`property.new_kind.${row.kind}`) },
]

const defaults = { view: 'sectors', sort: [{ name: 'name', order: 'asc' as const }] }

/** What organisations are compared by, as trees that the provider looks after (ADM-28). */
export function Page() {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [state, change] = useListState(defaults)
  const [edited, setEdited] = useState<NamedProperty | 'new'>()
  const { query, rows } = useProperties()
  const use = useQuery({
    queryKey: ['metadata_property', 'use'],
    meta: { essential: true },
    queryFn: ({ signal }) => api.call<typeof listPropertyUse>('GET /metadata_property/use', { signal }),
  })
  const editable = use.data?.edit_right ?? false
  const countries = state.view === 'countries'
  const shown = useMemo(() => {
    const counts = new Map(use.data?.objects.map(({ identifier, customers }) => [identifier, customers]))
    return use.data && rows
      ? rows.map((row): PropertyRow => ({ ...row, name: row.path, customers: counts.get(row.identifier) ?? 0, view_right: use.data.edit_right }))
      : undefined
  }, [rows, use.data])
  const columns = useMemo(() => columnsOf(t), [t])
  const remove = async ({ id, label }: PropertyRow) => {
    if (!(await confirm({ title: t('property.delete_confirm', { name: label }), confirm: kit('actions.delete'), danger: true }))) return
    try {
      const { message = '' } = await api.call<typeof removeProperty>('DELETE /metadata_property/{id}', { params: { id } })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await invalidate('metadata_property')
  }
  const actions: readonly RowAction<PropertyRow>[] = [
    { name: 'edit', label: kit('actions.edit'), icon: Pencil, show: () => editable, run: setEdited },
    {
      name: 'delete',
      label: kit('actions.delete'),
      icon: Trash2,
      danger: true,
      show: (row) => editable && row.customers === 0,
      run: (row) => void remove(row),
    },
  ]
  const of = (country: boolean) => shown?.filter(({ kind }) => (kind === 'COUNTRY') === country)
  return (
    <>
      <WholeList
        label={t('property.many')}
        hint={t('property.hint')}
        columns={columns}
        rows={of(countries)}
        query={use.error ? use : query}
        actions={actions}
        {...(editable && { onOpen: setEdited })}
        tools={
          editable ? (
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('new')}>
              {t('property.new')}
            </Button>
          ) : null
        }
        empty={<EmptyState title={t('property.none')} />}
        noMatch={t('property.no_match')}
        tabs={
          <Tabs
            label={t('property.fields.kind')}
            value={countries ? 'countries' : 'sectors'}
            onChange={(view) => change({ view })}
            tabs={[
              { value: 'sectors' as const, label: t('property.sectors'), count: of(false)?.length },
              { value: 'countries' as const, label: t('property.kinds.COUNTRY'), count: of(true)?.length },
            ]}
          />
        }
        panel={null}
      />
      {edited ? (
        <PropertyDialog property={edited === 'new' ? undefined : edited} kind={countries ? 'COUNTRY' : 'SECTOR_LOW'} onClose={() => setEdited(undefined)} />
      ) : null}
    </>
  )
}
