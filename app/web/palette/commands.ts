import { useQuery } from '@tanstack/react-query'
import { FileSearch, Plus, type LucideIcon } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#kit/web/api/client.ts'
import { holds, useOptionalSession } from '#kit/web/api/session.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { icons } from '#kit/web/icons.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import type { RouteMeta } from '#kit/web/route.ts'
import { likeness, otherWordings } from '#kit/contract/wordings.ts'
import { sameTerms } from '#app/locales/terms.ts'
import { mayOpen } from '#app/web/guard.ts'
import { registeredRoutes } from '#app/web/registry.ts'
import { useMenu } from '#app/web/shell/menu.ts'

const iconOf = ({ icon }: RouteMeta): LucideIcon => (icon ? icons[icon] : FileSearch)

export interface Command {
  readonly id: string
  readonly group: 'pages' | 'create' | 'results'
  readonly text: string
  readonly hint?: string | undefined
  readonly icon: LucideIcon
  readonly to: string
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

/** What answers what was typed, or the same in other words, beginnings first; a category is looked for last. */
export function best<C extends { readonly text: string; readonly hint?: string | undefined }>(commands: readonly C[], typed: string): C[] {
  const wordings = [typed, ...otherWordings(typed, sameTerms)]
  return commands
    .flatMap((command) => {
      const ranks = wordings.map(
        (wording) => likeness(command.text, wording) ?? (likeness(`${command.text} ${command.hint ?? ''}`, wording) === undefined ? 9 : 3),
      )
      const rank = Math.min(...ranks)
      return rank < 9 ? [{ command, rank }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
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

/** What the palette offers for what is typed: pages, things to create, and objects found by the server. */
export function useCommands(typed: string): { readonly commands: readonly Command[]; readonly searching: boolean } {
  const words = useWords('app')
  const translate = useTranslate()
  const user = useOptionalSession()
  const menu = useMenu()
  const ready = useEntityAreas()
  const text = typed.trim()
  const asked = useSettled(text)

  const search = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => api.get<{ objects: readonly Found[] }>('/search', { query: { q: asked, limit: atMost }, signal }),
    enabled: asked.length > 1 && user?.customer != null,
  })

  const fixed = useMemo((): Command[] => {
    const pages = menu.map((route) => ({
      id: route.path,
      group: 'pages' as const,
      text: translate(route.title),
      hint: route.category ? words(`categories.${route.category}`) : undefined,
      icon: iconOf(route),
      to: route.path,
    }))
    const creations = ready
      ? registeredRoutes
          .filter((route) => route.entity && route.create && user && mayOpen(route, user) && holds(user, route.create))
          .map((route) => ({
            id: `new ${route.path}`,
            group: 'create' as const,
            text: translate(`${route.area}.entities.${route.entity}.new`),
            icon: Plus,
            to: `${route.path}?id=new`,
          }))
      : []
    return [...pages, ...creations]
  }, [menu, ready, translate, user, words])

  const results = (asked.length > 1 && text.length > 1 ? (search.data?.objects ?? []) : []).flatMap((found): Command[] => {
    const route = registeredRoutes.find((one) => one.entity === found.entity)
    if (!route) return []
    const kind = ready ? translate(`${route.area}.entities.${found.entity}.one`) : undefined
    return [
      {
        id: `${found.entity} ${found.id}`,
        group: 'results',
        text: found.name,
        hint: [found.identifier, found.place ?? kind].filter(Boolean).join(' · '),
        icon: iconOf(route),
        to: `${route.path}?id=${found.id}`,
      },
    ]
  })

  const offered = text ? best(fixed, text) : fixed
  return { commands: [...offered, ...results], searching: text.length > 1 && (search.isFetching || asked !== text) }
}
