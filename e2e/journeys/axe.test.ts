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

test('what a look has judged is passed over on the pages after it, and nothing else is', async () => {
  const next = async (rows: readonly string[], remembered: string, onlyColours = false) => {
    await visitor.page.evaluate((html) => (document.body.innerHTML = html), `<main><h1>Rows</h1><ul>${rows.join('')}</ul></main>`)
    return (await violations(visitor.page, { remembered, onlyColours })).map((line) => line.split(':')[0])
  }
  await visitor.page.setContent(page([]))
  expect(await next([row(1, pale)], 'light')).toEqual(['color-contrast'])
  expect(await next([row(2, pale)], 'light')).toEqual([])
  expect(await next([row(2, pale)], 'dark', true)).toEqual(['color-contrast'])
  expect(await next([row(2, pale, ' data-tone="bad"')], 'dark', true)).toEqual(['color-contrast'])
  expect(await next([row(2), '<li class="row"><span>Row</span><button type="button"></button></li>'], 'light')).toEqual(['button-name'])
  // What belongs to an order or names another by its id is judged each time.
  const named = '<li><span id="twice">a</span><input aria-labelledby="gone"></li>'
  expect(await next([named], 'light')).toEqual(['label'])
  expect(await next([named], 'light')).toEqual(['label'])
})
