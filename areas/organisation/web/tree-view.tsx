import { useMemo, useState, type KeyboardEvent } from 'react'
import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow, usePage } from '#kit/web/resource/list-api.ts'
import type { ViewContext } from '#kit/web/resource/list-page.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useFolds } from '#kit/web/ui/folds.ts'
import { walkTree } from '#kit/web/ui/tree-keys.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { linesOf, mayStandBelow, type Perimeter } from './build-tree.ts'
import { MoveDialog } from './move-dialog.tsx'
import { Line } from './tree-line.tsx'
import css from './tree-view.module.css'

interface TreeViewProps extends ViewContext {
  /** Opens the form of a new perimeter below another. */
  readonly onAdd: (parent: Perimeter) => void
}

/** The organisation as a tree, filtered as the list is; arrows walk it, Enter opens, dragging or the menu moves. */
export function TreeView({ state, params, onOpen, onAdd }: TreeViewProps) {
  const t = useWords('organisation')
  const kit = useWords('kit')
  const words = useEntityWords(perimeter)
  const mayAdd = useRight('perimeter.create')
  const body = useMemo(
    () => ({
      queryParams: { sort: [{ name: 'name', order: 'asc' as const }], filters: [...state.filters], global_search: state.search, per_page: rowLimit, page: 1 },
      page: 1,
    }),
    [state.filters, state.search],
  )
  const page = usePage(perimeter, body, params)
  const [active, setActive] = useState<number>()
  const [moving, setMoving] = useState<{ readonly row: Perimeter; readonly onto?: Perimeter }>()
  const [announcement, setAnnouncement] = useState('')
  const rows = useMemo((): readonly Perimeter[] => page.data?.objects ?? [], [page.data])
  const branches = useMemo(() => rows.map(({ id, parent }) => ({ id, parent: parent?.id ?? null })), [rows])
  const [closed, setClosed] = useFolds(perimeter.name, branches)
  const lines = useMemo(() => linesOf(rows, closed), [rows, closed])
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])

  if (page.isPending) return <SkeletonRows count={16} />
  if (page.isError) return <ErrorState reason={page.error} onRetry={() => void page.refetch()} />
  if (rows.length === 0) {
    const narrowed = state.search !== '' || state.filters.some(({ name }) => name !== 'archived')
    return narrowed ? <EmptyState text={kit('table.no_match')} /> : <EmptyState title={words.word('none')} text={words.word('none_text')} />
  }

  const toggle = (row: Perimeter) =>
    setClosed((before) => (before.has(row.id) ? new Set([...before].filter((id) => id !== row.id)) : new Set([...before, row.id])))
  const move = async (row: Perimeter, target: Perimeter, undoing = false) => {
    // A refusal has been said by `updateRow`.
    await updateRow(perimeter, row, { parent: target.id }).then(
      () => {
        const done = t('tree.moved', { name: row.name ?? '', parent: target.name ?? '' })
        setAnnouncement(done)
        const back = row.parent && byId.get(row.parent.id)
        toast.success(done, back && !undoing ? { action: { label: kit('actions.undo'), run: () => void move(row, back, true) } } : {})
      },
      () => {},
    )
    setMoving(undefined)
  }
  const at = lines.findIndex((line) => line.row.id === active)
  const line = lines[at]
  const walk = (event: KeyboardEvent) =>
    walkTree(event, {
      count: lines.length,
      at,
      open: line && line.children > 0 ? !closed.has(line.row.id) : undefined,
      onMove: (place) => setActive(lines[place]?.row.id),
      onToggle: () => line && toggle(line.row),
      onParent: () => setActive(lines.find((above) => above.row.id === line?.row.parent?.id)?.row.id ?? lines[0]?.row.id),
      more: { Enter: () => line && onOpen(line.row.id) },
    })
  return (
    <>
      <Stack grow narrows>
        <Row align="center" gap={8} padY={8} padX={16} tone="quiet" size={12} edge="soft-below" className={css.tools}>
          <span className={css.help}>{t('tree.drag_help')}</span>
          <Button variant="subtle" size="sm" onClick={() => setClosed(new Set())}>
            {t('tree.expand_all')}
          </Button>
          <Button
            variant="subtle"
            size="sm"
            onClick={() => setClosed(new Set(lines.filter((line) => line.children > 0 && line.level > 1).map((line) => line.row.id)))}
          >
            {t('tree.collapse_all')}
          </Button>
        </Row>
        <Grid align="center" gap={12} edge="below" tone="quiet" size={12} weight={500} className={css.heads} aria-hidden>
          <span>{words.field('name')}</span>
          <span>{words.field('type')}</span>
          <Text side="right" figures tone="soft" className={css.weight}>
            {words.field('weight')}
          </Text>
          <span>{words.field('manager')}</span>
        </Grid>
        <Box
          grow
          shortens
          overflow="scrolled"
          className={css.tree}
          role="tree"
          tabIndex={0}
          aria-label={t('pages.modeling')}
          aria-activedescendant={active === undefined ? undefined : `perimeter-${active}`}
          onKeyDown={walk}
        >
          {lines.map((line) => (
            <Line
              key={line.row.id}
              line={line}
              open={!closed.has(line.row.id)}
              active={line.row.id === active}
              mayAdd={mayAdd}
              onOpen={(row) => {
                setActive(row.id)
                onOpen(row.id)
              }}
              onToggle={toggle}
              onAdd={onAdd}
              onMove={(row) => setMoving({ row })}
              canDrop={(id, target) => {
                const moved = byId.get(id)
                return moved !== undefined && target.edit_right && mayStandBelow(rows, moved, target)
              }}
              onDrop={(id, target) => {
                const moved = byId.get(id)
                if (moved) setMoving({ row: moved, onto: target })
              }}
            />
          ))}
        </Box>
      </Stack>
      <Text as="div" spoken role="status">
        {announcement}
      </Text>
      {moving ? (
        <MoveDialog moved={moving.row} onto={moving.onto} rows={rows} onMove={(target) => void move(moving.row, target)} onClose={() => setMoving(undefined)} />
      ) : null}
    </>
  )
}
