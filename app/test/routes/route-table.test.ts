import { describe, expect, test } from 'vitest'
import { rightsOf } from '#app/server/registry.ts'
import { homeOf, mayOpen } from '#app/web/guard.ts'
import { plannedRoutes } from '#app/web/planned-routes.ts'
import { registeredRoutes } from '#app/web/registry.ts'
import { addOnsOf } from '#app/web/shell/add-ons.ts'
import { entriesOf, leadsTo, menuOf } from '#app/web/shell/menu.ts'
import { instanceUserOutside, staffPowers } from '#areas/access/contract/staff-rights.ts'
import { features, type AdminType, type Role } from '#kit/contract/right.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import type { RouteMeta } from '#kit/web/route.ts'
import { entries, menu } from './menu-expectation.ts'
import { expectation } from './route-expectation.ts'

const table: readonly RouteMeta[] = [...registeredRoutes, ...plannedRoutes]

/** Everything that a page may ask for beside a role. */
const everything = { isp_enable: true, risk_analysis_enable: true, has_connector: true, connector_allowed: true, hidePublicApi: false, isLocalProvider: false }

const someone = (roles: readonly Role[], more: Partial<SessionUser> = {}): SessionUser => ({
  context: '1.1.NORMAL',
  email: 'a@b.c',
  name: 'A',
  initials: 'A',
  lang: 'en',
  customer: { id: 3, name: 'C', color: null, logo: null, options: [] },
  customers: [],
  instance: { id: 1, name: 'I' },
  instance_type: 'catalog',
  roles,
  role: roles[0] ?? null,
  admin_type: null,
  member_id: 1,
  rights: [...rightsOf(roles)],
  method: 'PASSWORD',
  saml: false,
  tied: false,
  mode: 'NORMAL',
  pending: [],
  home: null,
  impersonator: null,
  mfa_activated: false,
  mfa_enabled: false,
  mfa_mode: 'USER_CHOICE',
  cgu_accepted: true,
  password_reminder: null,
  context_type: null,
  read_write: true,
  only_contributor: false,
  instance_user: false,
  theme: 'SYSTEM',
  time_zone: 'UTC',
  date_order: null,
  properties: everything,
  features: [...features],
  flags: { new_policy_coverage: true },
  levels: {},
  outside: false,
  leaving: false,
  demo: false,
  ...more,
})
const outside = (type: AdminType | null): SessionUser =>
  someone([], { customer: null, admin_type: type, instance_user: type === null, rights: [...(type ? staffPowers[type].outside : instanceUserOutside)] })

const people: Readonly<Record<string, SessionUser>> = {
  P: someone(['global_pilote']),
  A: someone(['global_auditor']),
  p: someone(['local_pilote']),
  a: someone(['local_auditor']),
  c: someone(['contributor']),
  R: outside('ROOT'),
  S: outside('SUPPORT'),
  T: outside('STAFF_PLUS'),
  I: outside(null),
}
/** The same person where one condition does not hold. */
const without: Readonly<Record<string, Partial<SessionUser>>> = {
  isp: { properties: { ...everything, isp_enable: false } },
  risk: { properties: { ...everything, risk_analysis_enable: false } },
  coverage: { flags: { new_policy_coverage: false } },
  connector: { properties: { ...everything, has_connector: false } },
  api: { properties: { ...everything, hidePublicApi: true } },
  catalog: { instance_type: 'business' },
  internal: { properties: { ...everything, isLocalProvider: true } },
}

const parsed = (line: string) => {
  const words = line.split(' ')
  return {
    letters: new Set(words.filter((word) => !/^[@?]/.test(word)).join('')),
    feature: words.find((word) => word.startsWith('@'))?.slice(1),
    condition: words.find((word) => word.startsWith('?'))?.slice(1),
  }
}
const whoMayOpen = (route: RouteMeta, change: Partial<SessionUser> = {}) =>
  Object.keys(people).filter((letter) => mayOpen(route, { ...(people[letter] as SessionUser), ...change }))

test('the table holds every page that is expected, each once, and no other', () => {
  expect(table.map(({ path }) => path).toSorted()).toEqual(Object.keys(expectation).toSorted())
})

describe.each(table.map((route) => [route.path, route] as const))('%s', (path, route) => {
  const { letters, feature, condition } = parsed(expectation[path] ?? '')

  test('is open to whom the specification names, and to nobody else', () => {
    expect(new Set(whoMayOpen(route))).toEqual(letters)
  })

  test('is hidden without its feature, and asks for no other', () => {
    for (const one of features) {
      const open = new Set(whoMayOpen(route, { features: features.filter((each) => each !== one) }))
      expect([one, open]).toEqual([one, one === feature ? new Set() : letters])
    }
  })

  test('is hidden where its condition does not hold, and depends on no other', () => {
    for (const [name, change] of Object.entries(without)) {
      const open = new Set(whoMayOpen(route, change))
      const expected =
        condition === name
          ? new Set()
          : condition === 'risk-or-outside' && name === 'risk'
            ? new Set([...letters].filter((letter) => 'RST'.includes(letter)))
            : letters
      expect([name, open]).toEqual([name, expected])
    }
  })

  test('shows a pilot in contributor mode what a contributor sees', () => {
    const inMode = someone(['contributor'], { mode: 'CONTRIBUTOR' })
    expect(mayOpen(route, inMode)).toBe(letters.has('c'))
  })

  test('shows staff who entered an organisation what the role they act in sees', () => {
    const entered = (type: AdminType, role: Role) =>
      mayOpen(route, someone([role], { admin_type: type, rights: [...rightsOf([role]), ...staffPowers[type].extra] }))
    // Who may act as users finds them on their page (ACC-44).
    const finds = path === '/admin/users'
    expect([entered('ROOT', 'global_pilote'), entered('SUPPORT', 'global_auditor')]).toEqual([letters.has('P'), letters.has('A') || finds])
  })
})

test('add-ons are all there in an assessment', () => {
  const project = registeredRoutes.find(({ path }) => path === '/ops/projects') as RouteMeta
  expect(mayOpen(project, someone(['global_pilote'], { context_type: 'ASSESSMENT', properties: {} }))).toBe(true)
})

test('pages may be hidden from a context, and be for partners alone', () => {
  const route: RouteMeta = { path: '/x', title: 'x' }
  const assessed = someone(['global_pilote'], { context_type: 'ASSESSMENT' })
  const student = someone(['global_pilote'], { context_type: 'STUDENT' })
  expect([mayOpen({ ...route, hidden_for: ['ASSESSMENT'] }, assessed), mayOpen({ ...route, hidden_for: ['ASSESSMENT'] }, student)]).toEqual([false, true])
  expect([mayOpen({ ...route, hidden_for: ['STUDENT'] }, assessed), mayOpen({ ...route, hidden_for: ['STUDENT'] }, student)]).toEqual([true, false])
  expect([mayOpen({ ...route, partner: true }, someone([])), mayOpen({ ...route, partner: true }, someone([], { instance_type: 'partner' }))]).toEqual([
    false,
    true,
  ])
})

test('everybody has a home that is theirs, and it has been built', () => {
  for (const [letter, person] of Object.entries(people)) {
    const home = homeOf(registeredRoutes, person)
    expect([letter, home]).toEqual([letter, 'PApac'.includes(letter) ? '/home' : '/admin/customer'])
  }
})

test('every page of a menu and every tab, planned or built, has a place of its own, and stands in a menu or beside what does', () => {
  const menus = new Set(table.flatMap(({ path, category }) => (category ? [path] : [])))
  const places = table.flatMap(({ path, category, under, order }) =>
    (category ?? under) && !path.includes('$') ? [{ path, place: order && `${under ?? category} ${order}` }] : [],
  )
  expect(places.filter(({ place }) => place === undefined)).toEqual([])
  const shared = places.filter(({ place }) => places.filter((other) => other.place === place).length > 1)
  expect(shared).toEqual([])
  expect(table.filter(({ under }) => under !== undefined && !menus.has(under)).map(({ path }) => path)).toEqual([])
})

test('the menu of everybody is in the order that is meant, and has every page that is theirs', () => {
  for (const [letter, person] of Object.entries(people)) {
    const shown = menuOf(person).flatMap(({ path }) => (menu.includes(path) ? [path] : []))
    expect([letter, shown]).toEqual([letter, menu.filter((path) => parsed(expectation[path] ?? '').letters.has(letter))])
    expect(shown.length).toBeGreaterThan(0)
  }
})

test('each object is one entry of the menu, and its pages are tabs of those who may open them', () => {
  for (const [letter, person] of Object.entries(people)) {
    const mine = (path: string) => parsed(expectation[path] ?? '').letters.has(letter)
    const meant = entries.map((tabs) => tabs.filter(mine)).filter((tabs) => tabs.length > 0)
    const shown = entriesOf(menuOf(person)).filter(({ first }) => first.category !== 'administration')
    expect([letter, shown.map(({ pages }) => pages.map(({ path }) => path))]).toEqual([letter, meant])
  }
  const pilots = entriesOf(menuOf(people.P as SessionUser)).filter(({ first }) => first.category !== 'administration')
  expect(new Set(pilots.map(({ first }) => first.category)).size).toBe(4)
})

test('who may not open the first page of an object enters by the next', () => {
  const plain = { ...(people.P as SessionUser), flags: { action_plan_v2: false } }
  const [actions] = entriesOf(menuOf(plain)).filter(({ main }) => main === '/actions/filtered')
  expect(actions?.pages.map(({ path }) => path)).toEqual(['/actions', '/actions/labels', '/actions/catalog'])
})

test('«My objects» is for those who write, outsiders of the provider who only look not among them (SHL-05)', () => {
  const reading = someone(['global_auditor'], { admin_type: 'SUPPORT' })
  expect([...Object.entries(people), ['support inside', reading] as const].flatMap(([name, who]) => (leadsTo('/my_objects', who) ? [name] : []))).toEqual([
    'P',
    'p',
    'c',
  ])
})

test('every page of administration stands on a card, and no menu names a page twice', () => {
  expect(
    registeredRoutes
      .filter(({ category, group, path }) => (category === 'administration' && !path.includes('$')) !== (group !== undefined))
      .map(({ path }) => path),
  ).toEqual([])
  const module = ({ page }: (typeof registeredRoutes)[number]) => String(page)
  const cards = menuOf(people.P as SessionUser).filter(({ group }) => group && group !== 'scales')
  expect(
    cards.filter((route) => cards.some((other) => other !== route && other.area === route.area && module(other) === module(route))).map(({ path }) => path),
  ).toEqual([])
})

describe('add-ons in the menu', () => {
  const trial = (status: 'ON_TRIAL' | 'EXPIRED' | 'DISMISSED', count_down = 9) =>
    ({ id: 1, type: 'ISP', status, count_down, date_start: '2026-11-20', dismissed: status === 'DISMISSED', send_reminder: true }) as const
  const shown = (role: Role, isp: boolean, option?: ReturnType<typeof trial>) => {
    const customer = { id: 3, name: 'C', color: null, logo: null, options: option ? [option] : [] }
    const found = addOnsOf(registeredRoutes, someone([role], { customer, properties: { ...everything, isp_enable: isp } }))
    return [...found].map(([{ path }, { on, option: known }]) => [path, on, known?.count_down])
  }

  test.each([
    ['off', false, undefined, [['/ops/projects', false, undefined]]],
    ['on trial, with its days', true, trial('ON_TRIAL'), [['/ops/projects', true, 9]]],
    ['over', false, trial('EXPIRED', 0), [['/ops/projects', false, 0]]],
    ['dismissed', false, trial('DISMISSED'), []],
    ['bought', true, undefined, []],
    ['bought after its trial', true, trial('EXPIRED', 0), []],
  ] as const)('%s', (_, isp, option, expected) => {
    for (const role of ['global_pilote', 'local_auditor'] as const) expect([role, shown(role, isp, option)]).toEqual([role, expected])
    expect(shown('contributor', isp, option)).toEqual([])
  })
})
