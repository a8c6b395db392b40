import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { pathOf, pathsOf, type IconPart } from './light-icons.ts'

const icons = join(import.meta.dirname, '../../../node_modules/lucide-react/dist/esm/icons')

test('every shape of an icon becomes a path that says the same', () => {
  const parts: readonly [IconPart, string][] = [
    [['path', { d: 'm8 2 1.88 1.88', key: 'fmnt4t' }], 'M8 2l1.88 1.88'],
    [['path', { d: 'm16.24 7.76-1.804 5.411a2 2 0 0 1-1.265 1.265z' }], 'M16.24 7.76l-1.804 5.411a2 2 0 0 1-1.265 1.265z'],
    [['path', { d: 'm.5-.5v2' }], 'M.5 -.5v2'],
    [['path', { d: 'M12 20v-9' }], 'M12 20v-9'],
    [['circle', { cx: '12', cy: '12', r: '10' }], 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z'],
    [['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }], 'M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0z'],
    [['line', { x1: '2', x2: '22', y1: '3', y2: '4' }], 'M2 3L22 4'],
    [['polyline', { points: '4 17 10 11 4 5' }], 'M4 17 10 11 4 5'],
    [['polygon', { points: '4 17 10 11 4 5' }], 'M4 17 10 11 4 5z'],
    [['rect', { x: '3', y: '4', width: '7', height: '9' }], 'M3 4h7v9h-7z'],
    [['rect', { x: '3', y: '3', width: '7', height: '9', rx: '1' }], 'M4 3h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1z'],
  ]
  for (const [part, path] of parts) expect(pathOf(part)).toBe(path)
  const dot = (fill: string): IconPart => ['circle', { cx: '7.5', cy: '7.5', r: '.5', fill }]
  expect(pathsOf([['path', { d: 'M1 1v2' }], dot('currentColor'), ['path', { d: 'm2 2h1' }]])).toEqual([
    'M1 1v2M2 2h1',
    'M7 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z',
  ])
  expect(pathsOf([dot('red')])).toBeUndefined()
  expect(pathsOf([['path', { d: 'M1 1v2', opacity: '.5' }]])).toBeUndefined()
})

test('icons are still laid out as the build reads them', async () => {
  expect(readdirSync(icons)).toContain('house.mjs')
  const { __iconData: data } = (await import(pathToFileURL(join(icons, 'house.mjs')).href)) as {
    readonly __iconData: { readonly size: number; readonly node: readonly IconPart[] }
  }
  expect(data.size).toBe(24)
  expect(pathsOf(data.node)).toHaveLength(1)
})
