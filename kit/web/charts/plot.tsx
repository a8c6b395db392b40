import { useState, type CSSProperties, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import styles from './chart.module.css'
import { Swatch } from './legend.tsx'
import { between, nearest, type Area, type Axis, type Label, type Size } from './scale.ts'

/** Which place of which series was pressed; the same is reached without a pointer from a table beside the drawing. */
export type OnPick = (index: number, series: number) => void

/** What is said of a place that is pointed at. */
export interface Told {
  readonly title: string
  readonly rows: readonly { readonly name?: string; readonly color?: string; readonly text: string }[]
}

interface PointedProps {
  readonly size: Size
  /** Where it answers to the pointer. */
  readonly area: Area
  /** Which place stands at a point, -1 for none. */
  readonly placeAt: (x: number, y: number) => number
  /** Nothing: then a place is shown, and not told. */
  readonly tell?: ((at: number) => Told) | undefined
  readonly onPick?: OnPick | undefined
  /** How a place is shown that is pointed at: beneath what is drawn. */
  readonly mark?: (at: number) => ReactNode
  readonly children: ReactNode
}

interface Pointer {
  readonly at: number
  readonly x: number
  readonly low: boolean
}

/** A drawing whose places say what they hold under the pointer. What is drawn is not drawn again for it. */
export function Pointed({ size, area, placeAt, tell, onPick, mark, children }: PointedProps) {
  const [pointer, setPointer] = useState<Pointer>()
  const find = ({ clientX, clientY, currentTarget }: MouseEvent): Pointer | undefined => {
    const box = currentTarget.getBoundingClientRect()
    const [x, y] = [((clientX - box.left) * size.width) / box.width, ((clientY - box.top) * size.height) / box.height]
    const at = x < area.left || x > area.right || y < area.top || y > area.bottom ? -1 : placeAt(x, y)
    return at < 0 ? undefined : { at, x, low: y > (area.top + area.bottom) / 2 }
  }
  const follow = (event: PointerEvent) => {
    const next = find(event)
    setPointer((last) => (last?.at === next?.at && last?.low === next?.low ? last : next))
  }
  const pick = (event: MouseEvent) => {
    const series = event.target instanceof Element ? event.target.getAttribute('data-series') : null
    const found = find(event)
    if (series !== null && found) onPick?.(found.at, Number(series))
  }
  return (
    <>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${size.width} ${size.height}`}
        aria-hidden
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={() => setPointer(undefined)}
        {...(onPick && { onClick: pick })}
      >
        {pointer && mark?.(pointer.at)}
        {children}
      </svg>
      {pointer && tell ? <Tip told={tell(pointer.at)} pointer={pointer} width={size.width} /> : null}
    </>
  )
}

/** Beside the pointed place, on the side that has room for it. */
function Tip({ told: { title, rows }, pointer: { x, low }, width }: { readonly told: Told; readonly pointer: Pointer; readonly width: number }) {
  const place: CSSProperties = { ...(x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }), ...(low ? { bottom: 8 } : { top: 8 }) }
  return (
    <div className={styles.told} style={place}>
      <p>{title.replace('\n', ' ')}</p>
      <ul>
        {rows.map(({ name, color, text }, n) =>
          name === undefined ? (
            <li key={text}>{text}</li>
          ) : (
            <li key={name}>
              <Swatch color={color ?? 'mute'} n={n} />
              {name}
              <b>{text}</b>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

interface GroundProps {
  readonly area: Area
  readonly axis: Axis
  /** How the values of the axis are written. */
  readonly show?: ((value: number) => string) | undefined
  readonly labels: readonly Label[]
  /** Below the labels. */
  readonly title?: string
}

/** The lines of values, the axis of places and what both are named. */
function Ground({ area, axis, show, labels, title }: GroundProps) {
  const format = useFormat()
  const { left, right, top, bottom } = area
  const y = between(axis, bottom, top)
  return (
    <>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line className={styles.ground} x1={left} x2={right} y1={crisp(y(tick))} y2={crisp(y(tick))} />
          <text x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
            {show ? show(tick) : format.number(tick)}
          </text>
        </g>
      ))}
      <line className={styles.axis} x1={left} x2={right} y1={crisp(bottom)} y2={crisp(bottom)} />
      {labels.map(({ at, text }) => (
        <text key={at} y={bottom + 15} textAnchor="middle">
          {text.split('\n').map((line, n) => (
            <tspan key={n} x={at} dy={n === 0 ? '0.35em' : 14}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
      {title === undefined ? null : (
        <text x={(left + right) / 2} y={bottom + 32} dy="0.35em" textAnchor="middle">
          {title}
        </text>
      )}
    </>
  )
}

/** In the middle of a pixel: a fine line that covers two is pale. */
export const crisp = (at: number) => Math.floor(at) + 0.5

interface PlotProps extends GroundProps {
  readonly size: Size
  /** Where each place stands, in pixels. */
  readonly places: readonly number[]
  /** A pointed place is a band of so many pixels, else a line. */
  readonly band?: number
  readonly tell?: ((at: number) => Told) | undefined
  readonly onPick?: OnPick | undefined
  readonly children: ReactNode
}

/** What is drawn over places from left to right, with its two axes. */
export function Plot({ size, places, band, tell, onPick, children, ...ground }: PlotProps) {
  const { area } = ground
  const mark = (at: number) => {
    const x = places[at] ?? 0
    return band === undefined ? (
      <line className={styles.pointer} x1={crisp(x)} x2={crisp(x)} y1={area.top} y2={area.bottom} />
    ) : (
      <rect className={styles.band} x={x - band / 2} width={band} y={area.top} height={area.bottom - area.top} />
    )
  }
  return (
    <Pointed size={size} area={area} placeAt={(x) => nearest(places, x)} tell={tell} onPick={onPick} {...(tell && { mark })}>
      <Ground {...ground} />
      {children}
    </Pointed>
  )
}
