import { ArrowLeft, Columns3, Ellipsis, History, Upload } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ListChange, ListState } from '#kit/web/table/list-state.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { MenuGroup, MenuItem, MenuItems } from '#kit/web/ui/menu.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { AsOfChoice } from './as-of.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { ExportItems } from './export-items.tsx'
import type { PageBody } from './list-api.ts'
import type { AnyListProps } from './list-props.ts'
import type { ListSettingState } from './use-list-setting.ts'

interface ListMoreProps extends AnyListProps {
  readonly state: ListState
  readonly view: string
  readonly body: PageBody
  readonly setting: ListSettingState
  readonly onChange: (change: ListChange) => void
  /** Absent where nothing may be brought in. */
  readonly onImport: (() => void) | undefined
}

/** What is done with a list less often, behind one button: its columns, a day of its past, what comes in and goes out. */
export function ListMore(props: ListMoreProps) {
  const { state, view, past = true, exporting = true, onChange, onImport } = props
  const t = useWords('kit')
  const [shown, setShown] = useState<'columns' | 'past'>()
  const label = t('filters.more_tools')
  const isList = view === 'list'
  if (!isList && !exporting && !onImport) return null
  const choose = (day: string | undefined) => onChange({ as_of: day, search: '', id: undefined })
  return (
    <Popover
      label={shown ? t(shown === 'columns' ? 'table.columns' : 'table.as_of') : label}
      width={300}
      placement="bottom-end"
      onOpenChange={(open) => (open ? undefined : setShown(undefined))}
      trigger={(trigger) => (
        <IconButton label={label} size="md" active={state.as_of !== undefined} {...trigger}>
          <Ellipsis size={15} strokeWidth={1.75} />
        </IconButton>
      )}
    >
      {(close) =>
        shown ? (
          <>
            <Button variant="link" size="sm" icon={<ArrowLeft size={14} aria-hidden />} onClick={() => setShown(undefined)}>
              {label}
            </Button>
            {shown === 'columns' ? (
              <ColumnChoice {...props} />
            ) : (
              <AsOfChoice
                day={state.as_of}
                onChoose={(day) => {
                  choose(day)
                  if (day) close()
                }}
              />
            )}
          </>
        ) : (
          <MenuItems label={label} close={close}>
            {isList ? (
              <MenuGroup>
                <MenuItem stay icon={<Columns3 size={14} />} onSelect={() => setShown('columns')}>
                  {t('table.columns')}
                </MenuItem>
                {past ? (
                  <MenuItem stay icon={<History size={14} />} onSelect={() => setShown('past')}>
                    {t('table.as_of')}
                  </MenuItem>
                ) : null}
              </MenuGroup>
            ) : null}
            {onImport ? (
              <MenuItem icon={<Upload size={14} />} onSelect={onImport}>
                {t('actions.import')}
              </MenuItem>
            ) : null}
            {exporting ? (
              <MenuGroup label={t('actions.export')}>
                <ExportItems {...props} asOf={state.as_of} />
              </MenuGroup>
            ) : null}
          </MenuItems>
        )
      }
    </Popover>
  )
}
