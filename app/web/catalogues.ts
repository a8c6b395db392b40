import { languages } from '#kit/contract/catalogue.ts'
import type { CatalogueLoader, Messages } from '#kit/web/i18n/store.ts'

const catalogueModules = {
  ...import.meta.glob<Record<string, Messages>>('../../kit/locales/{en,fr}.ts'),
  ...import.meta.glob<Record<string, Messages>>('../../areas/*/locales/{en,fr}.ts'),
  ...import.meta.glob<Record<string, Messages>>('../locales/{en,fr}.ts'),
  ...import.meta.glob<Record<string, Messages>>('./titles/{en,fr}.ts'),
}

const areaOf = (folder: string): string => ({ '../locales': 'app', './titles': 'titles' })[folder] ?? folder.split('/').at(-2) ?? ''

/** Titles come by the file of their catalogue. */
const byArea = (files: Messages): Messages => Object.fromEntries(Object.entries(files).map(([file, pages]) => [file.split('/').at(-3) ?? '', pages]))

function loaderOf(folder: string): CatalogueLoader {
  return async (language) => {
    const messages = (await catalogueModules[`${folder}/${language}.ts`]?.())?.[language]
    if (!messages) throw new Error(`${folder} has no words in ${language}`)
    return folder === './titles' ? byArea(messages) : messages
  }
}

/** Where the words of the kit, of the application, of every area and the titles of all pages come from, one chunk for each language. */
export const catalogues: Readonly<Record<string, CatalogueLoader>> = Object.fromEntries(
  Object.keys(catalogueModules)
    .filter((file) => file.endsWith(`/${languages[0]}.ts`))
    .map((file) => file.slice(0, file.lastIndexOf('/')))
    .map((folder) => [areaOf(folder), loaderOf(folder)]),
)
