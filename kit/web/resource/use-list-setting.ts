import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { rowsPerPage } from '#kit/contract/limits.ts'
import type { ListSetting } from '#kit/web/table/column-layout.ts'
import { listSettings } from './list-settings.ts'

/** A person's setting of a list and how to change it. */
export interface ListSettingState {
  /** False while the answer is on its way: the table waits, so that columns do not jump. */
  readonly ready: boolean
  /** As it was when the page opened, for what must not change under the person's hands. */
  readonly first: Partial<ListSetting>
  readonly current: ListSetting
  readonly change: (next: ListSetting) => void
  readonly reset: () => void
}

const standard: ListSetting = { columns: [], density: 'compact', view_mode: 'list', per_page: rowsPerPage }

/** A person's columns, density, view and page size for one list. */
export function useListSetting(list: string): ListSettingState {
  const settings = useSyncExternalStore(listSettings.subscribe, listSettings.get)
  const first = useRef<{ readonly list: string; readonly setting: Partial<ListSetting> }>(undefined)
  const setting = settings?.get(list)
  if (settings && first.current?.list !== list) first.current = { list, setting: setting ?? {} }

  useEffect(() => {
    void listSettings.load()
    return () => listSettings.flush(list)
  }, [list])
  const current = useMemo(() => ({ ...standard, ...setting }), [setting])
  const change = useCallback((next: ListSetting) => listSettings.change(list, next), [list])
  return {
    ready: settings !== undefined,
    first: first.current?.setting ?? {},
    current,
    change,
    reset: () => change({ ...current, columns: [], density: 'compact' }),
  }
}
