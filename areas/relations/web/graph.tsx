import { useEffect, memo, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type PointerEvent, type Ref } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { toneOf } from '#kit/web/ui/level-color.ts'
import type { TreeScore } from '#areas/relations/contract/tree.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { captionOf, captionWidth, edgeOf, roomFor } from './captions.ts'
import { exportDrawing } from './export-drawing.ts'
import css from './graph.module.css'
import { boundsOf, growthAt, layOut, ringStep, scaleFor, unitAt, type LayoutName } from './layouts.ts'
import { looks, type Shape } from './looks.ts'
import { flat, type Item } from './model.ts'

export interface GraphHandle {
  readonly zoom: (by: number) => void
  readonly fit: () => void
  readonly save: (kind: 'svg' | 'png', name: string) => Promise<void>
}

interface GraphProps {
  readonly root: Item
  readonly links: readonly (readonly [string, string])[]
  readonly layout: LayoutName
  readonly selected: string
  readonly onSelect: (key: string) => void
  /** Pressed: it becomes the root. */
  readonly onChoose: (item: Item) => void
  readonly onZoom: (percent: number) => void
  readonly ref: Ref<GraphHandle>
}

/** Pixels that the card takes, and those that the legend takes at least. */
const margins = { right: 300, bottom: 100, left: 16, top: 16 }
const [least, most] = [0.05, 4]
/** What does not fit is walked to, from the root, rather than drawn too small to read; on a wide stage all of it is seen by «fit». */
const readable = 0.5

const paths: Readonly<Record<Exclude<Shape, 'circle'>, string>> = {
  square: 'M-17-12q0-5 5-5h24q5 0 5 5v24q0 5-5 5h-24q-5 0-5-5z',
  diamond: 'M-2.5-18.5q2.5-2.5 5 0l16 16q2.5 2.5 0 5l-16 16q-2.5 2.5-5 0l-16-16q-2.5-2.5 0-5z',
  hexagon: 'M-9.5-17h19l9.5 17-9.5 17h-19l-9.5-17z',
}

/** The drawing of a tree; what is in it stands in the list beside it too. */
export function Graph({ root, links, layout: name, selected, onSelect, onChoose, onZoom, ref }: GraphProps) {
  const svg = useRef<SVGSVGElement>(null)
  const view = useRef({ k: 1, x: 0, y: 0 })
  const moved = useRef(false)
  /** What passes below the pointer while the drawing moves is not looked at. */
  const moving = useRef(false)
  const resting = useRef<() => void>(undefined)
  const [scale, setScale] = useState(1)
  const items = useMemo(() => flat(root), [root])
  const layout = useMemo(() => layOut(name, root, links), [name, root, links])
  const [hovered, setHovered] = useState<string>()
  const lit = hovered ?? selected
  const captions = useMemo(() => roomFor(items, { name, layout }, scale, new Set([root.key, lit])), [items, name, layout, scale, root.key, lit])

  const apply = () => {
    const { k, x, y } = view.current
    const group = svg.current?.querySelector('g')
    group?.setAttribute('transform', `translate(${x} ${y}) scale(${k})`)
    onZoom(Math.round(k * 100))
    // Which words there is room for is asked once the hand rests.
    resting.current?.()
    moving.current = true
    resting.current = afterPause(120, () => {
      moving.current = false
      group?.style.setProperty('--unit', String(unitAt(k)))
      setScale(k < 0.3 ? Math.round(k * 100) / 100 : Math.round(k * 10) / 10)
    })
  }
  const zoomAt = (by: number, at?: { readonly x: number; readonly y: number }) => {
    const element = svg.current
    if (!element) return
    const { width, height } = element.getBoundingClientRect()
    const { x: px, y: py } = at ?? { x: width / 2, y: height / 2 }
    const { k, x, y } = view.current
    const next = Math.min(most, Math.max(least, k * by))
    view.current = { k: next, x: px - ((px - x) * next) / k, y: py - ((py - y) * next) / k }
    moved.current = true
    apply()
  }
  /** Shows all of it, or as a drawing opens: no smaller than can be read. */
  const fit = (all: boolean) => {
    const element = svg.current
    if (!element) return
    const { width, height } = element.getBoundingClientRect()
    const aside = width > 760 ? margins.right : margins.left
    const legend = element.parentElement?.querySelector('[data-legend]')?.getBoundingClientRect().height ?? 0
    const [w, h] = [width - margins.left - aside, height - margins.top - Math.max(margins.bottom, legend + 36)]
    const whole = scaleFor(layout, w, h)
    const k = Math.min(1.15, Math.max(all && width > 760 ? least : readable, whole))
    const { left, top, right, bottom } = boundsOf(layout, k)
    const [x, y] = k > whole ? [0, 0] : [(left + right) / 2, (top + bottom) / 2]
    view.current = { k, x: margins.left + w / 2 - k * x, y: margins.top + h / 2 - k * y }
    moved.current = false
    apply()
  }
  /** Brings what is selected, in the list or by a search there, into sight. */
  const reach = (key: string) => {
    const spot = layout.get(key)
    const element = svg.current
    if (!spot || !element) return
    const { width, height } = element.getBoundingClientRect()
    const { k, x, y } = view.current
    const [px, py] = [x + k * spot.x, y + k * spot.y]
    const right = width - (width > 760 ? margins.right : margins.left)
    if (px >= margins.left && px <= right && py >= margins.top && py <= height - margins.bottom) return
    view.current = { k, x: x + right / 2 - px, y: y + (height - margins.bottom) / 2 - py }
    moved.current = true
    apply()
  }
  const latest = useRef({ fit, zoomAt, reach })
  latest.current = { fit, zoomAt, reach }

  // Before it is painted.
  useLayoutEffect(() => latest.current.fit(false), [layout])
  useEffect(() => latest.current.reach(selected), [selected])
  useEffect(() => {
    const element = svg.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      if (!moved.current) latest.current.fit(false)
    })
    watch.observe(element)
    // React's own listeners may not keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      latest.current.zoomAt(Math.exp(-event.deltaY * 0.0015), { x: event.clientX - left, y: event.clientY - top })
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      watch.disconnect()
      resting.current?.()
      element.removeEventListener('wheel', wheel)
    }
  }, [])
  useImperativeHandle(ref, () => ({
    zoom: (by) => zoomAt(by),
    fit: () => fit(true),
    save: (kind, file) => (svg.current ? exportDrawing(svg.current, boundsOf(layout, scale), kind, file) : Promise.resolve()),
  }))

  const drag = useRef<{ x: number; y: number; far: boolean } | null>(null)
  const begin = (event: PointerEvent) => {
    if (event.button === 0) drag.current = { x: event.clientX, y: event.clientY, far: false }
  }
  const move = (event: PointerEvent) => {
    const from = drag.current
    if (!from) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (!from.far && Math.hypot(dx, dy) < 4) return
    drag.current = { x: event.clientX, y: event.clientY, far: true }
    view.current = { ...view.current, x: view.current.x + dx, y: view.current.y + dy }
    moved.current = true
    apply()
  }
  const press = (item: Item, event: PointerEvent) => {
    const far = drag.current?.far
    drag.current = null
    if (far || event.button !== 0) return
    // A finger cannot hover: it looks first, and goes on with the second tap.
    if (event.pointerType !== 'mouse' && selected !== item.key) onSelect(item.key)
    else onChoose(item)
  }
  const spotOf = (key: string) => layout.get(key) ?? { x: 0, y: 0, words: 'below' as const }
  const isLit = (a: string, b: string) => lit !== root.key && (a === lit || b === lit)
  const curve = (a: string, b: string) => {
    const [p, q] = [spotOf(a), spotOf(b)]
    const middle = (p.x + q.x) / 2
    return name === 'MIND_MAP' ? `M${p.x} ${p.y}C${middle} ${p.y} ${middle} ${q.y} ${q.x} ${q.y}` : `M${p.x} ${p.y}L${q.x} ${q.y}`
  }
  const rings = name === 'RADIAL' ? Array.from({ length: Math.max(0, ...items.map(({ depth }) => depth)) }, (_, at) => (at + 1) * ringStep(root)) : []

  return (
    <svg
      ref={svg}
      className={css.graph}
      aria-hidden
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => (drag.current = null)}
      onPointerLeave={() => (drag.current = null)}
    >
      <g key={`${root.key} ${name}`} className={css.view}>
        {rings.map((radius) => (
          <circle key={radius} r={radius} className={css.orbit} />
        ))}
        {links.map(([a, b]) =>
          layout.has(a) && layout.has(b) ? <path key={`${a} ${b}`} d={curve(a, b)} className={css.cross} data-lit={isLit(a, b) || undefined} /> : null,
        )}
        {items.map(({ key, parent }) =>
          parent ? <path key={key} d={curve(parent.key, key)} className={css.link} data-lit={isLit(parent.key, key) || undefined} /> : null,
        )}
        {items.map((item) => {
          const { x, y } = spotOf(item.key)
          const grown = growthAt(name, scale, item.parent === null)
          return (
            <g
              key={item.key}
              transform={`translate(${x} ${y})`}
              className={css.object}
              data-key={item.key}
              data-tint={looks[item.node.type].tint}
              data-root={item.parent === null || undefined}
              data-missing={item.node.missing || undefined}
              onPointerEnter={(event) => event.pointerType === 'mouse' && !moving.current && setHovered(item.key)}
              onPointerLeave={() => setHovered(undefined)}
              onPointerUp={(event) => press(item, event)}
            >
              <Drawn item={item} lit={item.key === selected} grown={grown} />
            </g>
          )
        })}
        {items.map((item) => {
          if (!captions.has(item.key)) return null
          const { x, y, words } = spotOf(item.key)
          const first = item.parent === null
          return (
            <g key={item.key} transform={`translate(${x} ${y})`}>
              <Caption item={item} words={words} strong={first || item.key === selected} grown={growthAt(name, scale, first)} unit={unitAt(scale)} />
            </g>
          )
        })}
      </g>
    </svg>
  )
}

const Drawn = memo(function Drawn({ item: { node, parent, inside }, lit, grown }: { readonly item: Item; readonly lit: boolean; readonly grown: number }) {
  const { shape, icon: Icon } = looks[node.type]
  const big = parent === null
  const ring = shape === 'circle' || big ? 22 : 24
  return (
    <g transform={big || grown > 1 ? `scale(${(big ? 1.5 : 1) * grown})` : undefined}>
      {lit ? <circle r={29} className={css.halo} /> : null}
      {node.score && node.score.unit !== 'LEVEL' ? (
        <>
          <circle r={ring} className={css.track} />
          <circle
            r={ring}
            pathLength={100}
            strokeDasharray={`${Math.max(0.01, Math.min(100, node.score.value))} 100`}
            transform="rotate(-90)"
            className={css.ring}
            {...ringLook(node.score)}
          />
        </>
      ) : null}
      {shape === 'circle' ? <circle r={18} className={css.shape} /> : <path d={paths[shape]} className={css.shape} />}
      <Icon x={-8} y={-8} width={16} height={16} strokeWidth={1.75} className={css.icon} />
      {inside ? (
        <g transform="translate(19 15)" className={css.inside}>
          <rect x={-15} y={-8} width={30} height={16} rx={8} />
          <text y={4} textAnchor="middle">
            +{inside}
          </text>
        </g>
      ) : null}
      {node.warnings.length > 0 ? (
        <g transform="translate(17 -16)" className={css.warning}>
          <circle r={7.5} />
          <path d="M0-3.5v4M0 3.2v.3" />
        </g>
      ) : null}
    </g>
  )
})

function ringLook({ unit, color }: TreeScore): { 'data-tone': string } | { stroke: string } {
  if (unit === 'PERCENT') return { 'data-tone': 'progress' }
  const tone = toneOf(color)
  return tone ? { 'data-tone': tone } : color ? { stroke: color } : { 'data-tone': 'mute' }
}

const Caption = memo(function Caption({
  item: { node, parent },
  words,
  strong,
  grown,
  unit,
}: {
  readonly item: Item
  readonly words: 'below' | 'left' | 'right'
  readonly strong: boolean
  readonly grown: number
  readonly unit: number
}) {
  const format = useFormat()
  const lines = captionOf(node.label, captionWidth(strong))
  const anchor = words === 'below' ? 'middle' : words === 'right' ? 'start' : 'end'
  // Below the ring around what is selected, too.
  const far = edgeOf(parent === null, strong) * grown + 14 * unit
  const beside = 30 * grown
  return (
    <g transform={words === 'below' ? `translate(0 ${far})` : `translate(${words === 'right' ? beside : -beside} ${(4 - (lines.length - 1) * 7) * unit})`}>
      <text className={css.caption} data-strong={strong || undefined} textAnchor={anchor}>
        {lines.map((line, at) => (
          <tspan key={line} x={0} dy={at === 0 ? 0 : '1.25em'}>
            {line}
            {node.score && at === lines.length - 1 ? (
              <tspan className={css.figure} dx="0.35em" data-tone={node.score.unit === 'PERCENT' ? undefined : (toneOf(node.score.color) ?? undefined)}>
                {node.score.unit === 'PERCENT' ? format.percent(node.score.value) : node.score.value}
              </tspan>
            ) : null}
          </tspan>
        ))}
      </text>
    </g>
  )
})
