import { ChevronDown } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslate } from '#kit/web/i18n/words.ts'
import { icons } from '#kit/web/icons.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Further, useEdges } from '#kit/web/ui/further.tsx'
import { useNarrow } from '#kit/web/ui/use-width.ts'
import { addressOf, labelOf, mainOf, type RegisteredRoute } from '#app/web/registry.ts'
import { AddOnMark, AddOnTold } from './add-on-mark.tsx'
import type { MenuAddOn } from './add-ons.ts'
import { MenuLink } from './menu-link.tsx'
import { entriesOf, useMenuWithAddOns, type MenuEntry } from './menu.ts'
import css from './page-tabs.module.css'

/** The entry of the menu whose tabs a page is among; none where it stands alone. */
export function useTabsOf(route: RegisteredRoute): { readonly entry: MenuEntry | undefined; readonly addOns: ReadonlyMap<RegisteredRoute, MenuAddOn> } {
  const { menu, addOns } = useMenuWithAddOns()
  const entry = useMemo(() => entriesOf(menu.filter((one) => one.category && mainOf(one) === mainOf(route)))[0], [menu, route])
  const among = entry?.pages.some(({ path }) => path === route.path) && entry.pages.length > 1
  return { entry: among ? entry : undefined, addOns }
}

interface PageTabsProps {
  readonly entry: MenuEntry
  readonly addOns: ReadonlyMap<RegisteredRoute, MenuAddOn>
  readonly current: RegisteredRoute
  /** Makes the name of the page on screen its first heading. */
  readonly heading: (content: ReactNode) => ReactNode
}

/** The pages about the same objects, side by side in the head; the one on screen is its name. Where there is no room they are a menu. */
export function PageTabs({ entry: { first, pages }, addOns, current, heading }: PageTabsProps) {
  const translate = useTranslate()
  const narrow = useNarrow()
  const navigate = useNavigate()
  const [shownAddOn, setShownAddOn] = useState<MenuAddOn['type']>()
  const { strip: nav, edges, look } = useEdges<HTMLElement>(current.path)
  const isCurrent = ({ path }: RegisteredRoute) => path === current.path
  const offOf = (route: RegisteredRoute) => {
    const addOn = addOns.get(route)
    return addOn && !addOn.on ? addOn.type : undefined
  }
  const name = translate(labelOf(first))
  const tabs = narrow
    ? heading(
        <Menu
          label={name}
          trigger={(props) => (
            <button type="button" className={css.open} {...props}>
              <span>{translate(labelOf(current))}</span>
              <ChevronDown size={14} aria-hidden />
            </button>
          )}
        >
          {pages.map((route) => {
            const Icon = route.icon && icons[route.icon]
            const off = offOf(route)
            return (
              <MenuItem
                key={route.path}
                icon={Icon ? <Icon size={14} aria-hidden /> : null}
                checked={isCurrent(route)}
                onSelect={() => (off ? setShownAddOn(off) : void navigate({ href: addressOf(route) }))}
              >
                {translate(labelOf(route))}
              </MenuItem>
            )
          })}
        </Menu>,
      )
    : pages.map((route) => {
        const off = offOf(route)
        const addOn = addOns.get(route)
        const content = (
          <>
            {translate(labelOf(route))}
            {addOn ? <AddOnMark addOn={addOn} /> : null}
          </>
        )
        if (off)
          return (
            <button key={route.path} type="button" onClick={() => setShownAddOn(off)}>
              {content}
            </button>
          )
        const link = (
          <MenuLink key={route.path} route={route} aria-current={isCurrent(route) ? 'page' : undefined}>
            {content}
          </MenuLink>
        )
        return isCurrent(route) ? heading(link) : link
      })
  return (
    <>
      <div className={css.strip}>
        {edges.before ? <Further by={-1} list={nav} /> : null}
        <nav className={css.tabs} aria-label={name} ref={nav} onScroll={look}>
          {tabs}
        </nav>
        {edges.after ? <Further by={1} list={nav} /> : null}
      </div>
      <AddOnTold type={shownAddOn} onClose={() => setShownAddOn(undefined)} />
    </>
  )
}
