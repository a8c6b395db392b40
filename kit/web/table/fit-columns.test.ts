import { expect, test } from 'vitest'
import { tracksOf, wishesOf } from './fit-columns.ts'

interface Row {
  readonly name: number
  readonly place: number
  readonly due: number
}
const cell = () => null
const columns = [
  { name: 'name', label: 'Name', width: 200, grow: true, cell, takes: (row: Row) => row.name },
  { name: 'place', label: 'Perimeter', width: 140, cell, takes: (row: Row) => row.place, shrinks: true },
  { name: 'due', label: 'Due', width: 120, cell, takes: (row: Row) => row.due, shrinks: true },
  { name: 'bar', label: 'Progress', width: 112, cell },
]
const row = (name: number, place: number, due = 66): Row => ({ name, place, due })

/** Pixels of the tracks in a table of this width, as a browser reckons them. */
function pixels(template: string, width: number): number[] {
  const tracks = template.match(/minmax\((?:[^()]|\([^()]*(?:\([^()]*\))?[^()]*\))*\)|calc\([^()]*\([^()]*\)\)|\d+px/g) ?? []
  const least = tracks.map((track) => {
    const [, base, from, most] = /calc\((\d+)px \+ clamp\(0px,100% - (\d+)px,(\d+)px\)\)/.exec(track) ?? []
    if (base) return Number(base) + Math.min(Number(most), Math.max(0, width - Number(from)))
    return Number(/\d+/.exec(track)?.[0])
  })
  const rest = width - least.reduce((sum, track) => sum + track, 0)
  return least.map((track, n) => (tracks[n]?.endsWith(',1fr)') ? track + Math.max(0, rest) : track))
}

const widths = (all: Parameters<typeof tracksOf<Row>>[0], rows: readonly Row[], width: number) => pixels(tracksOf(all, wishesOf(all, rows), 36).template, width)

test('a column gives what its rows do not need to the title', () => {
  const [check, name, place, due, bar, end] = widths(columns, [row(150, 100)], 800)
  expect({ check, place, due, bar, end }).toEqual({ check: 36, place: 122, due: 88, bar: 112, end: 10 })
  expect(name).toBe(800 - 36 - 122 - 88 - 112 - 10)
})

test('room goes to the title first, then to the column that lacks least, then to the title again', () => {
  const rows = [row(300, 200, 130)]
  const least = 36 + 200 + 140 + 120 + 112 + 10
  expect(widths(columns, rows, least)).toEqual([36, 200, 140, 120, 112, 10])
  expect(widths(columns, rows, least + 100)).toEqual([36, 300, 140, 120, 112, 10])
  expect(widths(columns, rows, least + 122 + 32)).toEqual([36, 322, 140, 152, 112, 10])
  expect(widths(columns, rows, least + 122 + 32 + 50)).toEqual([36, 322, 190, 152, 112, 10])
  expect(widths(columns, rows, least + 122 + 32 + 82 + 200)).toEqual([36, 522, 222, 152, 112, 10])
})

test('a few pixels that make a column whole come before a longer title', () => {
  const least = 36 + 200 + 140 + 120 + 112 + 10
  expect(widths(columns, [row(300, 200, 115)], least + 16)).toEqual([36, 200, 140, 136, 112, 10])
})

test('a title gives room away only as far as none of its rows is cut', () => {
  const shrinking = columns.map((column) => ({ ...column, shrinks: true }))
  const rows = [row(100, 300), row(100, 300), row(100, 300), row(100, 300), row(100, 300), row(130, 300)]
  expect(widths(shrinking, rows, 36 + 152 + 250 + 88 + 112 + 10).slice(1, 3)).toEqual([152, 250])
})

test('a column that is empty but for a row in ten leaves its room to the others, and has it where there is enough', () => {
  const rows = [row(400, 130), ...Array.from({ length: 9 }, () => row(400, 0))]
  const least = 36 + 200 + 87 + 88 + 112 + 10
  const [, name, place] = widths(columns, rows, least + 100)
  expect(place).toBeLessThan(100)
  expect(name).toBeGreaterThan(280)
  expect(widths(columns, rows, 1400)[2]).toBe(152)
})

test('a table narrower than its least keeps it, and scrolls', () => {
  const { template, least } = tracksOf(columns, wishesOf(columns, [row(900, 900, 900)]), 36)
  expect(least).toBe(36 + 200 + 140 + 120 + 112 + 10)
  expect(pixels(template, 300)).toEqual([36, 200, 140, 120, 112, 10])
})

test('one endless value does not take the screen', () => {
  expect(widths(columns, [row(200, 5000)], 3000)[2]).toBe(400)
})

test('a heading is whole even above short values', () => {
  const [column] = columns.slice(1, 2).map((each) => ({ ...each, label: 'Perimeter in which it is to be done' }))
  expect(wishesOf([column as (typeof columns)[number]], [row(0, 10)]).place?.whole).toBeGreaterThan(200)
})

test('the heading that a list is sorted by has room for its arrow', () => {
  const wish = (sorted: readonly string[]) => wishesOf(columns, [row(10, 10, 10)], sorted).place?.whole ?? 0
  expect(wish(['place'])).toBe(wish([]) + 16)
})

test('paging never narrows a column, and widens it for longer words', () => {
  const first = wishesOf(columns, [row(300, 200)])
  expect(wishesOf(columns, [row(100, 50)], [], first)).toEqual(first)
  expect(wishesOf(columns, [row(100, 240)], [], first).place?.whole).toBeGreaterThan(first.place?.whole ?? 0)
  expect(wishesOf(columns, [], [], first)).toEqual(first)
})

test('a width that somebody dragged stays, the title’s too', () => {
  const dragged = columns.map((column) => (column.name === 'place' ? { ...column, width: 60, own: true } : column))
  expect(widths(dragged, [row(300, 200)], 1400)[2]).toBe(60)
  const title = columns.map((column) => (column.name === 'name' ? { ...column, width: 90, own: true } : column))
  const [, name, , , , end] = widths(title, [row(300, 200)], 1400)
  expect(name).toBe(90)
  expect(end).toBeGreaterThan(10)
})

test('what does not say what it takes stays as wide as declared', () => {
  expect(widths(columns, [row(100, 100)], 1400)[4]).toBe(112)
})

test('before any row is there columns are as declared', () => {
  expect(widths(columns, [], 1000).slice(2)).toEqual([140, 120, 112, 10])
})
