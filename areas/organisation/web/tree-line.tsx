import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { AppWindow, Building2, ChevronRight, Ellipsis, FolderInput, Handshake, Pencil, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { CutName } from '#kit/web/ui/cut-name.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { Perimeter, TreeLine } from './build-tree.ts'
import css from './tree-view.module.css'

/** Kinds are no states: a plain picture, without colour. */
const icons = { INTERNAL: Building2, APPLICATION: AppWindow, PROVIDER: Handshake } as const

export interface LineActions {
  readonly onOpen: (row: Perimeter) => void
  readonly onToggle: (row: Perimeter) => void
  readonly onAdd: (row: Perimeter) => void
  readonly onMove: (row: Perimeter) => void
  readonly onDrop: (moved: number, target: Perimeter) => void
  readonly canDrop: (moved: number, target: Perimeter) => boolean
}

/** One perimeter of the tree: opened by a click, moved by dragging it onto another or by its menu. */
export function Line({
  line,
  open,
  active,
  mayAdd,
  ...on
}: { readonly line: TreeLine; readonly open: boolean; readonly active: boolean; readonly mayAdd: boolean } & LineActions) {
  const { row, level, children } = line
  const t = useWords('organisation')
  const kit = useWords('kit')
  const words = useEntityWords(perimeter)
  const format = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const actions = useRef(on)
  useEffect(() => {
    actions.current = on
  })
  const movable = row.edit_right && row.parent !== null
  useEffect(() => {
    if (!element.current) return undefined
    const ends = [
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => actions.current.canDrop(source.data.perimeter as number, row),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          actions.current.onDrop(source.data.perimeter as number, row)
        },
      }),
      ...(movable ? [draggable({ element: element.current, getInitialData: () => ({ perimeter: row.id }) })] : []),
    ]
    return () => ends.forEach((end) => end())
  }, [row, movable])
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const Kind = row.type ? icons[row.type] : undefined
  return (
    <Grid
      ref={element}
      id={`perimeter-${row.id}`}
      role="treeitem"
      aria-level={level}
      aria-selected={active}
      {...(children > 0 ? { 'aria-expanded': open } : {})}
      align="center"
      gap={12}
      edge="soft-below"
      className={css.line}
      style={{ '--level': level } as CSSProperties}
      data-active={active || undefined}
      data-over={over || undefined}
      data-archived={row.archived || undefined}
      onClick={() => on.onOpen(row)}
    >
      <Row align="center" gap={8} narrows weight={500} className={css.name}>
        {children > 0 ? (
          <Grid
            type="button"
            tabIndex={-1}
            as="button"
            centered
            rigid
            tone="quiet"
            className={css.toggle}
            data-open={open || undefined}
            aria-label={open ? t('tree.collapse', { name: row.name ?? '' }) : t('tree.expand', { name: row.name ?? '' })}
            onClick={(event) => {
              event.stopPropagation()
              on.onToggle(row)
            }}
          >
            <ChevronRight size={14} aria-hidden />
          </Grid>
        ) : (
          <span className={css.leaf} />
        )}
        {Kind ? <Kind size={15} strokeWidth={1.75} aria-hidden /> : null}
        <CutName text={row.name ?? ''} wraps />
        <Text tone="quiet" weight={400} size={12} figures className={css.identifier}>
          {row.identifier}
        </Text>
        {children > 0 && !open ? (
          <Text rigid padX={6} corner={8} fill="subtle" tone="quiet" size={11} weight={400} line={16} figures className={css.below}>
            {t('tree.below', { count: format.number(line.below) })}
          </Text>
        ) : null}
      </Row>
      <Box tone="soft" className={css.type}>
        {row.type ? words.choice('type', row.type) : null}
      </Box>
      <Box side="right" figures tone="soft" className={css.weight}>
        <VisuallyHidden>{words.field('weight')} </VisuallyHidden>
        {row.weight === null ? '' : format.number(row.weight)}
      </Box>
      <Box cut tone="soft" className={css.manager}>
        {row.manager?.name}
      </Box>
      {/* The menu is part of the line but not of what a click on the line opens. */}
      <div className={css.menu} onClick={(event) => event.stopPropagation()} role="presentation">
        <Menu
          label={row.name ?? ''}
          trigger={(props) => (
            <IconButton label={kit('actions.more')} size="sm" tabIndex={-1} {...props}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          )}
        >
          <MenuGroup>
            <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={() => on.onOpen(row)}>
              {row.edit_right ? kit('actions.edit') : kit('actions.open')}
            </MenuItem>
            {mayAdd && row.edit_right ? (
              <MenuItem icon={<Plus size={14} aria-hidden />} onSelect={() => on.onAdd(row)}>
                {t('tree.add_child')}
              </MenuItem>
            ) : null}
            {movable ? (
              <MenuItem icon={<FolderInput size={14} aria-hidden />} onSelect={() => on.onMove(row)}>
                {t('tree.move')}
              </MenuItem>
            ) : null}
          </MenuGroup>
        </Menu>
      </div>
    </Grid>
  )
}
