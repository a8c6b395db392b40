import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { headingId } from '#kit/web/ui/heading-id.ts'
import { pageOfRoute, sharedPages } from '#areas/help/contract/identifier.ts'
import { originals } from '#areas/help/server/pages.ts'
import { plainText } from '#areas/help/server/search.ts'
import { registeredRoutes } from './registry.ts'

const pages = [...originals]
const headings = (text: string) => [...text.matchAll(/^(#+) (.+)$/gm)].map(([, signs = '', words = '']) => ({ level: signs.length, words }))
const links = (text: string) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, address = '']) => address)

test('every page of the application is explained, each by its own page', () => {
  const explained = registeredRoutes.map(({ path }) => ({ path, page: pageOfRoute(path) }))
  expect(explained.filter(({ page }) => !originals.has(page))).toEqual([])
  const once = explained.filter(({ page }) => !sharedPages.has(page)).map(({ page }) => page)
  expect(once.filter((page, index) => once.indexOf(page) !== index)).toEqual([])
  expect(once.length).toBeGreaterThan(25)
})

test('every file is a page of the contents', () => {
  for (const lang of languages) {
    const files = readdirSync(join(import.meta.dirname, '../../areas/help/pages', lang)).map((file) => file.replace(/\.md$/, ''))
    const unnamed = files.filter((file) => !originals.has(file))
    expect(unnamed, `areas/help/server/contents.ts names no place for these pages in ${lang}`).toEqual([])
    expect(files).toHaveLength(originals.size)
  }
})

describe.each(pages)('%s', (identifier, page) => {
  const texts = { en: page.content_en, fr: page.content_fr }

  test('says as much in both languages, under as many headings, with the same links', () => {
    expect(headings(texts.fr).map(({ level }) => level)).toEqual(headings(texts.en).map(({ level }) => level))
    expect(links(texts.fr).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(links(texts.en).toSorted((a, b) => (a < b ? -1 : 1)))
    const words = languages.map((lang) => plainText(texts[lang]).split(' ').length)
    for (const count of words) expect(count).toBeGreaterThan(100)
    for (const count of words) expect(count).toBeLessThan(420)
    expect(page.title_fr).not.toBe('')
  })

  test('leads to pages that exist', () => {
    for (const lang of languages) {
      for (const address of links(texts[lang])) {
        const [, target = '', anchor] = /^\/doc\/(\w+)(?:#(.+))?$/.exec(address) ?? []
        expect([address, originals.has(target)]).toEqual([address, true])
        const there = originals.get(target)?.[`content_${lang}`] ?? ''
        if (anchor) expect(headings(there).map(({ words }) => headingId(words))).toContain(anchor)
      }
    }
    expect(page.children.filter((child) => child === identifier || !originals.has(child))).toEqual([])
    expect(page.children.length).toBeGreaterThan(0)
  })

  test('has sections that addresses tell apart, and no markup but Markdown', () => {
    for (const lang of languages) {
      const ids = headings(texts[lang]).map(({ words }) => headingId(words))
      expect(new Set(ids).size).toBe(ids.length)
      expect(texts[lang]).not.toMatch(/<\w|javascript:/)
    }
  })

  test('keeps French typography', () => {
    expect(texts.fr.match(/.{0,20}(?: [;?!%»]| :(?!-)|« |[a-zà-ÿ]'[a-zà-ÿ]).{0,10}/gi) ?? []).toEqual([])
    expect(page.title_fr).not.toMatch(/'| [:;?!]/)
  })
})
