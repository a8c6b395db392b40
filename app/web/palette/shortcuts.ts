import { only } from '#kit/contract/figure.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import type { Address } from '#kit/web/route.ts'
import { mayOpen, pageFor } from '#app/web/guard.ts'
import { addressOf, registeredRoutes, type RegisteredRoute } from '#app/web/registry.ts'

/** What people ask the palette for that is no page of the menu: the late rows of a list, and what is reported in a minute. */
export interface Shortcut {
  /** Among the titles of pages, so that it is found in either language. */
  readonly title: string
  /** Further words for it, among those of the application. */
  readonly called: 'late' | 'report'
  readonly route: RegisteredRoute
  readonly to: Address
}

const late = [only('late', true)]

/** The shortcuts that lead somewhere for a person. */
export function shortcutsOf(user: SessionUser): readonly Shortcut[] {
  const pageAt = (path: string) => registeredRoutes.find((route) => route.path === path && mayOpen(route, user))
  const lists = [
    { title: 'titles.actions.late', route: pageFor(registeredRoutes, 'remediation', user) },
    // Whoever has no list of occurrences has theirs as cards.
    { title: 'titles.runbooks.late', route: pageFor(registeredRoutes, 'occurrence', user) ?? pageAt('/contributions/runtasks') },
  ]
  const report = pageAt('/incidents/declare')
  return [
    ...(report ? [{ title: report.title, called: 'report' as const, route: report, to: addressOf(report) }] : []),
    ...lists.flatMap(({ title, route }) => (route ? [{ title, called: 'late' as const, route, to: rowsAt(addressOf(route), late) }] : [])),
  ]
}

interface Named {
  readonly group: string
  readonly text: string
  readonly hint?: string | undefined
}

/** Of many found objects of one kind and one name, such as the measures of a model on each perimeter, the first alone; `tell` says that there are more. */
export function onePerName<C extends Named>(found: readonly C[], kindOf: (one: C) => string, tell: (one: C) => C): C[] {
  const named = Map.groupBy(found, (one) => `${kindOf(one)} ${one.text}`)
  return [...named.values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : same.length < 3 ? same : [tell(first)]
  })
}
