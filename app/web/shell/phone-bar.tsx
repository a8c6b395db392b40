import { useSearch } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useEffect } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { icons } from '#kit/web/icons.ts'
import { setMenuCount, useMenuCounts } from '#kit/web/menu-counts.ts'
import { useCovered } from '#kit/web/ui/layers.ts'
import { useKeyboard } from '#kit/web/ui/use-keyboard.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { mainOf } from '#app/web/registry.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Bar, Place } from './bar.ts'
import { useCurrentPage } from './current-page.ts'
import { MenuLink } from './menu-link.tsx'
import { useUnread } from './notifications/bell.tsx'
import { useOpenReviews } from './review-bell.tsx'
import css from './phone-bar.module.css'

const most = 99

interface PhoneBarProps {
  readonly bar: Bar
  readonly menuLabel: string
  readonly menuOpen: boolean
  readonly onMenu: () => void
}

/** At a phone's foot what is opened every day; gone while a panel, a dialog or a keyboard covers the page. */
export function PhoneBar({ bar: { places, menu }, menuLabel, menuOpen, onMenu }: PhoneBarProps) {
  const words = useWords('app')
  const translate = useTranslate()
  const covered = useCovered()
  const typing = useKeyboard()
  const unread = useUnread()
  useOpenReviews()
  useEffect(() => setMenuCount('unread', unread), [unread])
  const current = useCurrentPlace(places)
  return (
    <Row as="nav" edge="above" fill="surface" className={css.bar} aria-label={words('bar.label')} hidden={covered || typing}>
      {places.map((place) => {
        const Icon = icons[place.icon]
        return (
          <MenuLink
            key={place.label}
            route={{ path: place.route.path, search: place.search ?? {} }}
            className={css.place}
            aria-current={place === current ? 'page' : undefined}
          >
            <Grid as="span" holds>
              <Icon size={22} strokeWidth={1.75} aria-hidden />
              <Count {...place} />
            </Grid>
            <span>{translate(place.label)}</span>
          </MenuLink>
        )
      })}
      {menu ? (
        <button
          type="button"
          className={css.place}
          aria-label={menuLabel}
          aria-expanded={menuOpen}
          data-current={current === undefined || undefined}
          onClick={onMenu}
        >
          <Grid as="span" holds>
            <Menu size={22} strokeWidth={1.75} aria-hidden />
          </Grid>
          <span>{words('bar.menu')}</span>
        </button>
      ) : null}
    </Row>
  )
}

function Count({ badge, route }: Place) {
  const words = useWords('app')
  const format = useFormat()
  const count = useMenuCounts()[badge ?? ''] ?? 0
  if (badge === undefined || count === 0) return null
  return (
    <>
      <VisuallyHidden>{words('bar.count', { count: format.number(count) })} </VisuallyHidden>
      <Text padX={4} corner={8} weight={600} line={16} className={css.count} data-quiet={route.path === '/notifications' || undefined} aria-hidden>
        {count > most ? `${format.number(most)}+` : format.number(count)}
      </Text>
    </>
  )
}

/** Of two places on one page the one for whose search it is asked. */
function useCurrentPlace(places: readonly Place[]): Place | undefined {
  const asked = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const page = useCurrentPage()
  const main = page && mainOf(page.menuEntry ?? page.route)
  const here = places.filter(({ route }) => mainOf(route) === main)
  return here.find(({ search }) => search && Object.entries(search).every(([name, value]) => asked[name] === value)) ?? here[0]
}
