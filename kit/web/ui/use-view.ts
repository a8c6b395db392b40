import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** How a page is looked at, kept in its address so that a link shows the same; what stands for the usual view is left out. */
export function useView<N extends string>(): readonly [Readonly<Partial<Record<N, string>>>, (changes: Partial<Record<N, string | null>>) => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const look = useCallback(
    (changes: Partial<Record<N, string | null>>) =>
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changes }).flatMap(([name, value]) =>
              value === null || value === undefined ? [] : [[name, typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value]],
            ),
          ),
      } as never),
    [navigate],
  )
  const view = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [])),
  ) as Partial<Record<N, string>>
  return [view, look]
}
