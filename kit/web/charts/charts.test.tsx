import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { palette } from '#kit/contract/tone.ts'
import type * as formats from '#kit/web/i18n/format.ts'
import { Bars } from './bars-chart.tsx'
import { paint } from './color.ts'
import { Gauge } from './gauge-score.tsx'
import { Lines } from './lines-chart.tsx'
import { Logarithmic } from './logarithmic-chart.tsx'
import { Radars } from './radars-chart.tsx'
import { Waterfall } from './waterfall-chart.tsx'

// Numbers of one language, with nobody signed in.
vi.mock('#kit/web/i18n/format.ts', async (original) => {
  const format = await original<typeof formats>()
  return { ...format, useFormat: () => format.formatIn('en') }
})

const size = { width: 436, height: 230 }
/** The paths that are drawn, by their class. */
const paths = (markup: string, of: RegExp) => [...markup.matchAll(/<path[^>]*>/g)].map(([path]) => path).filter((path) => of.test(path))
const attribute = (element: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(element)?.[1]
/** Each bar of a path as what it stands on and where it ends, in pixels from above. */
const bars = (path: string) => [...(attribute(path, 'd') ?? '').matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)/g)].map(([, foot, top]) => [Number(foot), Number(top)])

const series = [
  { name: 'one', color: 'c1', values: [10, 20] },
  { name: 'two', color: 'c5', values: [30, null] },
]

test('bars stand on each other, or on the ground beside each other', () => {
  const drawn = (stacked: boolean) =>
    paths(renderToStaticMarkup(<Bars size={size} categories={['a', 'b']} series={series} stacked={stacked} />), /data-series/).map(bars)
  // From 8 to 208 are 0 to 40.
  expect(drawn(true)).toEqual([
    [
      [208, 158],
      [208, 108],
    ],
    // What ends on top is round for two pixels.
    [[158, 10]],
  ])
  const [[first = []] = []] = drawn(false)
  expect(first[0]).toBe(208)
})

test('a line has a gap where nothing is known, and its last value is said', () => {
  const line = {
    name: 'score',
    color: 'accent',
    values: [50, 60, null, 70, 80],
    pointAt: false as const,
    end: { text: 'today 80', color: 'text', place: 'above' as const },
  }
  const markup = renderToStaticMarkup(<Lines size={size} categories={['a', 'b', 'c', 'd', 'e']} series={[line]} wide axis={{ min: 0, max: 100 }} />)
  const [drawn = ''] = paths(markup, /stroke="var\(--accent\)"/)
  expect(attribute(drawn, 'd')?.match(/M/g)).toHaveLength(2)
  expect(markup).toContain('today 80')
  expect(markup).not.toContain('undefined')
})

test('points of a line are shown one by one while they are few, as they are told to be', () => {
  const circles = (count: number, pointAt?: false) =>
    renderToStaticMarkup(
      <Lines
        size={size}
        categories={Array.from({ length: count }, (_, n) => String(n))}
        series={[{ name: 'x', color: 'c1', values: Array.from({ length: count }, () => 5), ...(pointAt === false && { pointAt }) }]}
      />,
    ).match(/<circle/g)?.length ?? 0
  expect([circles(5), circles(25), circles(5, false)]).toEqual([5, 0, 0])
})

test('a circle begins on top, goes on to the left, and its last series is the dashed target', () => {
  const all = [
    { name: 'now', color: 'c1', values: [100, 50, 50] },
    { name: 'target', color: 'mute', values: [75, 75, 75] },
  ]
  const markup = renderToStaticMarkup(<Radars size={{ width: 400, height: 200 }} categories={['a', 'b', 'c']} series={all} />)
  const [now = '', target = ''] = paths(markup, /stroke="var\(--(c1|mute)\)"/)
  const points = [...(attribute(now, 'd') ?? '').matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(points).toEqual([
    [0, -62],
    [-26.85, 15.5],
    [26.85, 15.5],
  ])
  expect(attribute(now, 'stroke-dasharray')).toBeUndefined()
  expect(attribute(target, 'stroke-dasharray')).toBe('4 3')
})

test('a step stands between what was before it and after it, a total on the ground', () => {
  const steps = [
    { name: 'before', from: 0, to: 60, total: true },
    { name: 'worse', from: 60, to: 55, total: false },
    { name: 'after', from: 0, to: 55, total: true },
  ]
  const markup = renderToStaticMarkup(<Waterfall size={{ width: 340, height: 178 }} steps={steps} textOf={({ from, to }) => `${to - from}!`} />)
  const drawn = [...markup.matchAll(/<rect[^>]*>/g)].map(([rect]) => ['y', 'height', 'fill'].map((name) => attribute(rect, name)))
  // From 20 to 120 are 50 to 60.
  expect(drawn).toEqual([
    ['20', '100', 'var(--c1)'],
    ['20', '50', 'var(--bad)'],
    ['70', '50', 'var(--c1)'],
  ])
  expect(markup).toContain('-5!')
})

test('amounts stand by their powers of ten', () => {
  const markup = renderToStaticMarkup(
    <Logarithmic
      size={{ width: 356, height: 250 }}
      at={[1, 10, 1000]}
      title="k€"
      series={[{ name: 'now', color: 'c5', values: [100, 50, 0], pointAt: false }]}
      max={100}
      show={String}
      showTick={(value) => `${value} %`}
      showAt={String}
    />,
  )
  const [drawn = ''] = paths(markup, /stroke="var\(--c5\)"/)
  expect(attribute(drawn, 'd')).toBe('M44,10L144,110L344,210')
  expect(markup).toContain('100 %')
})

test('a gauge is open below and marks its target', () => {
  const markup = renderToStaticMarkup(<Gauge size={size} value={50} target={75} />)
  expect(markup).toContain('rotate(55')
  expect(markup).not.toContain('NaN')
})

test('an organisation’s own colour is that of the interface where it has the same', () => {
  expect([paint('c1'), paint(palette.bad), paint('#123456')]).toEqual(['var(--c1)', 'var(--bad)', '#123456'])
})
