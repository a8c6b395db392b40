import { TimerOff, Scale, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { trialTone } from '#areas/tenancy/contract/trial-tone.ts'
import { Link } from '#kit/web/navigation.ts'
import { path, administrationGroups, categories } from '#kit/web/route.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useMenuCounts } from '#kit/web/menu-counts.ts'
import { icons } from '#kit/web/icons.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import type { RegisteredRoute } from '#app/web/registry.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Logo } from './logo.tsx'
import { useCurrentPage } from './current-page.ts'
import { MenuLink } from './menu-link.tsx'
import type { MenuAddOn } from './add-ons.ts'
import { useMenuWithAddOns } from './menu.ts'
import styles from './sidebar.module.css'

const AddOnDialog = lazy(async () => {
  const [{ AddOnDialog: Dialog }] = await Promise.all([import('#areas/tenancy/web/index.ts'), loadWords('tenancy')])
  return { default: Dialog }
})

interface SidebarProps {
  readonly mini: boolean
  /** On narrow screens the menu is a drawer. */
  readonly open: boolean
  readonly onClose: () => void
  readonly onSearch: () => void
}

/** The menu by categories; administration stands behind the wheel, but for the provider's people, who have nothing else (SHL-06). */
export function Sidebar({ mini, open, onClose, onSearch }: SidebarProps) {
  const words = useWords('app')
  const { menu, addOns } = useMenuWithAddOns()
  const outside = useOptionalSession()?.customer === null
  const side = useRef<HTMLElement>(null)
  const [addOn, setAddOn] = useState<MenuAddOn['type']>()
  const shown = { mini, addOns, onAddOn: setAddOn }
  useLayer('dialog', open, onClose)

  useEffect(() => {
    if (open) side.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [open])

  return (
    <>
      <div className={styles.scrim} data-open={open || undefined} onClick={onClose} />
      <aside
        ref={side}
        className={styles.side}
        data-mini={mini || undefined}
        data-open={open || undefined}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) onClose()
        }}
      >
        {/* Pointers rest in the corner: whoever is shown a page without meaning to come home would fetch all of the cockpit. */}
        <Link to={path('/')} preload={false} className={styles.brand} aria-label={words('product')}>
          <Logo />
          <span className={styles.product}>{words('product')}</span>
        </Link>
        <button
          type="button"
          className={styles.search}
          onClick={onSearch}
          aria-keyshortcuts="Control+K"
          {...(mini ? { 'aria-label': words('sidebar.search'), 'data-tooltip': words('sidebar.search') } : {})}
        >
          <Search size={14} aria-hidden />
          <span>{words('sidebar.search')}</span>
          <Kbd>Ctrl K</Kbd>
        </button>
        <nav className={styles.nav} aria-label={words('sidebar.label')}>
          {categories
            .filter((category) => category !== 'administration')
            .map((category) => (
              <Group
                key={category}
                id={category}
                name={words(`categories.${category}`)}
                routes={menu.filter((route) => route.category === category)}
                {...shown}
              />
            ))}
          {outside
            ? administrationGroups.map((group) => (
                <Group
                  key={group}
                  id={group}
                  name={words(`administration.groups.${group}`)}
                  routes={menu.filter((route) => route.group === group)}
                  {...shown}
                />
              ))
            : null}
        </nav>
        {/* At the foot of the menu: under the tables it would cost them a row. */}
        <footer className={styles.foot}>
          <Link to={path('/cgu')} {...(mini ? { 'aria-label': words('nav.terms'), 'data-tooltip': words('nav.terms') } : {})}>
            {mini ? <Scale size={14} aria-hidden /> : words('nav.terms')}
          </Link>
        </footer>
      </aside>
      {addOn ? (
        <Suspense fallback={null}>
          <AddOnDialog type={addOn} onClose={() => setAddOn(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

interface Shown {
  readonly mini: boolean
  readonly addOns: ReadonlyMap<RegisteredRoute, MenuAddOn>
  readonly onAddOn: (type: MenuAddOn['type']) => void
}

function Group({ id, name, routes, ...shown }: { readonly id: string; readonly name: string; readonly routes: readonly RegisteredRoute[] } & Shown) {
  const current = useCurrentPage()?.menuEntry
  if (routes.length === 0) return null
  return (
    <div role="group" aria-labelledby={`menu-${id}`}>
      <div className={styles.category} id={`menu-${id}`}>
        {name}
      </div>
      {routes.map((route) => (
        <Entry key={route.path} route={route} current={route === current} {...shown} />
      ))}
    </div>
  )
}

/** A page of the menu; an add-on that is off tells about itself instead of opening it. */
function Entry({ route, current, mini, addOns, onAddOn }: { readonly route: RegisteredRoute; readonly current: boolean } & Shown) {
  const words = useWords('app')
  const translate = useTranslate()
  const count = useMenuCounts()[route.badge ?? ''] ?? 0
  const title = translate(route.title)
  const Icon = route.icon && icons[route.icon]
  const addOn = addOns.get(route)
  const content = (
    <>
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
      <span className={styles.text}>{title}</span>
      {addOn ? <AddOnMark addOn={addOn} /> : null}
      {count > 0 ? (
        <span className={styles.count} aria-label={words('sidebar.contributions', { count })}>
          {count}
        </span>
      ) : null}
    </>
  )
  const named = mini ? { 'aria-label': title, 'data-tooltip': title } : {}
  if (addOn && !addOn.on) {
    return (
      <button type="button" className={styles.item} data-off onClick={() => onAddOn(addOn.type)} {...named}>
        {content}
      </button>
    )
  }
  return (
    <MenuLink route={route} className={styles.item} aria-current={current ? 'page' : undefined} {...named}>
      {content}
    </MenuLink>
  )
}

/** Days left of a trial, green to red; a stopped clock once it is over; that it is an add-on before. */
function AddOnMark({ addOn: { on, option } }: { readonly addOn: MenuAddOn }) {
  const words = useWords('app')
  if (!on && option?.status !== 'EXPIRED') return <span className={styles.addOn}>{words('add_ons.off')}</span>
  const left = on ? (option?.count_down ?? 0) : undefined
  const label = left === undefined ? words('add_ons.over') : words('add_ons.days_left', { count: left })
  return (
    <span className={styles.addOn} data-tone={left === undefined ? 'bad' : trialTone(left)} role="img" aria-label={label} data-tooltip={label}>
      {left ?? <TimerOff size={12} aria-hidden />}
    </span>
  )
}
