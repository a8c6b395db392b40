import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { rowLimit } from '#kit/contract/limits.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { namedOption } from '#kit/web/ui/option.ts'

interface Named {
  readonly id: number
  readonly name: string | null
}

/** The perimeters that the reader may open, as options. */
function usePlaces() {
  const { data } = useQuery({
    queryKey: ['perimeter', 'of checks'],
    queryFn: ({ signal }) => api.get<ListAnswer<Named>>('/perimeter', { query: { limit: rowLimit }, signal }),
    select: ({ objects }) => objects,
  })
  return useMemo(() => (data ?? []).map(({ id, name }) => namedOption(id, name ?? '')), [data])
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/**
 * The perimeter that checks are kept to, with what is below it: in the address, `?p=7`, so that a link shows the same to others, and remembered in this
 * browser for the next visit. None: all that the reader reaches.
 */
export function usePlace() {
  const ask = useAsk<'/checks'>()
  const places = usePlaces()
  const { p } = useAsked<'/checks'>()
  const customer = useSession().customer?.id
  const key = `vigie.checks.perimeter.${customer ?? 0}`
  const perimeter = isId(p) ? p : undefined
  const arrived = useRef<string>(undefined)
  useEffect(() => {
    // Once, on arrival: what is chosen afterwards is in the address at once. A perimeter that is no longer there is not gone back to.
    if (arrived.current === key || places.length === 0) return
    arrived.current = key
    const stored = read(key)
    if (p === undefined && places.some(({ value }) => value === stored)) ask({ p: Number(stored) }, true)
  }, [key, p, ask, places])
  return {
    perimeter,
    places,
    choose: (next: number | undefined) => {
      keep(key, next)
      ask({ p: next }, true)
    },
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, id: number | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, String(id))
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
