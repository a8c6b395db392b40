import type { Language } from '#kit/contract/catalogue.ts'

type Words = Readonly<Record<string, { readonly pages?: Readonly<Record<string, string>> }>>
const catalogues = import.meta.glob<Words>('../../../areas/*/locales/{en,fr}.ts', { eager: true })

/** What a page is called, by `titles.<area>.<page>`. */
export function titleIn(lang: Language, title: string): string {
  const [, area = '', page = ''] = title.split('.')
  return catalogues[`../../../areas/${area}/locales/${lang}.ts`]?.[lang]?.pages?.[page] ?? title
}
