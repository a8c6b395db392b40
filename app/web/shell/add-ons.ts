import type { SessionUser, TrialOption } from '#kit/web/api/session.ts'
import type { Section } from '#kit/web/route.ts'
import { mayOpen, switches } from '#app/web/guard.ts'
import type { RegisteredRoute } from '#app/web/registry.ts'

/** What a trial calls each add-on. */
const types = { projects: 'ISP', risk_analysis: 'RISK_ANALYSIS' } as const satisfies Record<Section, TrialOption['type']>

/** An add-on as the menu shows it, at the first page that it opens. */
export interface MenuAddOn {
  readonly type: TrialOption['type']
  readonly on: boolean
  readonly option: TrialOption | undefined
}

/**
 * The add-ons that a menu tells of, by the page at which: those on trial, and those that are off, for whoever would find their pages there (NAV-41). What is bought
 * needs no word, and what was dismissed gets none.
 */
export function addOnsOf(routes: readonly RegisteredRoute[], user: SessionUser): ReadonlyMap<RegisteredRoute, MenuAddOn> {
  const found = new Map<RegisteredRoute, MenuAddOn>()
  if (user.context_type === 'ASSESSMENT' || !user.customer) return found
  for (const [section, type] of Object.entries(types) as [Section, TrialOption['type']][]) {
    const whole = { ...user, properties: { ...user.properties, [switches[section]]: true } }
    const first = routes.find(
      (route) => route.section === section && (route.category === 'operations' || route.category === 'strategy') && mayOpen(route, whole),
    )
    const option = user.customer.options.find((each) => each.type === type)
    const on = user.properties[switches[section]] === true
    if (first && (on ? option?.status === 'ON_TRIAL' : option?.status !== 'DISMISSED')) found.set(first, { type, on, option })
  }
  return found
}
