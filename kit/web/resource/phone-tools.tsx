import { ArrowDownToLine, Columns3, ListChecks, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { useRoving } from '#kit/web/ui/use-roving.ts'
import { AsOfPicker } from './as-of.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { ExportItems } from './export-items.tsx'
import type { ListMoreProps } from './list-more.tsx'
import css from './list-toolbar.module.css'

interface PhoneToolsProps extends ListMoreProps {
  /** Absent where nothing is selected. */
  readonly onSelect: (() => void) | undefined
  readonly onDone: () => void
  /** How rows stand in groups, where they can. */
  readonly grouping: ReactNode
}

/** What stands behind the last button of a list on a phone. */
export function PhoneTools(props: PhoneToolsProps) {
  const { state, view, tools, exporting = true, past = true, grouping, onChange, onImport, onSelect, onDone } = props
  const { as_of } = state
  const t = useWords('kit')
  const roving = useRoving<HTMLDivElement>('button')
  return (
    <>
      <div className={css.tools} role="toolbar" aria-label={t('filters.tools')} {...roving}>
        {view === 'list' ? (
          <>
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
              {() => <ColumnChoice {...props} />}
            </Popover>
            {past ? <AsOfPicker day={as_of} onChoose={(day) => onChange({ as_of: day, search: '', id: undefined })} /> : null}
          </>
        ) : null}
        {onImport ? (
          <IconButton label={t('actions.import')} size="md" onClick={onImport}>
            <Upload size={15} strokeWidth={1.75} />
          </IconButton>
        ) : null}
        {exporting ? (
          <Menu
            label={t('actions.export')}
            width={300}
            placement="bottom-end"
            trigger={(trigger) => (
              <IconButton label={t('actions.export')} size="md" {...trigger}>
                <ArrowDownToLine size={15} strokeWidth={1.75} />
              </IconButton>
            )}
          >
            <ExportItems {...props} asOf={as_of} />
          </Menu>
        ) : null}
      </div>
      {grouping}
      {onSelect ? (
        <Button
          icon={<ListChecks size={14} aria-hidden />}
          onClick={() => {
            onSelect()
            onDone()
          }}
        >
          {t('table.select')}
        </Button>
      ) : null}
      {as_of ? null : tools}
    </>
  )
}
