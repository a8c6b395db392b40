import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { canOpen, type Column, type RowAction, type TableRow } from './columns.ts'
import css from './whole-list.module.css'

interface WholeCardsProps<T extends TableRow & { readonly name: string }> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly actions?: readonly RowAction<T>[]
  readonly onOpen?: ((row: T) => void) | undefined
  /** Where there is no row. */
  readonly none: ReactNode
}

/** The rows of a whole list where there is room for one column alone: each with its name, all that its columns say, and what may be done with it. */
export function WholeCards<T extends TableRow & { readonly name: string }>({ label, columns, rows, actions = [], onOpen, none }: WholeCardsProps<T>) {
  const t = useWords('kit')
  const [title, ...others] = columns
  if (rows.length === 0) return <>{none}</>
  return (
    // Scrolled by keys also where no row opens anything.
    <ul className={css.cards} aria-label={label} tabIndex={0}>
      {rows.map((row) => {
        const offered = actions.filter((action) => action.show?.(row) ?? true)
        const menu = t('table.row_actions', { name: row.name })
        return (
          <li key={row.id}>
            <div className={css.card}>
              {onOpen && canOpen(row) ? (
                <button type="button" className={css.open} onClick={() => onOpen(row)}>
                  {title?.cell(row)}
                </button>
              ) : (
                <span className={css.open}>{title?.cell(row)}</span>
              )}
              {offered.length > 0 ? (
                <Menu
                  label={menu}
                  placement="bottom-end"
                  trigger={(trigger) => (
                    <IconButton label={menu} {...trigger}>
                      <Ellipsis size={16} aria-hidden />
                    </IconButton>
                  )}
                >
                  {offered.map((action) => (
                    <MenuItem
                      key={action.name}
                      icon={action.icon ? <action.icon size={14} /> : undefined}
                      danger={action.danger ?? false}
                      onSelect={() => action.run(row)}
                    >
                      {action.label}
                    </MenuItem>
                  ))}
                </Menu>
              ) : null}
            </div>
            <dl>
              {others.map(({ name, label: called, cell }) => {
                const content = cell(row)
                return content === null || content === undefined || content === '' ? null : (
                  <div key={name}>
                    <dt>{called}</dt>
                    <dd>{content}</dd>
                  </div>
                )
              })}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
