import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { gap } from '#areas/gaps/contract/gap.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import { exemptionsOf, gapsOf, risksOf } from '#areas/suppliers/contract/perimeter-filters.ts'
import type { EntityDef, RowOf } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'
import { useRows } from './use-rows.ts'

interface HeldProps<E extends EntityDef> {
  readonly entity: E
  readonly filters: readonly Filter[]
  readonly sort: string
  readonly page: '/ops/gaps/all' | '/ops/exemptions/all' | '/org/risks/all'
  readonly none: string
  readonly all: string
  /** The date that stands beside each. */
  readonly date: (row: RowOf<E>) => string | null
}

function Held<E extends EntityDef>({ entity, filters, sort, page, none, all, date }: HeldProps<E>) {
  const format = useFormat()
  const { data, error, refetch } = useRows(entity, filters, sort)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  if (data.objects.length === 0) return <EmptyState title={none} />
  return (
    <div className={css.tab}>
      <div className={css.bar}>
        <Link to={rowsAt(path(page), filters)}>{all}</Link>
      </div>
      <ul className={css.list}>
        {data.objects.map((row) => {
          const { name, identifier } = row as { readonly name?: string | null; readonly identifier?: string }
          const day = date(row)
          return (
            <li key={row.id}>
              <div className={css.main}>
                <Link to={path(page, { id: row.id })}>{name}</Link>
              </div>
              <div className={css.about}>
                <span>{identifier}</span>
                {day ? <span>{format.date(day)}</span> : null}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function GapsTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  return (
    <Held
      entity={gap}
      filters={gapsOf(row.perimeter?.id ?? 0)}
      sort="target_date"
      page="/ops/gaps/all"
      none={t('children.no_gaps')}
      all={t('children.see_gaps')}
      date={({ target_date }) => target_date}
    />
  )
}

export function RisksTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  return (
    <Held
      entity={risk}
      filters={risksOf(row.perimeter?.id ?? 0)}
      sort="-current_level"
      page="/org/risks/all"
      none={t('children.no_risks')}
      all={t('children.see_risks')}
      date={({ review_date }) => review_date}
    />
  )
}

export function ExemptionsTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  return (
    <Held
      entity={exemption}
      filters={exemptionsOf(row.perimeter?.id ?? 0)}
      sort="end_date"
      page="/ops/exemptions/all"
      none={t('children.no_exemptions')}
      all={t('children.see_exemptions')}
      date={({ end_date }) => end_date}
    />
  )
}
