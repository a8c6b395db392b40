import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Ellipsis, RefreshCw, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { usePainted } from '#kit/web/after-paint.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ColumnSetting } from '#kit/web/table/column-layout.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useRoving } from '#kit/web/ui/use-roving.ts'
import css from './list-page.module.css'

const NameView = lazy(async () => ({ default: (await import('./name-view.tsx')).NameView }))

/** What a saved view brings back. */
export interface ViewState extends Pick<ListState, 'sort' | 'filters' | 'search'> {
  readonly columns?: readonly ColumnSetting[] | undefined
  readonly view_mode?: string | undefined
}

interface SavedView {
  readonly id: number
  readonly name: string
  readonly shared: boolean
  readonly own: boolean
  readonly state: ViewState
}

/** A question that the list itself always offers. */
export interface ViewTab {
  readonly value: string
  readonly label: string
  readonly count: number | undefined
  readonly filters: ViewState['filters']
}

interface SavedViewsProps {
  readonly list: string
  readonly current: ViewState
  /** How «all» is said of these rows, where it has a gender. */
  readonly everything?: string | undefined
  /** What «all» stands for. */
  readonly standard: ViewState
  readonly total: number | undefined
  /** Rows of «all», when they are counted whatever is shown. */
  readonly all?: number | undefined
  /** Whether `all` was counted under what «all» stands for, and not under another filter or search. */
  readonly isStandard?: boolean | undefined
  /** Fixed questions of the list's own after «all», such as one per status. */
  readonly tabs?: readonly ViewTab[] | undefined
  readonly onApply: (state: ViewState) => void
}

/** Whether the list asks something that no view has kept. */
const isUnsaved = (views: readonly SavedView[], current: ViewState, standard: ViewState) =>
  [standard, ...views.map(({ state }) => state)].every((known) => questionOf(known) !== questionOf(current))

const questionOf = ({ sort, filters, search }: ViewState) => JSON.stringify([sort, filters, search])
const noViews: readonly SavedView[] = []
const noTabs: readonly ViewTab[] = []

/** Saved questions as tabs above a list: everything first, then the person's own and the shared ones. */
export function SavedViews({ list, current, standard, total, all, everything, isStandard: standing = false, tabs = noTabs, onApply }: SavedViewsProps) {
  const t = useWords('kit')
  const format = useFormat()
  const [naming, setNaming] = useState(false)
  const painted = usePainted(total !== undefined)
  const { data } = useQuery({
    queryKey: ['view', list],
    queryFn: ({ signal }) => api.get<ListAnswer<SavedView>>('/view', { query: { list }, signal }),
    staleTime: 60_000,
    // The rows are what a page is opened for.
    enabled: painted && total !== undefined,
  })
  const views = data?.objects ?? noViews
  const question = questionOf(current)
  const active = views.find((view) => questionOf(view.state) === question)
  const isAll = !active && question === questionOf(standard)
  const count = isAll ? (all ?? total) : standing ? all : undefined

  const write = async (send: () => Promise<unknown>, message: string) => {
    try {
      await send()
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await invalidate('view')
    }
  }
  const remove = async (view: SavedView) => {
    const message = view.shared ? t('views.remove_shared', { name: view.name }) : view.name
    if (await confirm({ title: t('table.delete_view'), message, confirm: t('actions.delete'), danger: true }))
      await write(() => api.del(`/view/${view.id}`), t('views.removed'))
  }
  const mine = views.filter((view) => view.own)
  const roving = useRoving<HTMLDivElement>('button')

  return (
    <div className={css.views} role="group" aria-label={t('table.views')} {...roving}>
      <button type="button" aria-pressed={isAll} onClick={() => onApply(standard)}>
        {everything ?? t('all')}
        {count === undefined ? null : <b>{format.number(count)}</b>}
      </button>
      {tabs.map((tab) => {
        const pressed = !active && JSON.stringify(tab.filters) === JSON.stringify(current.filters)
        return (
          <button key={tab.value} type="button" data-view aria-pressed={pressed} onClick={() => onApply({ ...current, filters: tab.filters })}>
            {tab.label}
            {tab.count === undefined ? null : <b>{format.number(tab.count)}</b>}
          </button>
        )
      })}
      {views.map((view) => (
        <button key={view.id} type="button" data-view aria-pressed={view === active} onClick={() => onApply(view.state)}>
          {view.name}
          {view.shared ? <Users size={12} aria-label={t('views.shared')} /> : null}
          {view === active && total !== undefined ? <b>{format.number(total)}</b> : null}
        </button>
      ))}
      <Menu
        label={t('table.views')}
        width={240}
        trigger={(trigger) => (
          <button type="button" aria-label={t('table.views')} data-tooltip={t('table.views')} {...trigger}>
            <Ellipsis size={14} aria-hidden />
          </button>
        )}
      >
        <MenuItem icon={<BookmarkPlus size={14} />} onSelect={() => setNaming(true)}>
          {t('table.save_view')}
        </MenuItem>
        {mine.map((view) => (
          <MenuItem
            key={`update${view.id}`}
            icon={<RefreshCw size={14} />}
            onSelect={() => void write(() => api.put(`/view/${view.id}`, { state: current }), t('views.saved'))}
          >
            {t('views.update', { name: view.name })}
          </MenuItem>
        ))}
        {mine.map((view) => (
          <MenuItem key={`remove${view.id}`} icon={<Trash2 size={14} />} danger onSelect={() => void remove(view)}>
            {t('views.remove', { name: view.name })}
          </MenuItem>
        ))}
      </Menu>
      {total !== undefined && isUnsaved(views, current, standard) ? (
        <button type="button" className={css.save} data-view onClick={() => setNaming(true)}>
          <BookmarkPlus size={13} aria-hidden />
          {t('table.save_view')}
        </button>
      ) : null}
      {naming ? (
        <Suspense fallback={null}>
          <NameView
            onClose={() => setNaming(false)}
            onSave={(name, shared) => {
              setNaming(false)
              void write(() => api.post('/view', { list, name, shared, state: current }), t('views.saved'))
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
