import { expect, test } from 'vitest'
import { inPlaces } from './kept-places.ts'

const row = (id: number, name = String(id)) => ({ id, name })
const seen = [row(1), row(2), row(3), row(4)]
const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)

test('a row that sorts elsewhere stays where it was, with what it says now', () => {
  expect(names(inPlaces(seen, [row(1), row(3), row(4), row(2, 'zwei')], new Map()))).toEqual(['1', 'zwei', '3', '4'])
})

test('a row that no longer matches stays where it was; one that is gone leaves', () => {
  expect(names(inPlaces(seen, [row(1), row(4)], new Map([[2, row(2, 'decided')]])))).toEqual(['1', 'decided', '4'])
})

test('rows that came since stand after the one that they follow', () => {
  expect(names(inPlaces(seen, [row(9), row(1), row(2), row(3), row(8), row(4), row(7)], new Map()))).toEqual(['9', '1', '2', '3', '8', '4', '7'])
  expect(names(inPlaces(seen, [row(1), row(3), row(4), row(5)], new Map([[2, row(2)]])))).toEqual(['1', '2', '3', '4', '5'])
})
