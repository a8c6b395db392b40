import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useFolds } from '#kit/web/ui/folds.ts'
import { walkTree } from '#kit/web/ui/tree-keys.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { childrenOf, linesOf, type Perimeter } from './build-tree.ts'
import css from './perimeter-picker.module.css'

export type PickedPerimeter = Perimeter

interface PerimeterPickerProps {
  readonly label: string
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
  /** Ticked already: what they are chosen for holds there. */
  readonly settled?: ReadonlySet<number>
  /** Those of them that are chosen to be changed; without, none can be. */
  readonly revised?: ReadonlySet<number>
  readonly onRevise?: (revised: ReadonlySet<number>) => void
  /** What is told of each at the right, such as its score. */
  readonly aside?: (row: Perimeter) => ReactNode
  /** Heads that column. */
  readonly asideTitle?: string
}

const NONE: ReadonlySet<number> = new Set()

/** Active internal perimeters as a tree with boxes: arrows walk, space ticks one, shift and space all of its branch; what is typed narrows it to the branches that hold it. */
export function PerimeterPicker({ label, chosen, onChange, settled = NONE, revised = NONE, onRevise, aside, asideTitle }: PerimeterPickerProps) {
  const t = useWords('organisation')
  const format = useFormat()
  const id = useId()
  const tree = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState<number>()
  const places = useQuery({
    queryKey: ['perimeter', 'all'],
    queryFn: ({ signal }) => api.get<ListAnswer<Perimeter>>('/perimeter', { query: { limit: rowLimit }, signal }),
    select: (answer) => answer.objects,
  })
  const rows = useMemo(() => (places.data ?? []).filter((row) => row.type === 'INTERNAL' && !row.archived), [places.data])
  const branches = useMemo(() => rows.map(({ id: own, parent }) => ({ id: own, parent: parent?.id ?? null })), [rows])
  const [closed, setClosed] = useFolds('perimeter.picker', branches)
  const lines = useMemo(() => linesOf(holding(rows, search), search ? NONE : closed), [rows, search, closed])

  const tick = (row: Perimeter, branch = false) => {
    if (onRevise && settled.has(row.id) && !branch)
      return onRevise(revised.has(row.id) ? new Set([...revised].filter((each) => each !== row.id)) : new Set([...revised, row.id]))
    const ids = (branch ? branchOf(rows, row) : [row]).map((each) => each.id).filter((each) => !settled.has(each))
    if (ids.length === 0) return
    const on = !chosen.has(row.id) && !(branch && ids.every((each) => chosen.has(each)))
    onChange(new Set(on ? [...chosen, ...ids] : [...chosen].filter((each) => !ids.includes(each))))
  }
  const toggle = (row: Perimeter) =>
    setClosed((before) => (before.has(row.id) ? new Set([...before].filter((each) => each !== row.id)) : new Set([...before, row.id])))
  const at = lines.findIndex(({ row }) => row.id === active)
  const line = lines[at]
  const walk = (event: KeyboardEvent) =>
    walkTree(event, {
      count: lines.length,
      at,
      // What a search found is all open.
      open: line && line.children > 0 && !search ? !closed.has(line.row.id) : undefined,
      onMove: (place) => {
        const next = lines[place]
        if (!next) return
        setActive(next.row.id)
        document.getElementById(`${id}-${next.row.id}`)?.scrollIntoView({ block: 'nearest' })
      },
      onToggle: () => line && toggle(line.row),
      onParent: () => setActive(lines.find((above) => above.row.id === line?.row.parent?.id)?.row.id ?? active),
      more: { ' ': () => line && tick(line.row, event.shiftKey) },
    })
  return (
    <Stack gap={6} narrows>
      <Row spread="between" gap={12} tone="quiet" size={12} className={css.head}>
        <span>
          <Text as="b" tone="plain" weight={500}>
            {label}
          </Text>{' '}
          {t('picker.chosen', { count: format.number(chosen.size), total: format.number(rows.length) })}
        </span>
        <span>{asideTitle}</span>
      </Row>
      <Box overflow="clipped" edge="strong" corner={8} fill="surface" className={css.frame}>
        <TextInput
          aria-label={t('picker.search')}
          placeholder={t('picker.search')}
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            tree.current?.focus()
          }}
        />
        {lines.length === 0 ? (
          <div className={css.tree}>
            {places.isError ? (
              <ErrorState reason={places.error} onRetry={() => void places.refetch()} />
            ) : places.data ? (
              <EmptyState title={t('picker.none', { search })} />
            ) : (
              <SkeletonRows count={7} />
            )}
          </div>
        ) : null}
        <div
          ref={tree}
          hidden={lines.length === 0}
          className={css.tree}
          role="tree"
          tabIndex={0}
          aria-label={label}
          aria-multiselectable
          aria-activedescendant={at >= 0 ? `${id}-${active}` : undefined}
          onFocus={() => setActive((before) => before ?? lines[0]?.row.id)}
          onKeyDown={walk}
        >
          {lines.map(({ row, level, children, below }) => {
            const fixed = settled.has(row.id)
            const on = fixed || chosen.has(row.id)
            const open = search !== '' || !closed.has(row.id)
            return (
              <Row
                key={row.id}
                id={`${id}-${row.id}`}
                role="treeitem"
                aria-labelledby={`${id}-${row.id}-name`}
                {...(aside ? { 'aria-describedby': `${id}-${row.id}-aside` } : {})}
                aria-level={level}
                aria-checked={on}
                aria-disabled={(fixed && !onRevise) || undefined}
                {...(children > 0 ? { 'aria-expanded': open } : {})}
                align="center"
                gap={8}
                className={css.line}
                style={{ '--level': level } as CSSProperties}
                data-on={on || undefined}
                data-settled={(fixed && !revised.has(row.id)) || undefined}
                data-active={row.id === active || undefined}
                onClick={(event) => {
                  setActive(row.id)
                  tick(row, event.shiftKey)
                }}
              >
                {children > 0 ? (
                  <Grid
                    type="button"
                    tabIndex={-1}
                    as="button"
                    centered
                    tone="quiet"
                    className={css.toggle}
                    data-open={open || undefined}
                    aria-label={t(open ? 'tree.collapse' : 'tree.expand', { name: row.name ?? '' })}
                    onClick={(event) => {
                      event.stopPropagation()
                      toggle(row)
                    }}
                  >
                    <ChevronRight size={14} aria-hidden />
                  </Grid>
                ) : (
                  <span className={css.leaf} />
                )}
                <Text holds rigid edge="strong" corner={4} fill="surface" className={css.box} aria-hidden />
                <Text id={`${id}-${row.id}-name`} grow narrows padY={5} breaks>
                  {row.name}
                  {children > 0 && !open ? (
                    <Text as="small" tone="quiet" size={11} className={css.below}>
                      {t('tree.below', { count: format.number(below) })}
                    </Text>
                  ) : null}
                </Text>
                <Text id={`${id}-${row.id}-aside`} tone="quiet" figures>
                  {aside?.(row)}
                </Text>
              </Row>
            )
          })}
        </div>
      </Box>
    </Stack>
  )
}

/** The perimeters that hold a text in their name or reference, with all above them. */
function holding(rows: readonly Perimeter[], search: string): readonly Perimeter[] {
  const wanted = plain(search.trim())
  if (!wanted) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const visible = new Set<number>()
  for (const row of rows) {
    if (!plain(`${row.name ?? ''} ${row.identifier ?? ''}`).includes(wanted)) continue
    for (let above: Perimeter | undefined = row; above && !visible.has(above.id); above = above.parent ? byId.get(above.parent.id) : undefined)
      visible.add(above.id)
  }
  return rows.filter((row) => visible.has(row.id))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function branchOf(rows: readonly Perimeter[], top: Perimeter): Perimeter[] {
  const children = childrenOf(rows)
  const below = (row: Perimeter): Perimeter[] => [row, ...(children.get(row.id) ?? []).flatMap(below)]
  return below(top)
}
