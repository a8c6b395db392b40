import { expect, test } from 'vitest'
import { commandOf } from './linking-keys.ts'

const pressed = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })
const rows = { typing: false, letters: true, onRows: true }

test.each([
  ['j', 'next'],
  ['K', 'previous'],
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['ArrowRight', 'skip'],
  ['ArrowLeft', 'fold'],
  ['Enter', 'link'],
  ['/', 'search'],
  ['n', 'new'],
  ['x', 'select'],
  ['Escape', 'close'],
])('%s does %s on the rows', (key, command) => {
  expect(commandOf(pressed(key), rows)).toMatchObject({ do: command })
})

test('digits tick suggestions by their place', () => {
  expect(['1', '2', '3', '4'].map((key) => commandOf(pressed(key), rows))).toEqual([
    { do: 'tick', place: 0 },
    { do: 'tick', place: 1 },
    { do: 'tick', place: 2 },
    undefined,
  ])
})

test('nothing is done while one writes, also not the undo that belongs to the text', () => {
  for (const key of ['j', '1', 'Enter', '/']) expect(commandOf(pressed(key), { ...rows, typing: true }), key).toBeUndefined()
  expect(commandOf(pressed('z', { ctrlKey: true }), { ...rows, typing: true })).toBeUndefined()
})

test('single letters can be switched off; arrows, Enter and the undo stay', () => {
  const off = { ...rows, letters: false }
  for (const key of ['j', 'k', 'n', 'x', '1', '/']) expect(commandOf(pressed(key), off), key).toBeUndefined()
  expect(commandOf(pressed('ArrowDown'), off)).toEqual({ do: 'down' })
  expect(commandOf(pressed('z', { metaKey: true }), off)).toEqual({ do: 'undo' })
})

test('on a button Enter and arrows are the button’s, and the browser keeps its own combinations', () => {
  for (const key of ['Enter', 'ArrowDown', 'ArrowRight']) expect(commandOf(pressed(key), { ...rows, onRows: false }), key).toBeUndefined()
  expect(commandOf(pressed('j'), { ...rows, onRows: false })).toEqual({ do: 'next' })
  expect(commandOf(pressed('k', { ctrlKey: true }), rows)).toBeUndefined()
})
