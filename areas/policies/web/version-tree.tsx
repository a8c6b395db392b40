import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { walkTree } from '#kit/web/ui/tree-keys.ts'
import type { VersionTree as Content } from '#areas/policies/contract/calls.ts'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { groupKey, type Opened, type VersionLine } from './build-version-tree.ts'
import { placeFor, put, stepFor, type Piece, type Place, type Where } from './place-line.ts'
import { TreeLine } from './version-tree-line.tsx'
import css from './version-tree.module.css'

interface VersionTreeProps {
  readonly content: Content
  readonly lines: readonly VersionLine[]
  readonly closed: ReadonlySet<number>
  readonly opened: Opened | undefined
  readonly editable: boolean
  readonly withPerimeter: boolean
  /** In percent, by kind and id (a requirement's of its lineage); without it there is no such column. */
  readonly coverage: ReadonlyMap<string, number | null> | undefined
  readonly onClosed: (closed: ReadonlySet<number>) => void
  readonly onOpen: (opened: Opened) => void
}

/** The tree of a version: arrows walk it, right and left open and close groups, Enter opens a line; in a draft lines are dragged, or moved with Alt and an arrow. */
export function VersionTree({ content, lines, closed, opened, editable, withPerimeter, coverage, onClosed, onOpen }: VersionTreeProps) {
  const t = useWords('policies')
  const [active, setActive] = useState<string>()
  const tree = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const toggle = (id: number) => onClosed(closed.has(id) ? new Set([...closed].filter((each) => each !== id)) : new Set([...closed, id]))
  const open = (line: VersionLine) => {
    setActive(line.key)
    onOpen({ kind: line.kind, id: line.row.id })
  }
  const mayPlace = (piece: Piece, target: Piece, where: Where) => placeFor(content, piece, target, where) !== undefined
  const move = (piece: Piece, place: Place | undefined) => (place ? () => void put(content, piece, place) : undefined)
  const step = (piece: Piece, by: -1 | 1) => move(piece, stepFor(content, piece, by))
  const at = lines.findIndex((line) => line.key === active)
  const walk = (event: KeyboardEvent) => {
    if (event.target !== tree.current) return
    const line = lines[at]
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    const placed = event.altKey && editable && line && by ? step({ kind: line.kind, id: line.row.id }, by) : undefined
    if (placed) {
      event.preventDefault()
      return placed()
    }
    walkTree(event, {
      count: lines.length,
      at,
      open: line?.kind === 'group' ? !closed.has(line.row.id) : undefined,
      onMove: (place) => setActive(lines[place]?.key),
      onToggle: () => line && toggle(line.row.id),
      onParent: () => {
        const parent = line?.kind === 'group' ? line.row.parent_id : (line?.row.group_id ?? null)
        if (parent !== null) setActive(groupKey(parent))
      },
      more: { Enter: () => line && open(line) },
    })
  }
  return (
    <Box grow narrows overflow="scrolled" className={css.scroll} data-coverage={coverage ? true : undefined}>
      <Grid fill="subtle" edge="below" tone="quiet" size={12} weight={500} align="center" gap={12} className={css.head} aria-hidden>
        <span>{t('entities.control.one')}</span>
        <span>{t('entities.control.fields.level')}</span>
        <span>{t('entities.control.fields.weight')}</span>
        <span>{t('entities.control.fields.solutions')}</span>
        {coverage ? <span>{t('measures.coverage')}</span> : null}
        <span>{t('applicability.short')}</span>
        <span />
      </Grid>
      <div ref={tree} className={css.tree} role="tree" tabIndex={0} aria-label={t('entities.control.many')} aria-activedescendant={active} onKeyDown={walk}>
        {lines.map((line) => (
          <TreeLine
            key={line.key}
            line={line}
            isOpen={line.kind === 'group' && !closed.has(line.row.id)}
            active={line.key === active || (opened?.kind === line.kind && opened.id === line.row.id)}
            editable={editable}
            withPerimeter={withPerimeter}
            coverage={coverage && (coverage.get(line.kind === 'group' ? `group ${line.row.id}` : `requirement ${line.row.lineage_id}`) ?? null)}
            onToggle={toggle}
            onOpen={open}
            onAdd={onOpen}
            mayPlace={mayPlace}
            onPlace={(piece, target, where) => move(piece, placeFor(content, piece, target, where))?.()}
            step={step}
          />
        ))}
      </div>
    </Box>
  )
}
