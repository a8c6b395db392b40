import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const catalogue = /\/(?:kit|app|areas\/[\w-]+)\/locales\/(en|fr)\.ts$/

type Words = { [key: string]: string | Words }
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }

const compiled = (words: Words): Compiled =>
  Object.fromEntries(Object.entries(words).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compiled(value)]))

/** Reads a catalogue as Node does; the time of its last change keeps an edited file from being taken from the module cache. */
async function readCatalogue(file: string, language: string): Promise<Words> {
  const module = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Record<string, Words>
  const words = module[language]
  if (!words) throw new Error(`${file} does not export ${language}`)
  return words
}

/** Parses every message at build time, so that the browser needs a formatter of one kilobyte and no parser. With `?titles` a catalogue is its `pages` alone. */
export function compileCatalogues(): Plugin {
  return {
    name: 'vigie:compile-catalogues',
    enforce: 'pre',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    async transform(_, id) {
      const [file = '', query] = id.split('?')
      const language = catalogue.exec(file)?.[1]
      if (!language) return null
      const words = compiled(await readCatalogue(file, language))
      const [name, value] = query === 'titles' ? ['pages', words['pages'] ?? {}] : [language, words]
      return { code: `export const ${name} = ${JSON.stringify(value)}`, map: null }
    },
  }
}

/** Fills the page's few static words, which must be there before any script, from the catalogues in both languages. */
export function staticWords(root: string): Plugin {
  return {
    name: 'vigie:static-words',
    async transformIndexHtml(html) {
      const words = await Promise.all(['en', 'fr'].map((language) => readCatalogue(join(root, 'kit/locales', `${language}.ts`), language)))
      const errors = words.map((one) => one.errors as Record<string, string>)
      const lines = (...keys: string[]) => errors.map((one) => `<p>${keys.map((key) => one[key]).join('. ')}</p>`).join('')
      return html.replace('%no_script%', lines('no_script')).replace('%unsupported%', lines('browser', 'browser_hint'))
    },
  }
}

/** Fails the build when a module of the browser imports one of the server. */
export function refuseServerModules(): Plugin {
  return {
    name: 'vigie:refuse-server-modules',
    enforce: 'pre',
    load(id) {
      if (/\/(?:kit|app|areas\/[\w-]+)\/server\//.test(id) && !id.includes('/node_modules/')) this.error(`${id} is server code: the web may not import it`)
      return null
    },
  }
}
