import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { startWords } from './start.ts'
import { currentLanguage, loadWords, messagesOf, registerCatalogues, showLanguage } from './store.ts'

/** Words that come when the test says so: by area and language, in the order in which they were asked for. */
const asked = new Map<string, { readonly come: () => void; readonly fail: () => void }>()
let run = 0
/** Areas of this run alone: what came once stays. */
const area = (name: string) => `${name}${run}`

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => {
  // Files share the store: whoever asks after this one finds the last run's words too.
  run += 1
  for (const { come } of asked.values()) come()
  vi.unstubAllGlobals()
})

async function fresh(names: readonly string[]) {
  run += 1
  const own = run
  // Those of runs before come at once.
  await showLanguage('en')
  const loader = (name: string) => (language: Language) =>
    own === run
      ? new Promise<Readonly<Record<string, unknown>>>((resolve, reject) =>
          asked.set(`${name}/${language}`, {
            come: () => resolve({ language }),
            fail: () => reject(new Error(`no ${name}/${language}`)),
          }),
        )
      : Promise.resolve({ language })
  registerCatalogues(Object.fromEntries(names.map((name) => [area(name), loader(name)])))
}

const turns = async () => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
}

/** Lets all words come, also those asked for on the way; `choices` says which of those on their way comes next, then the first. */
async function inOrder(choices: readonly number[], each: () => void = () => {}): Promise<string> {
  const came: string[] = []
  while (asked.size > 0) {
    const next = [...asked.keys()][(choices[came.length] ?? 0) % asked.size] ?? ''
    asked.get(next)?.come()
    asked.delete(next)
    came.push(next)
    await turns()
    each()
  }
  return came.join()
}

const orders = (length: number, most: number): number[][] =>
  length === 0 ? [[]] : orders(length - 1, most).flatMap((order) => Array.from({ length: most }, (_, choice) => [...order, choice]))

/** Sees to it that whoever was told that words are there finds them, in the language shown, at every moment. */
function watch(names: readonly string[]) {
  const there = new Set<string>()
  return {
    there,
    load: (name: string) => void loadWords(area(name)).then(() => there.add(name)),
    check: () => {
      for (const name of there) expect([name, messagesOf(area(name))]).toEqual([name, { language: currentLanguage() }])
    },
    all: () => expect([...there].toSorted()).toEqual(names.toSorted()),
  }
}

test('words that somebody waits for are there in the language shown, in whatever order files and session come', async () => {
  const seen = new Set<string>()
  for (const order of orders(4, 5)) {
    await fresh(['kit', 'titles', 'page'])
    const watched = watch(['kit', 'titles', 'page'])
    // As a page starts: the browser's language, what the address needs fetched ahead, then the person's own language and the router.
    const start = startWords('en', [area('kit')]).then(() => watched.there.add('kit'))
    for (const name of ['titles', 'page']) void loadWords(area(name), 'en')
    const own = showLanguage('fr')
    for (const name of ['titles', 'page']) watched.load(name)
    seen.add(await inOrder(order, watched.check))
    await Promise.all([start, own])
    watched.check()
    watched.all()
    expect(currentLanguage()).toBe('fr')
  }
  expect(seen.size).toBeGreaterThan(100)
})

test('a page that is opened while the language changes shows no words of another language and no keys', async () => {
  for (const order of orders(4, 2)) {
    await fresh(['kit', 'page'])
    const watched = watch(['kit', 'page'])
    const start = startWords('en', [area('kit')])
    watched.load('kit')
    await inOrder([], watched.check)
    await start
    const changed = showLanguage('fr')
    watched.load('page')
    await inOrder(order, watched.check)
    await changed
    watched.all()
    watched.check()
    expect(currentLanguage()).toBe('fr')
  }
})

test('of two languages asked for at once the last one stays, whichever comes first', async () => {
  for (const first of [0, 1]) {
    await fresh(['kit'])
    void loadWords(area('kit'), 'en')
    await inOrder([])
    await fresh(['other'])
    const french = showLanguage('fr')
    void loadWords(area('other'))
    const english = showLanguage('en')
    await inOrder([first, first])
    await Promise.all([french, english])
    expect(currentLanguage()).toBe('en')
  }
})

test('words that nobody sees yet do not keep the language from changing when they cannot be had; those on screen do', async () => {
  await fresh(['kit', 'ahead'])
  const start = startWords('en', [area('kit')])
  asked.get('kit/en')?.come()
  await start
  const ahead = loadWords(area('ahead'), 'en').catch(() => 'failed')
  const changed = showLanguage('fr')
  asked.get('ahead/en')?.fail()
  asked.get('ahead/fr')?.fail()
  asked.get('kit/fr')?.come()
  await changed
  expect([await ahead, currentLanguage()]).toEqual(['failed', 'fr'])
  // Seen in English and not to be had in French.
  await fresh(['seen'])
  const seen = loadWords(area('seen'))
  asked.get('seen/en')?.come()
  await seen
  const refused = showLanguage('fr').catch(() => 'refused')
  asked.get('seen/fr')?.fail()
  expect([await refused, currentLanguage()]).toEqual(['refused', 'en'])
})
