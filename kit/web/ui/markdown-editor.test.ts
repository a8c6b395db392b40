import { expect, test } from 'vitest'
import { applied } from './markdown-editor.tsx'

test('a tool wraps what is selected and keeps it selected', () => {
  expect(applied('bold', 'risk')).toEqual({ text: '**risk**', select: [2, 6] })
  expect(applied('italic', '')).toEqual({ text: '__', select: [1, 1] })
})

test('a list marks every selected line', () => {
  expect(applied('list', 'one\ntwo').text).toBe('- one\n- two')
  expect(applied('quote', '').text).toBe('> ')
})

test('a link selects the address that is to be typed', () => {
  const { text, select } = applied('link', 'proof')
  expect(text).toBe('[proof](https://)')
  expect(text.slice(...select)).toBe('https://')
  const image = applied('image', '')
  expect(image.text.slice(...image.select)).toBe('https://')
})
