import {
  Link as RouterLink,
  Navigate as RouterNavigate,
  useNavigate as useRouterNavigate,
  useParams as useRouterParams,
  useSearch,
  type NavigateOptions,
} from '@tanstack/react-router'
import { useCallback, type ComponentProps, type ReactNode } from 'react'
import type { Address, Asked, GivenParams, Path } from './route.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: Address
  readonly preload?: false
  readonly activeOptions?: { readonly exact?: boolean; readonly includeSearch?: boolean }
}

/** A link to a page, whose address `path` makes. */
export const Link = RouterLink as (props: LinkProps) => ReactNode

/** `href` for an address that says all of where to go, such as one that was kept. */
type Going = ({ readonly to: Address; readonly hash?: string | undefined } | { readonly href: Address }) & { readonly replace?: boolean }

/** Leads on at once. */
export const Navigate = RouterNavigate as (props: Going) => ReactNode

/** Goes to a page. */
export const useNavigate = useRouterNavigate as () => (going: Going) => Promise<void>

/** Moves within the page: the part whose name stands in the address. */
export function useMove(): (hash: string, how: Pick<NavigateOptions, 'replace' | 'resetScroll' | 'hashScrollIntoView'>) => void {
  const navigate = useRouterNavigate()
  return useCallback((hash, how) => void navigate({ to: '.', search: true, hash, ...how }), [navigate])
}

/** Asks the page for something else by its address: what it was asked for besides stays, what is undefined goes. `replace`: no step that «back» undoes. */
export function useAsk<P extends Path>(): (changes: Asked<P>, replace?: boolean) => void {
  const navigate = useRouterNavigate()
  return useCallback(
    (changes, replace = false) => void navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }), replace } as never),
    [navigate],
  )
}

/** What the page is asked for by its address, as it was typed: nothing of it is checked. */
export const useAsked = <P extends Path>(): { readonly [K in keyof Asked<P>]: unknown } => useSearch({ strict: false })

/** The parameters of the page's path; on another page they are not there. */
export const useParams = <P extends Path>(): GivenParams<P> => useRouterParams({ strict: false }) as never
