import type { UseQueryResult } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useListState } from '#kit/web/resource/use-list-state.ts'
import { ListControls } from '#kit/web/ui/head-slot.tsx'
import { Page, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { TabbedList } from '#kit/web/ui/tabbed-list.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import type { Column, RowAction, TableRow } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { inBrowser } from './in-browser.ts'
import { WholeCards } from './whole-cards.tsx'
import css from './whole-list.module.css'

const defaults = { sort: [{ name: 'name', order: 'asc' as const }] }

interface WholeListProps<T extends TableRow & { readonly name: string }> {
  /** What the rows are called together: it names the table and its search. */
  readonly label: string
  /** Said above the table, where a title of the page does not say enough. */
  readonly hint?: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[] | undefined
  /** Where the rows come from: its error stands in place of the table. */
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>
  readonly actions?: readonly RowAction<T>[]
  readonly onOpen?: (row: T) => void
  /** Buttons at the right of the search. */
  readonly tools?: ReactNode
  readonly empty?: ReactNode
  readonly noMatch: string
  /** Parts of the rows to choose from, in one line above them. */
  readonly tabs?: ReactNode
  /** What of a row is read beside the list; null while none is. */
  readonly panel?: ReactNode
}

/** A page that is one table of rows with a name which were sent whole: sorted and searched in the browser, its state in the address. */
export function WholeList<T extends TableRow & { readonly name: string }>({ label, hint, query, tools, noMatch, tabs, panel, ...table }: WholeListProps<T>) {
  const t = useWords('kit')
  const [state, change] = useListState(defaults)
  const phone = usePhone()
  const { columns, rows, actions, onOpen, empty } = table
  const list =
    phone && rows && !query.error ? (
      <WholeCards
        label={label}
        columns={columns}
        rows={inBrowser(rows, columns, state)}
        onOpen={onOpen}
        none={rows.length === 0 ? empty : <EmptyState title={noMatch} />}
        {...(actions && { actions })}
      />
    ) : (
      <DataTable
        label={label}
        whole={inBrowser}
        state={state}
        onChange={change}
        filterRow={false}
        nameOf={(row) => row.name}
        error={query.error ? { reason: query.error, retry: () => void query.refetch() } : undefined}
        noMatch={<EmptyState title={noMatch} />}
        {...table}
      />
    )
  return (
    <Page>
      {hint ? (
        <PageToolbar>
          <PageHeading title={label} text={hint} />
        </PageToolbar>
      ) : null}
      <ListControls>
        <div className={css.search}>
          <TextInput
            type="search"
            icon={<Search size={14} aria-hidden />}
            aria-label={t('table.search_in', { name: label })}
            placeholder={t('table.search')}
            value={state.search}
            onChange={(event) => change({ search: event.target.value })}
          />
        </div>
        {tools}
      </ListControls>
      {panel === undefined ? (
        list
      ) : (
        <TabbedList tabs={tabs} panel={panel}>
          {list}
        </TabbedList>
      )}
    </Page>
  )
}
