import { useRouter } from '@tanstack/react-router'
import { useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import type { RegisteredRoute } from '#app/web/registry.ts'

interface MenuLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly route: Pick<RegisteredRoute, 'path' | 'search'>
}

/** As the router waits before it fetches what a pointer stands on. */
const delay = 60

/**
 * A link to a page without parameters, as the router's own: it leads there without loading the application again, and fetches the page when it is pointed at. The
 * router's reckons its address and whether it is open from all that the router knows, for each of forty links in a menu before anything is seen.
 */
export function MenuLink({ route: { path, search = {} }, children, ...rest }: MenuLinkProps) {
  const router = useRouter()
  const timer = useRef(0)
  const there = { to: path, search }
  const fetchPage = () => void router.preloadRoute(there).catch(() => undefined)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate(there)
  }
  return (
    <a
      href={`${path}${router.options.stringifySearch(search)}`}
      onClick={follow}
      onFocus={fetchPage}
      onTouchStart={fetchPage}
      onMouseEnter={() => (timer.current = window.setTimeout(fetchPage, delay))}
      onMouseLeave={() => clearTimeout(timer.current)}
      {...rest}
    >
      {children}
    </a>
  )
}
