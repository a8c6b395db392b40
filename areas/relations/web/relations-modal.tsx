import { useId, useLayoutEffect, useRef, useState } from 'react'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { letterKeys } from '#kit/web/letter-keys.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { FloatingTarget } from '#kit/web/ui/floating-target.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { walkTree } from '#kit/web/ui/tree-keys.ts'
import { useDialog } from '#kit/web/ui/use-dialog.ts'
import { useMedium } from '#kit/web/ui/use-width.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { TreeType } from '#areas/relations/contract/types.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Graph, type GraphHandle } from './graph.tsx'
import { layoutNames, type LayoutName } from './layouts.ts'
import { flat, linesOf, type Item, type Line } from './model.ts'
import { KeyLegend, ZoomButtons } from './graph-buttons.tsx'
import { Legend } from './legend.tsx'
import { ObjectCard } from './object-card.tsx'
import { ObjectList } from './object-list.tsx'
import { RelationsHead } from './relations-head.tsx'
import css from './relations.module.css'
import { useKinds } from './use-kinds.ts'
import { useRelations } from './use-relations.ts'

const layoutKey = 'vigie.relations.layout'
const readLayout = (): LayoutName => layoutNames.find((name) => name === localStorage.getItem(layoutKey)) ?? 'FORCE'
/** Where keys write or choose something else. */
const writes = 'input:not([type=radio], [type=checkbox]), textarea, select, [role=listbox], [role=combobox], [role=menu]'

/** What hangs together with an object, over the whole page: as a drawing, and as a list of the same objects. */
export function RelationsModal({ type, id }: { readonly type: TreeType; readonly id: number }) {
  const t = useWords('relations')
  const format = useFormat()
  const kinds = useKinds()
  const navigate = useNavigate()
  const heading = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const graph = useRef<GraphHandle>(null)
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const relations = useRelations(type, id)
  const { query, tree, root, drawn: shown, items, links, selected, setSelected } = relations
  const folded = root && shown ? items.size - flat(shown).length : 0
  const [layout, setLayout] = useState(readLayout)
  const zoom = useRef<HTMLSpanElement>(null)
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string>()
  const listOnly = useMedium()
  const [drawn, setDrawn] = useState(false)
  useDialog(ref, relations.close)
  useLayoutEffect(() => setDialog(ref.current), [])

  // Unfolded to begin with: the root and its headings, and the way to what is selected.
  const way = new Set<string>()
  for (let at = selected?.parent ?? null; at; at = at.parent) way.add(at.key)
  const isOpen = (key: string, depth: number) => (depth === 0 || way.has(key)) !== toggled.has(key)
  const lines = root ? linesOf(root, isOpen, search) : []
  const current = active !== undefined && lines.some(({ key }) => key === active) ? active : (selected?.key ?? '')
  const activate = (key: string) => {
    setActive(key)
    if (items.has(key)) setSelected(key)
  }
  const toggle = ({ key }: Line) => {
    setActive(key)
    setToggled((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  }
  const choose = (item: Item) => {
    setActive(undefined)
    setSearch('')
    setToggled(new Set())
    relations.choose(item)
  }
  const back = () => {
    setActive(undefined)
    relations.back()
  }
  const changeLayout = (name: LayoutName) => {
    localStorage.setItem(layoutKey, name)
    setLayout(name)
  }
  const recordOf = (item: Item | undefined) => {
    if (!item) return undefined
    const page = pageOfEntity(item.node.type)
    const { id } = item.node
    const to = item.node.type === 'policy' ? path('/org/policies/$id', { id }) : page && path(page.path, { id })
    return to && (() => void navigate({ to }))
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest(writes))) return
    // Arrows choose among them.
    if (event.key.startsWith('Arrow') && event.target instanceof HTMLInputElement) return
    const at = lines.findIndex(({ key }) => key === current)
    const line = lines[at]
    const pressed = event.target instanceof Element && event.target.closest('button, a, input')
    const letters: Readonly<Record<string, () => void>> = letterKeys.on() ? { o: () => recordOf(selected)?.() } : {}
    const layouts = Object.fromEntries(layoutNames.map((name, place) => [String(place + 1), () => changeLayout(name)]))
    const more = {
      ...layouts,
      ...letters,
      ...(letters['o'] ? { O: letters['o'] } : {}),
      '+': () => graph.current?.zoom(1.25),
      '-': () => graph.current?.zoom(0.8),
      '0': () => graph.current?.fit(),
      Backspace: back,
      ...(pressed ? {} : { Enter: () => (line?.item ? choose(line.item) : line && toggle(line)) }),
    }
    walkTree(event, {
      count: lines.length,
      at,
      open: line && line.count > 0 ? line.open : undefined,
      onMove: (place) => lines[place] && activate(lines[place].key),
      onToggle: () => line && toggle(line),
      onParent: () => {
        const above = lines.slice(0, Math.max(0, at)).findLast(({ level }) => level < (line?.level ?? 1))
        if (above) activate(above.key)
      },
      more,
    })
  }

  const name = tree?.object.label ?? ''
  const graphShown = !listOnly || drawn
  return (
    <dialog
      ref={ref}
      className={css.dialog}
      aria-labelledby={heading}
      data-list-only={listOnly || undefined}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        relations.close()
      }}
    >
      <FloatingTarget value={dialog}>
        <RelationsHead
          heading={heading}
          relations={relations}
          name={name}
          onBack={back}
          layout={layout}
          onLayout={changeLayout}
          onSave={(kind) => void graph.current?.save(kind, t('title', { name }))}
          graphShown={graphShown}
          listOnly={listOnly}
          onGraph={() => setDrawn(!drawn)}
        />
        <VisuallyHidden>
          <span role="status">{tree ? t('now', { name, count: tree.shown }) : ''}</span>
        </VisuallyHidden>
        <Row grow shortens aria-busy={query.isPending || query.isPlaceholderData}>
          {query.error ? (
            <Grid grow centered>
              <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
            </Grid>
          ) : !root || !shown || !tree || !selected ? (
            <Stack rigid narrows fill="surface" className={css.side}>
              <SkeletonRows count={12} />
            </Stack>
          ) : (
            <>
              {listOnly && drawn ? null : (
                <Stack rigid narrows fill="surface" className={css.side}>
                  {tree.total > tree.shown ? (
                    <Text as="p" padY={8} padX={10} corner={6} fill="warn" tone="warn" className={css.cut} role="status">
                      {t('cut', { shown: tree.shown, total: tree.total })}
                    </Text>
                  ) : null}
                  <ObjectList
                    lines={lines}
                    count={tree.shown}
                    kinds={kinds}
                    active={current}
                    search={search}
                    onSearch={setSearch}
                    onActive={activate}
                    onToggle={toggle}
                    onChoose={choose}
                  />
                  {listOnly ? <ObjectCard item={selected} kinds={kinds} onOpen={recordOf(selected)} onChoose={() => choose(selected)} /> : <KeyLegend />}
                </Stack>
              )}
              {graphShown ? (
                <Box holds grow narrows overflow="clipped" className={css.stage}>
                  <Graph
                    ref={graph}
                    root={shown}
                    links={links}
                    layout={layout}
                    selected={selected.key}
                    onSelect={activate}
                    onChoose={choose}
                    onZoom={(value) => zoom.current && (zoom.current.textContent = format.percent(value))}
                  />
                  {root.children.length === 0 && relations.hidden.size === 0 ? (
                    <Grid grow centered className={css.alone}>
                      <EmptyState title={t('alone')} />
                    </Grid>
                  ) : null}
                  <div className={css.card}>
                    <ObjectCard item={selected} kinds={kinds} onOpen={recordOf(selected)} onChoose={() => choose(selected)} />
                  </div>
                  <Row align="end" spread="between" gap={12} className={css.foot}>
                    <Legend
                      counts={relations.counts ?? new Map()}
                      kinds={kinds}
                      hidden={relations.hidden}
                      onToggle={relations.toggleType}
                      crossed={links.length > 0}
                    />
                    {folded > 0 || relations.unfolded ? (
                      <Button size="sm" onClick={() => relations.unfold(!relations.unfolded)}>
                        {relations.unfolded ? t('fold') : t('unfold_all', { count: folded })}
                      </Button>
                    ) : null}
                    <ZoomButtons zoom={zoom} onZoom={(by) => graph.current?.zoom(by)} onFit={() => graph.current?.fit()} />
                  </Row>
                </Box>
              ) : null}
            </>
          )}
        </Row>
      </FloatingTarget>
    </dialog>
  )
}
