import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#e2e/axe.ts'
import { visit, type Visitor } from '#e2e/browser.ts'

let visitor: Visitor
beforeAll(async () => {
  visitor = await visit()
})
afterAll(() => visitor.close())

const pale = 'color:#bbb;background:#fff'
const row = (n: number, style = '', more = '') => `<li class="row"${more}><span style="${style}">Row ${n}</span><button type="button">Open ${n}</button></li>`
const page = (rows: readonly string[]) =>
  `<!doctype html><html lang="en"><head><title>Rows</title></head><body><main><h1>Rows</h1><ul>${rows.join('')}</ul></main></body></html>`
const found = async (rows: readonly string[]) => {
  await visitor.page.setContent(page(rows))
  return (await violations(visitor.page)).map((line) => line.split(':')[0])
}

test('of rows that are made alike two are judged, and one that is made otherwise is judged wherever it stands', async () => {
  const plain = Array.from({ length: 9 }, (_, n) => row(n))
  expect(await found(plain)).toEqual([])
  expect(await found(plain.map((_, n) => row(n, pale)))).toEqual(['color-contrast', 'color-contrast'])
  expect(await found([...plain, row(9, pale)])).toEqual(['color-contrast'])
  expect(await found([...plain, '<li class="row"><span>Row 9</span><button type="button"></button></li>'])).toEqual(['button-name'])
  expect(await found([...plain, row(9, '', ' aria-odd="x"')])).toEqual(['aria-valid-attr'])
})
