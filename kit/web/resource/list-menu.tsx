import { ArrowLeft, Columns3, History, Upload } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { MenuGroup, MenuItem, MenuItems } from '#kit/web/ui/menu.tsx'
import { AsOfChoice } from './as-of.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { ExportItems } from './export-items.tsx'
import type { ListMoreProps, ListPiece } from './list-more.tsx'

interface ListMenuProps extends ListMoreProps {
  /** What is shown in place of the items. */
  readonly shown: ListPiece | undefined
  readonly onShow: (piece: ListPiece | undefined) => void
  readonly close: () => void
}

/** The items behind a list's last button, and what some of them open in their place. */
export function ListMenu({ shown, onShow, close, ...props }: ListMenuProps) {
  const { state, view, past = true, exporting = true, onChange, onImport } = props
  const t = useWords('kit')
  const label = t('filters.more_tools')
  if (shown)
    return (
      <>
        <Button variant="link" size="sm" icon={<ArrowLeft size={14} aria-hidden />} onClick={() => onShow(undefined)}>
          {label}
        </Button>
        {shown === 'columns' ? (
          <ColumnChoice {...props} />
        ) : (
          <AsOfChoice
            day={state.as_of}
            onChoose={(day) => {
              onChange({ as_of: day, search: '', id: undefined })
              if (day) close()
            }}
          />
        )}
      </>
    )
  return (
    <MenuItems label={label} close={close}>
      {view === 'list' ? (
        <MenuGroup>
          <MenuItem stay icon={<Columns3 size={14} />} onSelect={() => onShow('columns')}>
            {t('table.columns')}
          </MenuItem>
          {past ? (
            <MenuItem stay icon={<History size={14} />} onSelect={() => onShow('past')}>
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
