import { PanelLeft, Settings } from 'lucide-react'
import type { Ref } from 'react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { IconButton, IconLink } from '#kit/web/ui/button.tsx'
import { Crumbs } from './crumbs.tsx'
import { CustomerSwitcher } from './customer-switcher.tsx'
import { Bell } from './notifications/bell.tsx'
import { Help } from './help.tsx'
import { useMenu } from './menu.ts'
import type { Bar } from './bar.ts'
import { ReviewBell } from './review-bell.tsx'
import { UserMenu } from './user-menu.tsx'
import { useCovered } from '#kit/web/ui/layers.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { useRoving } from '#kit/web/ui/use-roving.ts'
import styles from './header.module.css'

interface HeaderProps {
  /** What the first button says it does. */
  readonly menuLabel: string
  readonly menuOpen: boolean
  readonly onMenu: () => void
  /** What a phone has at its foot, and not here as well. */
  readonly bar: Bar | undefined
  /** Takes the place in which the page on screen puts its controls. */
  readonly slot: Ref<HTMLDivElement>
}

/** Where one is, for whom one works, and the few things that are everywhere at hand. */
export function Header({ menuLabel, menuOpen, onMenu, bar, slot }: HeaderProps) {
  const words = useWords('app')
  // The bar is gone then, and the menu with it.
  const covered = useCovered()
  // One stop of the keyboard: whoever goes from the page's name to its rows passes them all at once.
  const tools = useRoving<HTMLDivElement>(`.${styles.tools} > :is(a, button)`)
  return (
    <Row as="header" align="center" gap={8} narrows edge="below" fill="surface" className={styles.head}>
      {bar?.menu && !covered ? null : (
        <IconButton label={menuLabel} aria-expanded={menuOpen} onClick={onMenu}>
          <PanelLeft size={16} strokeWidth={1.75} />
        </IconButton>
      )}
      <Crumbs />
      <Row align="center" spread="last" gap={8} className={styles.slot} data-toolbar ref={slot} />
      <div className={styles.tools} role="toolbar" aria-label={words('header.tools')} {...tools}>
        <CustomerSwitcher />
        <span className={styles.rule} />
        {bar ? null : (
          <>
            <ReviewBell />
            <Bell />
          </>
        )}
        <Help />
        <Administration />
        <UserMenu />
      </div>
    </Row>
  )
}

/** The wheel leads to the page of all settings; who has nothing else finds them in the sidebar. */
function Administration() {
  const words = useWords('app')
  const user = useOptionalSession()
  const has = useMenu().some((route) => route.category === 'administration')
  if (!has || !user?.customer) return null
  return (
    <IconLink to={path('/admin')} label={words('header.administration')}>
      <Settings size={16} strokeWidth={1.75} />
    </IconLink>
  )
}
