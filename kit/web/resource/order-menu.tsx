import { ArrowDown, ArrowUp, ArrowUpNarrowWide } from 'lucide-react'
import type { Sort } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { toggleSort } from '#kit/web/table/list-state.ts'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import css from './filter-bar.module.css'

interface OrderMenuProps {
  readonly sort: readonly Sort[]
  readonly standard: readonly Sort[]
  /** What the list can be ordered by. */
  readonly fields: readonly string[]
  readonly labelOf: (name: string) => string
  readonly onSort: (sort: readonly Sort[]) => void
}

/** How the list is ordered, the order that it begins with included, and the way back to that. */
export function OrderMenu({ sort, standard, fields, labelOf, onSort }: OrderMenuProps) {
  const t = useWords('kit')
  // Numbers of rows, by which equal ones are told apart, say nothing to people.
  const withoutId = (order: readonly Sort[]) => order.filter(({ name }) => name !== 'id')
  const describe = (order: readonly Sort[]) =>
    withoutId(order)
      .map(({ name, order: to }) => `${labelOf(name)} ${to === 'asc' ? '↑' : '↓'}`)
      .join(', ')
  const isStandard = JSON.stringify(sort) === JSON.stringify(standard)
  // What a person sees of the declared order is what it tells rows apart by last.
  const shown = isStandard ? withoutId(sort).slice(-1) : sort
  return (
    <Menu
      label={t('filters.order_title')}
      width={240}
      placement="bottom-end"
      trigger={(trigger) => (
        <button type="button" {...trigger} className={css.order} title={describe(sort)} aria-label={t('filters.order', { name: describe(shown) })}>
          <ArrowUpNarrowWide size={13} aria-hidden />
          <span>{describe(shown)}</span>
        </button>
      )}
    >
      <MenuItem checked={isStandard} hint={describe(standard)} onSelect={() => onSort(standard)}>
        {t('filters.default_order')}
      </MenuItem>
      <MenuGroup label={t('filters.order_title')}>
        <div className={css.fields}>
          {fields.map((name) => {
            const order = sort.find((one) => one.name === name)?.order
            const Arrow = order === 'desc' ? ArrowDown : ArrowUp
            return (
              <MenuItem
                key={name}
                stay
                {...(order && !isStandard ? { icon: <Arrow size={14} aria-hidden /> } : {})}
                onSelect={() => onSort(toggleSort(sort, name, false))}
              >
                {labelOf(name)}
              </MenuItem>
            )
          })}
        </div>
      </MenuGroup>
    </Menu>
  )
}
