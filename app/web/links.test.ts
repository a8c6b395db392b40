import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '#app/locales/en.ts'
import { registeredRoutes } from './registry.ts'

const repository = join(import.meta.dirname, '../..')
const sources = ['app', 'kit', 'areas'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)web\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
)

test('every link leads to a page that exists', () => {
  expect(sources.length).toBeGreaterThan(50)
  const known = new Set(['/', '/login', '/403', '/404', '/500', '/reload', ...registeredRoutes.map((route) => route.path)])
  const lost = sources.flatMap((file) => {
    const text = readFileSync(join(repository, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...text.matchAll(/\bpath\(\s*'([^']+)'/g)].filter(([, pattern = '']) => !known.has(pattern)).map(([, pattern]) => `${file}: ${pattern}`)
  })
  expect(lost).toEqual([])
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
