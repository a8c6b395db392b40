import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { maskedPath } from '#kit/web/api/masked-path.ts'

const script = readFileSync(new URL('./public/before-paint.js', import.meta.url), 'utf8')

const announced = '/a/list.js /a/list.css en:/a/en-1.js en:/a/en-2.js fr:/a/fr-1.js fr:/a/fr-2.js'

/** What the script does in a browser that has everything, or lacks what it is told to. */
function opened(pathname: string, lacks: 'modules' | 'fetch' | 'grid' | 'Intl' | 'nothing' = 'nothing', speaks = 'en-GB', chosen: string | null = null) {
  const attributes = new Map<string, string>()
  const unsupported = { hidden: true }
  const fetched = vi.fn()
  const links: { rel?: string; as?: string; href?: string }[] = []
  const page = {
    location: { pathname },
    navigator: { language: speaks },
    localStorage: { getItem: (key: string) => (key === 'vigie.language' ? chosen : null) },
    matchMedia: () => ({ matches: false }),
    HTMLScriptElement: function element() {},
    HTMLElement: function element() {},
    HTMLDialogElement: function element() {},
    CSS: { supports: (property: string) => !(lacks === 'grid' && property === 'display') },
    ...(lacks === 'Intl' && { Intl: undefined }),
    ...(lacks !== 'fetch' && { fetch: fetched }),
    document: {
      documentElement: { setAttribute: (name: string, value: string) => attributes.set(name, value) },
      querySelector: (which: string) => ({ content: which.includes('frame') ? '/a/frame.js /a/frame.css en:/a/words-en.js fr:/a/words-fr.js' : announced }),
      createElement: () => ({}),
      head: { appendChild: (link: object) => links.push(link) },
      getElementById: () => unsupported,
      addEventListener: (_: string, then: () => void) => then(),
    },
  }
  if (lacks !== 'modules') Object.defineProperty(page.HTMLScriptElement.prototype, 'noModule', { value: true })
  Object.defineProperty(page.HTMLElement.prototype, 'popover', { value: null })
  runInNewContext(script, Object.assign(page, { window: page }))
  return { fetched, links, refused: attributes.has('data-unsupported'), told: !unsupported.hidden }
}

test('who is signed in is asked for at once, with the page as every call names it', () => {
  for (const path of [
    '/home',
    '/org/security-bases/12/measures',
    '/actions/r12',
    '/home/3f0e2b7c-9d7a-4a53-8f5e-2f0f6f1f2a11',
    '/share/dashboard/AbCdEfGhIjKlMnOpQrStUvWxYzabcdef',
    '/admin/perimeter_properties',
  ]) {
    const { fetched, refused } = opened(path)
    expect(fetched.mock.calls).toEqual([['/api/auth/check', { headers: { 'x-page': maskedPath(path) } }]])
    expect(refused).toBe(false)
  }
  for (const path of ['/', '/login', '/sso', '/forgot_password', '/password_reset/abc', '/unsubscribe/abc', '/404', '/reload'])
    expect(opened(path).fetched).not.toHaveBeenCalled()
})

test('frame, page and the words of the reader’s language are asked for at once', () => {
  const asked = (...reader: [speaks: string, chosen?: string | null]) =>
    opened('/actions', 'nothing', ...reader).links.map(({ rel, as, href }) => [rel, as, href].join(' '))
  const english = [
    'modulepreload  /a/frame.js',
    'preload style /a/frame.css',
    'modulepreload  /a/words-en.js',
    'modulepreload  /a/list.js',
    'preload style /a/list.css',
    'modulepreload  /a/en-1.js',
    'modulepreload  /a/en-2.js',
  ]
  expect(asked('en-GB')).toEqual(english)
  expect(asked('de')).toEqual(english)
  expect(asked('fr-CA')).toEqual(english.map((line) => line.replaceAll(/\ben(?=-\d)|(?<=words-)en/g, 'fr')))
  expect(asked('fr-FR', 'en')).toEqual(english)
  expect(opened('/login').links).toEqual([])
})

test('a browser that lacks modules, fetch, Intl or grid is told so in place of the application (ACC-26)', () => {
  for (const lacks of ['modules', 'fetch', 'Intl', 'grid'] as const)
    expect([lacks, opened('/home', lacks)]).toEqual([lacks, { fetched: expect.anything(), links: [], refused: true, told: true }])
})
