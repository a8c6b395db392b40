import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ListChange, ListState } from '#kit/web/table/list-state.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import type { PageBody } from './list-api.ts'
import type { AnyListProps } from './list-props.ts'
import type { ListSettingState } from './use-list-setting.ts'

const ListMenu = lazy(async () => ({ default: (await import('./list-menu.tsx')).ListMenu }))

export type ListPiece = 'columns' | 'past'

export interface ListMoreProps extends AnyListProps {
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
  const { state, view, exporting = true, onImport } = props
  const t = useWords('kit')
  const [shown, setShown] = useState<ListPiece>()
  const label = t('filters.more_tools')
  if (view !== 'list' && !exporting && !onImport) return null
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
      {(close) => (
        <Suspense fallback={null}>
          <ListMenu {...props} shown={shown} onShow={setShown} close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
