import { Link } from '@tanstack/react-router'
import { Scale, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Category } from '#kit/web/route.ts'
import { categories } from '#kit/web/route.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useMenuCounts } from '#kit/web/menu-counts.ts'
import { icons } from '#kit/web/icons.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import type { RegisteredRoute } from '#app/web/registry.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Logo } from './logo.tsx'
import { useCurrentPage } from './current-page.ts'
import { MenuLink } from './menu-link.tsx'
import { useMenu } from './menu.ts'
import styles from './sidebar.module.css'

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
  const menu = useMenu()
  const outside = useOptionalSession()?.customer === null
  const side = useRef<HTMLElement>(null)
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
        <Link to="/" preload={false} className={styles.brand} aria-label={words('product')}>
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
            .filter((category) => (outside || category !== 'administration') && menu.some((route) => route.category === category))
            .map((category) => (
              <CategoryGroup key={category} category={category} routes={menu.filter((route) => route.category === category)} mini={mini} />
            ))}
        </nav>
        {/* At the foot of the menu: under the tables it would cost them a row. */}
        <footer className={styles.foot}>
          <Link to="/cgu" {...(mini ? { 'aria-label': words('nav.terms'), 'data-tooltip': words('nav.terms') } : {})}>
            {mini ? <Scale size={14} aria-hidden /> : words('nav.terms')}
          </Link>
        </footer>
      </aside>
    </>
  )
}

function CategoryGroup({ category, routes, mini }: { readonly category: Category; readonly routes: readonly RegisteredRoute[]; readonly mini: boolean }) {
  const words = useWords('app')
  const current = useCurrentPage()?.menuEntry
  return (
    <div role="group" aria-labelledby={`menu-${category}`}>
      <div className={styles.category} id={`menu-${category}`}>
        {words(`categories.${category}`)}
      </div>
      {routes.map((route) => (
        <Entry key={route.path} route={route} current={route === current} mini={mini} />
      ))}
    </div>
  )
}

function Entry({ route, current, mini }: { readonly route: RegisteredRoute; readonly current: boolean; readonly mini: boolean }) {
  const words = useWords('app')
  const translate = useTranslate()
  const count = useMenuCounts()[route.badge ?? ''] ?? 0
  const title = translate(route.title)
  const Icon = route.icon && icons[route.icon]
  return (
    <MenuLink
      route={route}
      className={styles.item}
      aria-current={current ? 'page' : undefined}
      aria-label={mini ? title : undefined}
      data-tooltip={mini ? title : undefined}
    >
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
      <span className={styles.text}>{title}</span>
      {count > 0 ? (
        <span className={styles.count} aria-label={words('sidebar.contributions', { count })}>
          {count}
        </span>
      ) : null}
    </MenuLink>
  )
}
