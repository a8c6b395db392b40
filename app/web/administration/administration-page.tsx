import { Search } from 'lucide-react'
import { useState } from 'react'
import { AddOns } from '#areas/tenancy/web/index.ts'
import { administrationGroups } from '#kit/web/route.ts'
import { useSession } from '#kit/web/api/session.ts'
import { translateIn, useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { icons } from '#kit/web/icons.ts'
import { Page as Sheet, PageToolbar } from '#kit/web/ui/page.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { best, useOtherLanguage } from '#app/web/palette/commands.ts'
import { MenuLink } from '#app/web/shell/menu-link.tsx'
import { useMenu } from '#app/web/shell/menu.ts'
import css from './administration.module.css'

/** All pages of administration that the reader may open, in cards; a search finds them as the palette does. */
export function Page() {
  const words = useWords('app')
  const translate = useTranslate()
  const other = useOtherLanguage()
  const inside = useSession().customer !== null
  const [search, setSearch] = useState('')
  const pages = useMenu()
    .filter(({ category }) => category === 'administration')
    .map((route) => ({
      route,
      text: translate(route.title),
      also: other && translateIn(other, route.title),
      hint: route.group && words(`administration.groups.${route.group}`),
    }))
  const found = search.trim() ? best(pages, search.trim()) : pages
  return (
    <Sheet canvas>
      <PageToolbar>
        <div className={css.search}>
          <TextInput
            type="search"
            autoFocus
            aria-label={words('administration.search')}
            placeholder={words('administration.search')}
            icon={<Search size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
      </PageToolbar>
      {found.length === 0 ? <EmptyState title={words('administration.none')} /> : null}
      <div className={css.cards}>
        {administrationGroups.map((group) => {
          const own = found.filter(({ route }) => route.group === group)
          if (own.length === 0) return null
          return (
            <section key={group} className={css.card} aria-labelledby={`administration-${group}`}>
              <h2 id={`administration-${group}`}>{words(`administration.groups.${group}`)}</h2>
              <ul>
                {own.map(({ route, text }) => {
                  const Icon = route.icon && icons[route.icon]
                  return (
                    <li key={route.path}>
                      <MenuLink route={route}>
                        {Icon ? <Icon size={15} strokeWidth={1.75} aria-hidden /> : null}
                        {text}
                      </MenuLink>
                    </li>
                  )
                })}
              </ul>
            </section>
          )
        })}
      </div>
      {inside && !search.trim() ? <AddOns /> : null}
    </Sheet>
  )
}
