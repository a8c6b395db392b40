import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { en } from '#app/locales/en.ts'
import { registeredRoutes } from './registry.ts'

const repository = join(import.meta.dirname, '../..')
/** Source below a folder of the product, without tests. */
const sourcesIn = (which: RegExp) =>
  ['app', 'kit', 'areas'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => which.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => ({ file, text: readFileSync(join(repository, file), 'utf8') })),
  )

/** What the compiler takes for pages, by path, with the type of what each may be asked for. */
const declared = new Map(
  sourcesIn(/\/addresses\.d\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(/^ {4}'(\/[^']*)': (.+)$/gm)].map(([, path = '', asked = '']) => [path, asked] as const),
  ),
)
const ofRouter = new Set(
  sourcesIn(/^app\/web\/(?:router|pages)\.tsx$/).flatMap(({ text }) =>
    [...text.matchAll(/(?:path: |Route\(|^ {4}\[)'(\/[^']*)'/gm)].map(([, path = '']) => path),
  ),
)

test('every page that may be led to is served, and shows a list where an entity is shown', () => {
  const served = new Set<string>([...registeredRoutes.map((route) => route.path), ...ofRouter])
  expect(registeredRoutes.length).toBeGreaterThan(100)
  expect([...declared.keys()].filter((path) => !served.has(path))).toEqual([])
  expect(registeredRoutes.map((route) => route.path).filter((path) => !declared.has(path))).toEqual([])
  const lists = registeredRoutes.filter((route) => route.entity && !route.path.includes('$'))
  expect(lists.filter(({ path }) => !declared.get(path)?.startsWith('ListAsked')).map(({ path }) => path)).toEqual([])
})

const firsts = new Set([...declared.keys()].map((path) => `/${path.split('/')[1]}`))

/** The addresses that a file of the server makes, each value in them as 7: what follows the public address of the installation, and texts that begin as a page does. */
function addressesIn(file: string, text: string): string[] {
  const [texts, whole, open]: [string[], string[], string[]] = [[], [], []]
  const { program } = parseSync(file, text)
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
    TemplateLiteral: ({ quasis, expressions }) => {
      const placeholders = expressions.map(({ start, end }) => text.slice(start, end))
      const after = placeholders.findIndex((name) => /(?:^|\.)publicUrl$/.test(name)) + 1
      const rest = quasis.slice(after).map(({ value }, at) => `${value.cooked ?? ''}${at + after < placeholders.length ? '7' : ''}`)
      if (after === 0) texts.push(rest.join(''))
      else if (quasis[after]?.value.cooked === '') open.push(rest.join('').slice(1))
      else whole.push(rest.join(''))
    },
  }).visit(program)
  const begins = texts.filter((one) => declared.has(one) || firsts.has(/^(\/[^/]+)\/./.exec(one)?.[1] ?? ''))
  // A path that is put together follows one of those that the file names; where it names none, it comes from elsewhere, which is looked at there.
  return [...begins, ...whole, ...open.filter((one) => one !== '').flatMap((one) => begins.map((begin) => `${begin}${one}`))]
}
const patterns = [...declared.keys()].map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`))
const lost = (addresses: readonly string[]) =>
  addresses.map((one) => one.replace(/[?#].*$/, '')).filter((one) => !one.startsWith('/api/') && !patterns.some((pattern) => pattern.test(one)))

test('every address that the server writes into mails, notifications and files leads to a page', () => {
  const made = sourcesIn(/\/server\/.*\.ts$/)
    .filter(({ file, text }) => !file.startsWith('app/') && /publicUrl|['`]\/[a-z]/.test(text))
    .flatMap(({ file, text }) => addressesIn(file, text).map((address) => ({ file, address })))
  expect(made.length).toBeGreaterThan(30)
  expect(made.filter(({ address }) => lost([address]).length > 0)).toEqual([])
})

test('an address of the server that leads nowhere is found', () => {
  const found = (text: string) => lost(addressesIn('x.ts', text))
  expect(found("const a = `${post.publicUrl}/outside/code/${tx.customerId}?a=${b ? `#${b}` : ''}`")).toEqual([])
  expect(found('const a = `${publicUrl}/outsid/code/${id}`')).toEqual(['/outsid/code/7'])
  expect(found("const pageOf = (all: boolean) => (all ? '/ops/evidences' : '/contributions/evidence')")).toEqual(['/ops/evidences'])
  expect(found("const page = '/ops/campaigns'\nconst a = `${publicUrl}${page}/result/${id}`")).toEqual(['/ops/campaigns/result/7'])
})

type Words = { readonly [key: string]: string | Words }
const areaWords = import.meta.glob<{ en: Words }>('../../areas/*/locales/en.ts', { eager: true })

function wordOf(key: string): unknown {
  const [area = '', ...rest] = key.replace(/^titles\.([\w-]+)\./, '$1.pages.').split('.')
  const words: Words | undefined = area === 'app' ? en : areaWords[`../../areas/${area}/locales/en.ts`]?.en
  return rest.reduce<unknown>((at, part) => (at as Words | undefined)?.[part], words)
}

test('no two areas claim the same page, and every page has a title', () => {
  const paths = registeredRoutes.map((route) => route.path)
  expect(paths.filter((one, index) => paths.indexOf(one) !== index)).toEqual([])
  expect(registeredRoutes.filter((route) => typeof wordOf(route.title) !== 'string').map((route) => route.title)).toEqual([])
  const creations = registeredRoutes.filter((route) => route.create && route.entity).map((route) => `${route.area}.entities.${route.entity}.new`)
  expect(creations.filter((key) => typeof wordOf(key) !== 'string')).toEqual([])
})
