import type { Category } from '#kit/web/route.ts'
import type { Address } from '#kit/web/route.ts'
import type { CurrentPage } from './current-page.ts'

interface Said {
  readonly page: string | null
  readonly objects: Readonly<Record<string, string>>
  readonly record: { readonly name: string } | null
}

export interface PageTitles {
  /** What stands above, the topmost first; without an address where it is only the name of a category. */
  readonly steps: readonly { readonly text: string; readonly to?: Address | undefined; readonly closes?: true }[]
  /** The page's first heading, last in the crumb. */
  readonly heading: string
  /** What the browser's tab says before the product's name. */
  readonly tab: string
}

const lastParam = (path: string): string | undefined => /\$(\w+)$/.exec(path)?.[1]
/** Only right below the list of such objects does a page bear their name alone. */
const isOf = (path: string, list: string | undefined) => list !== undefined && path.startsWith(`${list}/$`)

/** What a page and the steps to it are called: by the objects they are about, else by what the page calls itself, else by its route; what is open over it goes before. */
export function titlesOf(
  { route, above, menuEntry }: CurrentPage,
  said: Said,
  words: { of: (key: string) => string; category: (name: Category) => string },
): PageTitles {
  const nameAt = (path: string, list: string | undefined) => (isOf(path, list) ? said.objects[lastParam(path) ?? ''] : undefined)
  const ways: PageTitles['steps'] = above.map(({ route: { path, title }, to }, at) => ({
    text: nameAt(path, above[at - 1]?.route.path) ?? words.of(title),
    to,
  }))
  // A page that an address names more or less closely is one step.
  const steps = ways.filter(({ text }, at) => text !== ways[at - 1]?.text)
  const own = said.page ?? nameAt(route.path, above.at(-1)?.route.path)
  // A page beside that of its object, such as the measures of a perimeter.
  const about = own === undefined ? Object.values(said.objects)[0] : undefined
  const named = about !== undefined && steps.some(({ text }) => text === about)
  const plain = own ?? words.of(route.title)
  const page = about === undefined || named ? plain : `${plain} · ${about}`
  const category = menuEntry?.category ? words.category(menuEntry.category) : undefined
  if (category && category !== (above[0] ? words.of(above[0].route.title) : page)) steps.unshift({ text: category })
  if (!said.record) return { steps, heading: page, tab: named ? `${plain} · ${about}` : page }
  const { name } = said.record
  return { steps: name.endsWith(page) ? steps : [...steps, { text: page, closes: true }], heading: name, tab: name }
}
