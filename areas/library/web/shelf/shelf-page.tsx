import { CircleArrowUp } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent } from 'react'
import { shelfKinds, type addFromShelf, type ShelfKind } from '#areas/library/contract/shelf.ts'
import { additionOf } from '#areas/library/web/where.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { useListState } from '#kit/web/resource/use-list-state.ts'
import { matchesSearch } from '#kit/web/table/client-rows.ts'
import type { Selection } from '#kit/web/table/columns.ts'
import { DataTable } from '#kit/web/table/data-table.tsx'
import { inBrowser } from '#kit/web/table/in-browser.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { TabbedList } from '#kit/web/ui/tabbed-list.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { isPhone } from '#kit/web/ui/use-width.ts'
import { useName } from './names.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useShelfColumns, type ShelfRow } from './shelf-columns.tsx'
import { ShelfNotes } from './shelf-notes.tsx'
import { ShelfPanel } from './shelf-panel.tsx'
import { readAgain, ShelfToolbar } from './shelf-toolbar.tsx'
import css from './shelf.module.css'
import { chooseFiles, uploadFiles } from './upload-files.ts'
import { askStandings, useShelf, useStandings, useTextSearch } from './use-shelf.ts'

const defaults = { view: 'framework', sort: [{ name: 'name', order: 'asc' as const }] }
const newer = 'newer'
/** A name of three lines, and how it stands. */
const narrowRow = 78
const isNewer = ({ status: standing }: ShelfRow) => standing?.state === 'newer'

/** The libraries that can be brought in: searched, previewed before anything is saved, added with what they need. */
export function Page() {
  const t = useWords('library')
  const name = useName()
  const navigate = useNavigate()
  const [state, change] = useListState(defaults)
  const shelf = useShelf()
  const { standings, running } = useStandings()
  const [selection, setSelection] = useState<Selection<ShelfRow>>(new Map())
  const [over, setOver] = useState(false)
  const inTexts = useTextSearch(state.search)

  const rows = useMemo(() => {
    const byId = new Map(standings?.objects.map((each) => [each.id, each]))
    return shelf.data?.objects.map((line): ShelfRow => ({ ...line, status: byId.get(line.id), view_right: true, checkbox_right: true }))
  }, [shelf.data, standings])
  const found = useMemo(
    () => rows?.filter((row) => inTexts?.has(row.id) || matchesSearch([row.name_en, row.name_fr, row.provider, row.reference], state.search)),
    [rows, inTexts, state.search],
  )
  const shown = useMemo(() => found?.filter((row) => (state.view === newer ? isNewer(row) : row.kind === state.view)), [found, state.view])
  const of = (kind: ShelfKind) => found?.filter((row) => row.kind === kind).length
  const open = rows?.find((row) => row.id === state.id)

  // Whoever runs Vigie may have named a folder after it was started for the first time.
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || standings?.folder !== null || shelf.data === undefined || shelf.data.objects.length > 0) return
    asked.current = true
    void readAgain()
  }, [standings, shelf.data])

  const add = useCallback(
    async (ids: readonly number[], { with_dependencies = true, follow = false } = {}) => {
      try {
        const { object } = await api.call<typeof addFromShelf>('POST /shelf/add', { body: { ids: [...ids], with_dependencies } })
        void askStandings()
        const see = () => void navigate({ to: additionOf(object.id) })
        if (follow) see()
        else toast.info(t('shelf.started', { count: ids.length }), { action: { label: t('shelf.see'), run: see } })
      } catch (reason) {
        toast.error(failureText(reason))
      }
    },
    [navigate, t],
  )
  const retry = useCallback((row: ShelfRow) => void add([row.id]), [add])
  const kind = shelfKinds.find((each) => each === state.view)
  // A phone shows what a library is and how it stands; the panel says the rest.
  const isNarrow = isPhone()
  const columns = useShelfColumns(kind, retry, isNarrow)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void uploadFiles([...event.dataTransfer.files])
  }
  const newVersions = found?.filter(isNewer).length ?? 0
  return (
    <Sheet>
      <ShelfToolbar search={state.search} onSearch={(search) => change({ search })} count={rows?.length ?? 0} folder={standings?.folder} />
      <ShelfNotes standings={standings} refused={shelf.data?.refused ?? []} refusedTotal={shelf.data?.refused_total ?? 0} />
      <TabbedList
        over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        tabs={
          <>
            <Tabs
              label={t('shelf.tabs')}
              value={state.view}
              onChange={(view) => change({ view, id: undefined })}
              tabs={shelfKinds.map((each) => ({ value: each as string, label: t(`shelf.kinds.${each}`), count: of(each) }))}
            />
            {newVersions > 0 || state.view === newer ? (
              <Row
                type="button"
                as="button"
                inline
                align="center"
                gap={6}
                padX={8}
                tone="quiet"
                oneLine
                className={css.newest}
                aria-pressed={state.view === newer}
                onClick={() => change({ view: state.view === newer ? 'framework' : newer })}
              >
                <CircleArrowUp size={14} aria-hidden />
                {t('shelf.newer')} <b>{newVersions}</b>
              </Row>
            ) : null}
          </>
        }
        panel={
          open ? (
            <ShelfPanel
              key={open.id}
              row={open}
              rows={shown ?? []}
              onOpen={(id) => change({ id })}
              onAdd={(withDependencies) => add([open.id], { with_dependencies: withDependencies, follow: true })}
            />
          ) : null
        }
      >
        <DataTable
          label={t('pages.shelf')}
          whole={inBrowser}
          density="large"
          {...(isNarrow && { rowHeight: narrowRow })}
          filterRow={false}
          columns={columns}
          rows={running && rows?.length === 0 ? undefined : shown}
          state={{ ...state, search: state.search && shown?.length === 0 ? state.search : '' }}
          onChange={change}
          selection={selection}
          onSelection={setSelection}
          onOpen={(row) => change({ id: row.id })}
          nameOf={name}
          {...(shelf.error && { error: { reason: shelf.error, retry: () => void shelf.refetch() } })}
          empty={
            rows?.length === 0 ? (
              <EmptyState title={t('shelf.empty')} text={t('shelf.empty_text')} way={{ label: t('shelf.drop'), run: chooseFiles }} />
            ) : undefined
          }
          scrollKey="shelf"
        />
        {selection.size > 0 ? (
          <SelectionBar
            rows={[...selection.values()]}
            onClear={() => setSelection(new Map())}
            onAdd={() => {
              void add([...selection.values()].map(({ id }) => id))
              setSelection(new Map())
            }}
          />
        ) : null}
      </TabbedList>
    </Sheet>
  )
}
