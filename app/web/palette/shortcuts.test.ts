import { describe, expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { features, roles, type Role } from '#kit/contract/right.ts'
import { en } from '#app/locales/en.ts'
import { fr } from '#app/locales/fr.ts'
import { rightsWithin } from '#app/server/registry.ts'
import { sessionOf } from '#app/web/test/session.ts'
import { best } from './commands.ts'
import { onePerName, shortcutsOf } from './shortcuts.ts'
import { titleIn } from '#app/web/test/titles.ts'

const app = { en, fr }
const of = (role: Role) => shortcutsOf(sessionOf({ roles: [role], rights: [...rightsWithin([role], features)], features: [...features] }))

describe.each(languages)('in %s', (lang) => {
  const other = languages.find((one) => one !== lang) ?? lang
  const found = (role: Role, typed: string) =>
    best(
      of(role).map(({ title, called, to }) => ({
        to,
        text: titleIn(lang, title),
        also: `${titleIn(other, title)} ${app[lang].palette.called[called]}`,
      })),
      typed,
    ).map(({ to }) => to.split('?')[0])

  test.each(['late', 'retard'])('«%s» finds late actions and tasks where each role has them', (typed) => {
    for (const role of roles) {
      const own = role === 'contributor'
      expect([role, found(role, typed)]).toEqual([role, own ? ['/local_actions', '/contributions/runtasks'] : ['/actions/filtered', '/runbooks/tasks']])
    }
  })

  test.each(['report', 'déclarer', 'incident'])('«%s» finds the short report, for whoever may report', (typed) => {
    expect(roles.filter((role) => found(role, typed).includes('/incidents/declare'))).toEqual(['global_pilote', 'local_pilote', 'contributor'])
  })
})

test('late rows are asked for as a list of late ones', () => {
  for (const { to, called } of of('global_pilote')) if (called === 'late') expect(new URLSearchParams(to.split('?')[1]).get('filters')).toBe('{"late":[true]}')
})

test('three or more found objects of one kind and name are one line, fewer stay apart', () => {
  const found = ['Backups', 'Backups', 'EDR', 'Backups', 'EDR'].map((text, at) => ({ text, group: 'results', kind: 'measure', at }))
  const lines = onePerName(
    [...found, { text: 'Backups', group: 'results', kind: 'gap', at: 5 }],
    ({ kind }) => kind,
    (one) => ({ ...one, hint: 'several' }),
  )
  expect(lines.map(({ at, ...rest }) => [at, 'hint' in rest ? rest.hint : null])).toEqual([
    [0, 'several'],
    [2, null],
    [4, null],
    [5, null],
  ])
})
