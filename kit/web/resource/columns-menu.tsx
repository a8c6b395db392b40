import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { densities, moveColumn } from '#kit/web/table/column-layout.ts'
import type { Density } from '#kit/web/table/column-layout.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import css from './list-page.module.css'

interface ShownColumn {
  readonly name: string
  readonly label: string
  readonly width: number
  readonly hidden?: boolean
}

interface ColumnsMenuProps<C extends ShownColumn> {
  readonly columns: readonly C[]
  readonly density: Density
  readonly onColumns: (columns: readonly C[]) => void
  readonly onDensity: (density: Density) => void
  readonly onReset: () => void
}

const words = { compact: 'table.compact', normal: 'table.regular', large: 'table.comfortable' } as const

/** Which columns are shown, in which order, and how dense the rows are. */
export function ColumnsMenu<C extends ShownColumn>({ columns, density, onColumns, onDensity, onReset }: ColumnsMenuProps<C>) {
  const t = useWords('kit')
  const shown = columns.filter((column) => !column.hidden).length
  const toggle = (name: string) => onColumns(columns.map((column) => (column.name === name ? { ...column, hidden: !column.hidden } : column)))
  return (
    <Popover
      label={t('table.columns')}
      width={300}
      placement="bottom-end"
      trigger={(trigger) => (
        <IconButton label={t('table.columns')} size="md" {...trigger}>
          <Columns3 size={15} strokeWidth={1.75} />
        </IconButton>
      )}
    >
      {() => (
        <div className={css.columns}>
          <ul>
            {columns.map((column, index) => (
              <li key={column.name}>
                <label>
                  <Check checked={!column.hidden} disabled={!column.hidden && shown === 1} onChange={() => toggle(column.name)} />
                  <span>{column.label}</span>
                </label>
                <IconButton
                  size="sm"
                  label={`${t('actions.move_up')}, ${column.label}`}
                  disabled={index === 0}
                  onClick={() => onColumns(moveColumn(columns, column.name, -1))}
                >
                  <ArrowUp size={13} />
                </IconButton>
                <IconButton
                  size="sm"
                  label={`${t('actions.move_down')}, ${column.label}`}
                  disabled={index === columns.length - 1}
                  onClick={() => onColumns(moveColumn(columns, column.name, 1))}
                >
                  <ArrowDown size={13} />
                </IconButton>
              </li>
            ))}
          </ul>
          <Segmented label={t('table.density')} value={density} onChange={onDensity} options={densities.map((value) => ({ value, label: t(words[value]) }))} />
          <Button variant="link" size="sm" onClick={onReset}>
            {t('table.reset_columns')}
          </Button>
        </div>
      )}
    </Popover>
  )
}
