import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import { formatIn } from './format.ts'
import { startWords } from './start.ts'
import { chooseLanguage, currentLanguage, preferredLanguage, registerCatalogues, showLanguage } from './store.ts'
import { translate, translateMessage, wordsOf } from './words.ts'

const html: { lang?: string } = {}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: html })
  registerCatalogues({ kit: (language) => Promise.resolve(language === 'fr' ? fr : en) })
  await startWords('en', ['kit'])
})
afterAll(() => showLanguage('en').then(() => vi.unstubAllGlobals()))

test('a message is said with its arguments in the language shown, which can change at any time', async () => {
  expect(translateMessage({ key: 'kit.errors.between', values: { min: 0, max: 100 } })).toBe('The value must be between 0 and 100')
  expect(translate('kit.table.range', { from: 1, to: 20, total: 100_000 })).toBe('From 1 to 20 of 100,000 entries')
  await showLanguage('fr')
  expect([currentLanguage(), html.lang]).toEqual(['fr', 'fr'])
  expect(translate('kit.table.rows_selected', { count: 1 })).toBe('1 ligne sélectionnée')
  expect(translate('kit.confirm.delete_one')).toBe('Supprimer cet objet\u00a0?')
})

test('numbers carry their unit as the language writes it', async () => {
  await showLanguage('en')
  expect([formatIn('en').percent(35), formatIn('en').keuro(1200), formatIn('en').size(10 * 1024 * 1024)]).toEqual(['35%', '1,200\u00a0k€', '10\u00a0MB'])
  await showLanguage('fr')
  expect([formatIn('fr').percent(35), formatIn('fr').days(2.5)]).toEqual(['35\u00a0%', '2,5\u00a0JH'])
})

test('a key that is not there is said as it is', () => {
  expect(translate('nowhere.at.all')).toBe('nowhere.at.all')
})

test('before anyone signs in the reader’s own choice goes before the browser’s language (I18N-02)', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) })
  for (const [language, expected] of [
    ['fr-CA', 'fr'],
    ['FR', 'fr'],
    ['de', 'en'],
    ['en-GB', 'en'],
  ] as const) {
    vi.stubGlobal('navigator', { language })
    expect([language, preferredLanguage()]).toEqual([language, expected])
  }
  await chooseLanguage('fr')
  expect(preferredLanguage()).toBe('fr')
  // What a session speaks is no choice of this browser.
  await showLanguage('en')
  expect(preferredLanguage()).toBe('fr')
})

test('what is said without arguments is said as it stands, and it is known what can be said', async () => {
  await showLanguage('en')
  const words = wordsOf('kit')
  expect(words('table.no_data_yet')).toBe(en.table.no_data_yet)
  expect(words('table.select_row', { name: 'A-12' })).toBe(en.table.select_row.replace('{name}', 'A-12'))
  expect(['table', 'table.select_row', 'table.select_row.more', 'nowhere', 'nowhere.at.all'].map((key) => words.has(key))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(words('table')).toBe('table')
})
