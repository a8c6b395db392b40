import { expect, test } from 'vitest'
import { processorTime } from '#tools/test/processor-time.ts'
import { parseMarkdown } from './parse-markdown.ts'

test('headings stand below those of the page, and lines break where they were broken', () => {
  expect(parseMarkdown('# Scope\none\ntwo')).toBe('<h3>Scope</h3>\n<p>one<br>two</p>\n')
})

test('the highest heading of a text is of level 3 however it was written, and no level is left out because of it', () => {
  expect(parseMarkdown('## Scope\n\n### Part\n\n## Rest')).toBe('<h3>Scope</h3>\n<h4>Part</h4>\n<h3>Rest</h3>\n')
})

test('a text made to hold a browser up is shown as it was written, at once', () => {
  const before = processorTime()
  expect(parseMarkdown('*a_'.repeat(20_000))).toBe(`<p>${'*a_'.repeat(20_000)}</p>`)
  expect(parseMarkdown(`${'>'.repeat(20_000)} <b>\n`)).toBe(`<p>${'&gt;'.repeat(20_000)} &lt;b&gt;<br></p>`)
  expect(processorTime() - before).toBeLessThan(5000)
})

test('a long text with ordinary emphasis keeps it', () => {
  expect(parseMarkdown('Some **bold** words. '.repeat(400))).toContain('<strong>bold</strong>')
})
