import { ArrowDown, ArrowUp, ChevronRight, Ellipsis, FolderPlus, Plus } from 'lucide-react'
import { memo, useRef, type CSSProperties } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { CutName } from '#kit/web/ui/cut-name.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Opened, VersionLine } from './build-version-tree.ts'
import type { Piece, Where } from './place-line.ts'
import { useLineDrag } from './use-line-drag.ts'
import css from './version-tree.module.css'

interface TreeLineProps {
  readonly line: VersionLine
  readonly isOpen: boolean
  readonly active: boolean
  readonly editable: boolean
  readonly withPerimeter: boolean
  /** Percent, null where nothing counts; undefined where coverage is not shown. */
  readonly coverage: number | null | undefined
  readonly onToggle: (id: number) => void
  readonly onOpen: (line: VersionLine) => void
  readonly onAdd: (opened: Opened) => void
  readonly mayPlace: (piece: Piece, target: Piece, where: Where) => boolean
  readonly onPlace: (piece: Piece, target: Piece, where: Where) => void
  /** One step among its own kind; undefined at the end. */
  readonly step: (piece: Piece, by: -1 | 1) => (() => void) | undefined
}

/** Solutions drawn in a line; the others are counted. */
const shownSolutions = 3

/** One group or requirement, of native elements only: a version may hold two thousand. */
export const TreeLine = memo(function TreeLine({
  line,
  isOpen,
  active,
  editable,
  withPerimeter,
  coverage,
  onToggle,
  onOpen,
  onAdd,
  mayPlace,
  onPlace,
  step,
}: TreeLineProps) {
  const t = useWords('policies')
  const { row, level, kind } = line
  const name = row.name ?? row.identifier ?? ''
  const element = useRef<HTMLDivElement>(null)
  const over = useLineDrag(element, { piece: { kind, id: row.id }, enabled: editable, mayPlace, onPlace })
  return (
    <Grid
      ref={element}
      id={line.key}
      role="treeitem"
      aria-level={level}
      aria-selected={active}
      {...(kind === 'group' ? { 'aria-expanded': isOpen } : {})}
      align="center"
      gap={12}
      edge="soft-below"
      className={css.line}
      data-kind={kind}
      data-active={active || undefined}
      data-over={over}
      {...(editable ? { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' } : {})}
      style={{ '--level': level } as CSSProperties}
      onClick={() => onOpen(line)}
    >
      <Row align="center" gap={8} narrows className={css.name}>
        {line.kind === 'group' && line.requirements > 0 ? (
          <Grid
            type="button"
            tabIndex={-1}
            as="button"
            centered
            rigid
            tone="quiet"
            className={css.toggle}
            data-open={isOpen || undefined}
            aria-label={t(isOpen ? 'tree.collapse' : 'tree.expand', { name })}
            onClick={(event) => {
              event.stopPropagation()
              onToggle(row.id)
            }}
          >
            <ChevronRight size={14} aria-hidden />
          </Grid>
        ) : (
          <span className={css.leaf} />
        )}
        {row.identifier && row.identifier !== row.name ? (
          <Text cut rigid tone="quiet" size={12} figures className={css.identifier}>
            {row.identifier}
          </Text>
        ) : null}
        <Text cut className={css.text} title={name}>
          <CutName text={name} wraps />
        </Text>
        {line.kind === 'group' ? (
          <Text rigid tone="quiet" size={12} figures className={css.count}>
            {line.requirements}
          </Text>
        ) : line.row.implementation_groups.length > 0 ? (
          <Text rigid tone="quiet" size={11} title={t('entities.policy_application.fields.implementation_groups')}>
            {line.row.implementation_groups.join(' · ')}
          </Text>
        ) : null}
      </Row>
      <div>{line.kind === 'requirement' && line.row.level !== null ? t(`levels.${line.row.level as 1 | 2 | 3}`) : null}</div>
      <Box tone="soft" figures className={css.number}>
        {row.weight}
      </Box>
      <Row align="center" gap={6} tone="soft" size={12} narrows overflow="clipped" oneLine>
        {line.kind === 'requirement' ? <Solutions solutions={line.row.solutions} /> : null}
      </Row>
      {coverage === undefined ? null : (
        <Text as="div" tone="quiet">
          {coverage === null ? '—' : <Progress value={Math.floor(coverage)} />}
        </Text>
      )}
      <div>
        {line.kind !== 'requirement' ? null : withPerimeter ? (
          line.row.not_applicable_here ? (
            <StatusBadge tone="off" glyph="minus">
              {t('applicability.none')}
            </StatusBadge>
          ) : null
        ) : line.row.not_applicable > 0 ? (
          <Text rigid tone="quiet" size={12} figures className={css.count}>
            {line.row.not_applicable}
          </Text>
        ) : null}
      </div>
      {/* The menu is part of the line but not of what a click on the line opens. */}
      <div className={css.menu} onClick={(event) => event.stopPropagation()} role="presentation">
        {editable ? <LineMenu line={line} name={name} onAdd={onAdd} step={step} /> : null}
      </div>
    </Grid>
  )
})

function Solutions({
  solutions,
}: {
  readonly solutions: readonly {
    readonly id: number
    readonly identifier: string
    readonly name: string | null
    readonly share: number
    readonly to_confirm: boolean
  }[]
}) {
  const t = useWords('policies')
  const format = useFormat()
  if (solutions.length === 0)
    return (
      <Text size={12} tone="quiet">
        {t('solutions.none')}
      </Text>
    )
  // One alone has room for its name.
  const alone = solutions.length === 1 ? (solutions[0]?.name ?? '') : ''
  return (
    <>
      {solutions.slice(0, shownSolutions).map((solution) => (
        <span key={solution.id} title={`${solution.name ?? ''} · ${format.percent(solution.share)}`}>
          <Tag>
            {solution.identifier}
            {solution.share < 100 ? ` ${format.percent(solution.share)}` : ''}
            {solution.to_confirm ? ' ?' : ''}
          </Tag>
        </span>
      ))}
      {alone ? (
        <Text cut className={css.text}>
          {alone}
        </Text>
      ) : null}
      {solutions.length > shownSolutions ? (
        <Text rigid tone="quiet" size={12} figures className={css.count}>
          +{solutions.length - shownSolutions}
        </Text>
      ) : null}
    </>
  )
}

function LineMenu({ line, name, onAdd, step }: { readonly line: VersionLine; readonly name: string } & Pick<TreeLineProps, 'onAdd' | 'step'>) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const piece = { kind: line.kind, id: line.row.id }
  const [up, down] = [step(piece, -1), step(piece, 1)]
  const group = { id: line.row.id, name }
  return (
    <Menu
      label={name}
      trigger={(props) => (
        <IconButton label={kit('actions.more')} size="sm" tabIndex={-1} {...props}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      )}
    >
      <MenuGroup>
        <MenuItem icon={<ArrowUp size={14} aria-hidden />} disabled={!up} {...(up && { onSelect: up })}>
          {kit('actions.move_up')}
        </MenuItem>
        <MenuItem icon={<ArrowDown size={14} aria-hidden />} disabled={!down} {...(down && { onSelect: down })}>
          {kit('actions.move_down')}
        </MenuItem>
      </MenuGroup>
      {line.kind === 'group' ? (
        <MenuGroup>
          <MenuItem icon={<FolderPlus size={14} aria-hidden />} onSelect={() => onAdd({ kind: 'group', id: 'new', group })}>
            {t('entities.control_group.new')}
          </MenuItem>
          <MenuItem icon={<Plus size={14} aria-hidden />} onSelect={() => onAdd({ kind: 'requirement', id: 'new', group })}>
            {t('entities.control.new')}
          </MenuItem>
        </MenuGroup>
      ) : null}
    </Menu>
  )
}
