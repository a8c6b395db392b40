import { Ellipsis } from 'lucide-react'
import { usePainted } from '#kit/web/after-paint.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import type { RowAction, TableRow } from './columns.ts'
import css from './data-table.module.css'

interface RowActionsProps<T extends TableRow> {
  readonly row: T
  readonly name: string
  readonly actions: readonly RowAction<T>[]
  readonly focusable: boolean
}

/** The actions of one row, over its last column. */
export function RowActions<T extends TableRow>({ row, name, actions, focusable }: RowActionsProps<T>) {
  const t = useWords('kit')
  const painted = usePainted()
  const shown = painted ? actions.filter((action) => action.show?.(row) ?? true) : []
  if (!shown.length) return null
  const others = shown.filter((action) => !action.quick)
  const label = t('table.row_actions', { name })
  const tabIndex = focusable ? 0 : -1
  return (
    <span className={css.actions}>
      {shown
        .filter((action) => action.quick)
        .map((action) => (
          <button
            key={action.name}
            type="button"
            className={css.icon}
            tabIndex={tabIndex}
            data-tooltip={action.label}
            aria-label={`${action.label}, ${name}`}
            onClick={() => action.run(row)}
          >
            {action.icon ? <action.icon size={14} /> : action.label}
          </button>
        ))}
      {others.length ? (
        <Menu
          label={label}
          placement="bottom-end"
          trigger={(trigger) => (
            <button type="button" className={css.icon} tabIndex={tabIndex} aria-label={label} {...trigger}>
              <Ellipsis size={15} aria-hidden />
            </button>
          )}
        >
          {others.map((action) => (
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
    </span>
  )
}
