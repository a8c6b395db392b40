import { ArrowDown, ArrowUp } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { densities, keptColumns, moveColumn } from '#kit/web/table/column-layout.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { useLaidColumns, type LaidList } from './laid-columns.ts'
import css from './list-page.module.css'

const words = { compact: 'table.compact', normal: 'table.regular', large: 'table.comfortable' } as const

/** Which columns of a list are shown, in which order, and how dense its rows are. */
export function ColumnChoice(props: LaidList) {
  const t = useWords('kit')
  const columns = useLaidColumns(props)
  const { current, change, reset } = props.setting
  const shown = columns.filter((column) => !column.hidden).length
  const keep = (next: typeof columns) => change({ ...current, columns: keptColumns(next) })
  const toggle = (name: string) => keep(columns.map((column) => (column.name === name ? { ...column, hidden: !column.hidden } : column)))
  return (
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
              onClick={() => keep(moveColumn(columns, column.name, -1))}
            >
              <ArrowUp size={13} />
            </IconButton>
            <IconButton
              size="sm"
              label={`${t('actions.move_down')}, ${column.label}`}
              disabled={index === columns.length - 1}
              onClick={() => keep(moveColumn(columns, column.name, 1))}
            >
              <ArrowDown size={13} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Segmented
        label={t('table.density')}
        value={current.density}
        onChange={(density) => change({ ...current, density })}
        options={densities.map((value) => ({ value, label: t(words[value]) }))}
      />
      <Button variant="link" size="sm" onClick={reset}>
        {t('table.reset_columns')}
      </Button>
    </div>
  )
}
