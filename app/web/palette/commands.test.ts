import { expect, test } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { registeredRoutes } from '#app/web/registry.ts'
import { best } from './commands.ts'
import { titleIn } from '#app/web/test/titles.ts'

/** The addresses of the pages that answer what is typed, best first, as a reader of a language finds them. */
function found(typed: string, lang: Language): string[] {
  const other = languages.find((one) => one !== lang) ?? lang
  const pages = registeredRoutes.map(({ path, title }) => ({ path, text: titleIn(lang, title), also: titleIn(other, title) }))
  return best(pages, typed).map(({ path }) => path)
}

const asked: readonly (readonly [string, string])[] = [
  ['SoA', '/org/policies/statement/$id'],
  ['DdA', '/org/policies/statement/$id'],
  ['waiver', '/ops/exemptions'],
  ['référentiel', '/org/policies'],
  ['framework', '/org/policies'],
  ['tableau de bord', '/home'],
  ['organigramme', '/org/modeling'],
  ['paramètres', '/admin/preferences'],
  ['non-conformité', '/ops/gaps'],
  ['comptes', '/admin/users'],
  ['justificatif', '/ops/evidence'],
]

test.each(asked)('«%s» finds %s in both languages', (typed, path) => {
  for (const lang of languages) expect(found(typed, lang)).toContain(path)
})

test('a page that begins with what is typed stands before one that holds it', () => {
  const names = ['Plans d’action', 'Actions par étiquette', 'Toutes les actions'].map((text) => ({ text }))
  expect(best(names, 'act').map(({ text }) => text)).toEqual(['Actions par étiquette', 'Plans d’action', 'Toutes les actions'])
})
