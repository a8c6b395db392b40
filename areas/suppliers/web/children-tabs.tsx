import { Pencil, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import type { EntityDef, RowOf } from '#kit/contract/entity.ts'
import { useRight } from '#kit/web/api/session.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Due, type Contract, type Service, type Supplier } from './presentation.tsx'
import css from './suppliers.module.css'
import { useRows } from './use-rows.ts'

const ChildDialog = lazy(async () => ({ default: (await import('./child-dialog.tsx')).ChildDialog }))

interface ChildrenProps<E extends EntityDef> {
  readonly row: Supplier
  readonly entity: E
  readonly sort: string
  readonly page: '/ops/suppliers/services' | '/ops/suppliers/contracts'
  readonly words: { readonly add: string; readonly none: string; readonly none_text: string; readonly all: string }
  readonly initial: Readonly<Record<string, unknown>>
  readonly line: (child: RowOf<E>) => ReactNode
}

/** What belongs to a supplier, added and changed without leaving it. */
function Children<E extends EntityDef>({ row, entity, sort, page, words, initial, line }: ChildrenProps<E>) {
  const t = useWords('suppliers')
  const filters = [{ name: 'supplier', selected_options: [row.id] }]
  const { data, error, refetch } = useRows(entity, filters, sort)
  const [open, setOpen] = useState<RowOf<E> | 'new'>()
  const adds = useRight(entity.rights.create ?? 'none.none') && row.edit_right
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  const add = adds ? { label: words.add, run: () => setOpen('new') } : undefined
  return (
    <div className={css.tab}>
      {data.objects.length === 0 ? (
        <EmptyState title={words.none} text={words.none_text} way={add} />
      ) : (
        <>
          <div className={css.bar}>
            {adds ? (
              <Button icon={<Plus size={14} aria-hidden />} onClick={() => setOpen('new')}>
                {words.add}
              </Button>
            ) : null}
            <Link to={rowsAt(path(page), filters)}>{words.all}</Link>
          </div>
          <ul className={css.list}>
            {data.objects.map((child) => {
              const name = (child as { name?: string | null }).name ?? ''
              return (
                <li key={child.id}>
                  <div className={css.main}>
                    <Link to={path(page, { id: child.id })}>{name}</Link>
                    {child.edit_right ? (
                      <IconButton size="sm" label={t('children.edit', { name })} onClick={() => setOpen(child)}>
                        <Pencil size={13} aria-hidden />
                      </IconButton>
                    ) : null}
                  </div>
                  <div className={css.about}>{line(child)}</div>
                </li>
              )
            })}
          </ul>
        </>
      )}
      <Suspense>
        {open ? (
          <ChildDialog
            entity={entity}
            row={open === 'new' ? undefined : open}
            initial={{ supplier: { id: row.id, name: row.name ?? '' }, ...initial }}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

export function ServicesTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  return (
    <Children
      row={row}
      entity={supplierService}
      sort="name"
      page="/ops/suppliers/services"
      words={{ add: t('children.add_service'), none: t('children.no_services'), none_text: t('children.no_services_text'), all: t('children.all_services') }}
      initial={{ provision_country: row.country }}
      line={(service) => <ServiceLine service={service} />}
    />
  )
}

function ServiceLine({ service }: { readonly service: Service }) {
  const t = useWords('suppliers')
  const { function_name, function_critical, ict_type, personal_data, sensitivity, storage_country } = service
  return (
    <>
      {function_name ? <span>{function_name}</span> : null}
      {function_critical === 'YES' ? <Tag>{t('overview.critical')}</Tag> : null}
      {personal_data ? <Tag>{t('overview.personal')}</Tag> : null}
      {ict_type && ict_type !== 'NONE' ? <span>{t(`entities.supplier_service.choices.ict_type.${ict_type}`)}</span> : null}
      {sensitivity ? (
        <span>
          {t('entities.supplier_service.fields.sensitivity')} {t(`entities.supplier_service.choices.sensitivity.${sensitivity}`)}
        </span>
      ) : null}
      {storage_country ? (
        <span>
          {t('entities.supplier_service.fields.storage_country')} {storage_country}
        </span>
      ) : null}
    </>
  )
}

export function ContractsTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  return (
    <Children
      row={row}
      entity={supplierContract}
      sort="end_date"
      page="/ops/suppliers/contracts"
      words={{
        add: t('children.add_contract'),
        none: t('children.no_contracts'),
        none_text: t('children.no_contracts_text'),
        all: t('children.all_contracts'),
      }}
      initial={{ currency: 'EUR' }}
      line={(contract) => <ContractLine contract={contract} />}
    />
  )
}

function ContractLine({ contract }: { readonly contract: Contract }) {
  const t = useWords('suppliers')
  const format = useFormat()
  const { state, end_date, notice_date, annual_cost, currency, identifier } = contract
  const words = 'entities.supplier_contract'
  return (
    <>
      <span>{identifier}</span>
      {state ? <StatusBadge {...lookOf(state, 'supplier_contract.state')}>{t(`${words}.choices.state.${state}`)}</StatusBadge> : null}
      {end_date ? (
        <span>
          {t(`${words}.fields.end_date`)} <Due day={end_date} />
        </span>
      ) : (
        <span>{t('children.no_end')}</span>
      )}
      {notice_date ? (
        <span>
          {t(`${words}.fields.notice_date`)} <Due day={notice_date} />
        </span>
      ) : null}
      {annual_cost === null ? null : (
        <span>
          {format.number(annual_cost)} {currency}
        </span>
      )}
    </>
  )
}
