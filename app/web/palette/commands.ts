import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { FileSearch, Network, Plus, type LucideIcon } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#kit/web/api/client.ts'
import { holds, useOptionalSession } from '#kit/web/api/session.ts'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { loadWords, useLanguage } from '#kit/web/i18n/store.ts'
import { icons } from '#kit/web/icons.ts'
import { translateIn, useTranslate, useWords } from '#kit/web/i18n/words.ts'
import type { RouteMeta } from '#kit/web/route.ts'
import { likeness, otherWordings } from '#kit/contract/wordings.ts'
import { sameTerms } from '#app/locales/terms.ts'
import { mayOpen } from '#app/web/guard.ts'
import { addressOf, labelOf, registeredRoutes, type RegisteredRoute } from '#app/web/registry.ts'
import { onePerName, shortcutsOf } from './shortcuts.ts'
import { hasRelations } from '#kit/web/relations.ts'
import { entriesOf, useMenu } from '#app/web/shell/menu.ts'
import { path, type Address, type ListPath } from '#kit/web/route.ts'
import { afterPause } from '#kit/web/pending-work.ts'

const iconOf = ({ icon }: RouteMeta): LucideIcon => (icon ? icons[icon] : FileSearch)

export interface Command {
  readonly id: string
  readonly group: 'pages' | 'create' | 'results'
  readonly text: string
  readonly hint?: string | undefined
  /** What it is called in the other language: whoever thinks of it so finds it too. */
  readonly also?: string | undefined
  readonly icon: LucideIcon
  readonly to: Address
}

interface Found {
  readonly entity: string
  readonly id: number
  readonly identifier: string | null
  readonly name: string
  readonly place?: string
}

const pause = 200
const atMost = 8

/** What answers what was typed, or the same in other words, in either language, beginnings first; a category is looked for last. */
export function best<C extends Pick<Command, 'text' | 'hint' | 'also'>>(commands: readonly C[], typed: string): C[] {
  const wordings = [typed, ...otherWordings(typed, sameTerms)]
  const rankOf = ({ text, hint = '', also = '' }: C, wording: string) =>
    likeness(text, wording) ?? likeness(also, wording) ?? (likeness(`${text} ${hint}`, wording) === undefined ? undefined : 3)
  return commands
    .flatMap((command) => {
      const ranks = wordings.map((wording) => rankOf(command, wording)).filter((rank) => rank !== undefined)
      return ranks.length > 0 ? [{ command, rank: Math.min(...ranks) }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}

/** The page of the menu under which a page of one object stands, by its address. */
const above = <R extends RouteMeta>(menu: readonly R[], { path }: RouteMeta): R | undefined =>
  menu.filter((route) => path.startsWith(`${route.path}/`)).toSorted((a, b) => b.path.length - a.path.length)[0]

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return undefined
    return afterPause(pause, () => setSettled(value))
  }, [value, settled])
  return settled
}

/** Without the other language pages are found in the reader's own alone. */
const withoutIt = () => undefined

/** The other language, once it can name every page. */
export function useOtherLanguage(): Language | undefined {
  const shown = useLanguage()
  const other = languages.find((language) => language !== shown)
  const [ready, setReady] = useState<Language>()
  useEffect(() => {
    if (other) void loadWords('titles', other).then(() => setReady(other), withoutIt)
  }, [other])
  return ready === other ? ready : undefined
}

/** The words for «New …» and for kinds of objects come from areas that may not have been opened yet. */
function useEntityAreas(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const areas = [...new Set(registeredRoutes.filter((route) => route.entity).map((route) => route.area))]
    void Promise.allSettled(areas.map((area) => loadWords(area))).then(() => setReady(true))
  }, [])
  return ready
}

/** The page that one is on with the relations of an object over it, and the object that is open there. */
function useHere() {
  const { pathname, searchStr } = useLocation()
  const asked = new URLSearchParams(searchStr)
  const entity = registeredRoutes.find((route) => route.path === pathname)?.entity
  const id = asked.get('id') ?? ''
  const related = (of: string) => {
    const search = new URLSearchParams(searchStr)
    search.set('tree', of)
    return `${pathname}?${search}` as Address
  }
  return { related, open: entity !== undefined && hasRelations(entity) && /^[1-9]\d*$/.test(id) ? `${entity}:${id}` : undefined }
}

/** What the palette offers for what is typed: pages, things to create, and objects found by the server; after «relations», what hangs together with them. */
export function useCommands(typed: string): { readonly commands: readonly Command[]; readonly searching: boolean } {
  const words = useWords('app')
  const translate = useTranslate()
  const user = useOptionalSession()
  const menu = useMenu()
  const ready = useEntityAreas()
  const other = useOtherLanguage()
  const here = useHere()
  const text = typed.trim()
  const opening = `${translate('kit.record.relations')} `.toLowerCase()
  const asksRelations = text.toLowerCase().startsWith(opening)
  const wanted = asksRelations ? text.slice(opening.length).trim() : text
  const asked = useSettled(wanted)

  const search = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => api.get<{ objects: readonly Found[] }>('/search', { query: { q: asked, limit: atMost }, signal }),
    enabled: asked.length > 1 && user?.customer != null,
  })

  const fixed = useMemo(() => {
    const also = (title: string) => other && translateIn(other, title)
    const names = new Map(entriesOf(menu).flatMap(({ first, pages }) => pages.slice(1).map((tab) => [tab, labelOf(first)] as const)))
    const placeOf = (route: RegisteredRoute) => {
      const object = names.get(route)
      return object ? translate(object) : route.category && words(`categories.${route.category}`)
    }
    const page = (route: RegisteredRoute, to = route): Command => ({
      id: route.path,
      group: 'pages',
      text: translate(route.title),
      hint: to === route ? placeOf(route) : translate(to.title),
      also: also(route.title),
      icon: iconOf(to),
      to: addressOf(to),
    })
    const own = registeredRoutes.filter((route) => user && mayOpen(route, user))
    const creations = ready
      ? own
          .filter((route) => route.entity && route.create && user && holds(user, route.create))
          .map((route): Command => ({
            id: `new ${route.path}`,
            group: 'create',
            text: translate(`${route.area}.entities.${route.entity}.new`),
            also: also(route.title),
            icon: Plus,
            to: addressOf(route, 'new'),
          }))
      : []
    const shortcuts = (user ? shortcutsOf(user) : []).map(({ title, called, route, to }): Command => ({
      id: title,
      group: called === 'report' ? 'create' : 'pages',
      text: translate(title),
      also: [also(title), words(`palette.called.${called}`)].filter(Boolean).join(' '),
      icon: iconOf(route),
      to,
    }))
    const within = own.flatMap((route) => {
      const to = route.names && above(menu, route)
      return to ? [page(route, to)] : []
    })
    return { pages: menu.map((route) => page(route)), creations, within, shortcuts }
  }, [menu, other, ready, translate, user, words])

  const results = (asked.length > 1 && wanted.length > 1 ? (search.data?.objects ?? []) : []).flatMap((found): Command[] => {
    const route = registeredRoutes.find((one) => one.entity === found.entity)
    if (!route || (asksRelations && !hasRelations(found.entity))) return []
    const kind = ready ? translate(`${route.area}.entities.${found.entity}.one`) : undefined
    return [
      {
        id: `${found.entity} ${found.id}`,
        group: 'results',
        text: asksRelations ? words('palette.relations', { name: found.name }) : found.name,
        // What a formula calls a metric by says nothing to whoever looks for it.
        hint: [found.identifier?.includes('_') ? null : found.identifier, found.place ?? kind].filter(Boolean).join(' · '),
        icon: asksRelations ? Network : iconOf(route),
        to: asksRelations ? here.related(`${found.entity}:${found.id}`) : addressOf(route, found.id),
      },
    ]
  })
  const kindOf = ({ id }: Command) => id.split(' ')[0] ?? ''
  const lines = asksRelations
    ? results
    : onePerName(results, kindOf, (first) => {
        const route = registeredRoutes.find((one) => one.entity === kindOf(first) && user && mayOpen(one, user))
        return route ? { ...first, hint: words('palette.same_name'), to: path(route.path as ListPath, { view: 'list', search: first.text }) } : first
      })
  const ofOpen: Command[] = here.open
    ? [{ id: 'relations', group: 'pages', text: words('palette.relations_open'), icon: Network, to: here.related(here.open) }]
    : []

  const { pages, creations, within, shortcuts } = fixed
  const found = text ? best([...pages, ...ofOpen], text) : [...ofOpen, ...pages]
  // A page of one object, such as a statement of applicability, is named where its objects are, if no page is called so itself.
  const offered = [...(found.length > 0 ? found : best(within, text)), ...(text ? best([...shortcuts, ...creations], text) : creations)]
  return { commands: [...offered, ...lines], searching: wanted.length > 1 && (search.isFetching || asked !== wanted) }
}
