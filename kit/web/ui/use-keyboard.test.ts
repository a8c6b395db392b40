import { expect, test } from 'vitest'
import { isUnderKeyboard } from './use-keyboard.ts'

test('a keyboard is told from an enlarged page and from the bars of a browser', () => {
  const seen = (height: number, scale = 1) => isUnderKeyboard({ height, scale }, 844)
  expect([seen(844), seen(844 - 100), seen(844 - 290), seen(844 / 2, 2), seen((844 - 290) / 2, 2)]).toEqual([false, false, true, false, true])
  expect(isUnderKeyboard(null, 844)).toBe(false)
})
