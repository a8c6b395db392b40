import { expect, test } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { place, signIn, visit } from '#e2e/browser.ts'
import { rawKeys, wordsIn } from '#e2e/words.ts'

/** Fresh loads in each language, each page from each server; `FRESH_LOADS` asks for more. */
const loads = Number(process.env.FRESH_LOADS ?? 8)
const keys = rawKeys()

/** A page of each weight, with one of its words and the area that says it. */
const pages = [
  ['/home', 'dashboards.pages.cockpit'],
  ['/org/modeling', 'organisation.pages.modeling'],
  ['/actions', 'actions.pages.plans'],
  ['/profile', 'people.pages.profile'],
] as const

/** Every text of the page that people see or hear. */
const texts = () => {
  const found = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) for (const name of ['aria-label', 'title', 'placeholder', 'data-tooltip']) found.push(node.getAttribute(name) ?? '')
    else found.push(node.textContent ?? '')
  }
  return found.map((text) => text.trim())
}

test.each(languages)(
  'a page that is opened afresh speaks its person’s language, not the browser’s, and never shows a key (%s)',
  async (lang) => {
    const t = wordsIn(lang)
    const browser: Language = lang === 'fr' ? 'en' : 'fr'
    const visitor = await signIn('global_pilote@demo.example', { lang })
    const { cookies } = await visitor.context.storageState()
    const servers = place().addresses.length
    const wrong: string[] = []
    for (let load = 0; load < loads; load += 1) {
      const [path, title] = pages[load % pages.length] ?? pages[0]
      // Nothing in the browser's cache, nothing chosen in it before.
      const fresh = await visit({ lang: browser, server: load % servers === 0 ? 0 : 1 })
      await fresh.context.addCookies(cookies)
      await fresh.open(path)
      const shown = await fresh.page.evaluate(texts)
      const raw = shown.filter((text) => keys.has(text))
      if (raw.length > 0) wrong.push(`load ${load} of ${path} shows ${raw.slice(0, 3).join(', ')}`)
      if (!shown.includes(t(title))) wrong.push(`load ${load} of ${path} does not say «${t(title)}»`)
      wrong.push(...fresh.complaints)
      await fresh.close()
    }
    expect(wrong).toEqual([])
    await visitor.close()
  },
  30_000 + loads * 10_000,
)
