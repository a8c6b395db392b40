import { PanelLeft, Settings } from 'lucide-react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { icons } from '#kit/web/icons.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { Crumbs } from './crumbs.tsx'
import { CustomerSwitcher } from './customer-switcher.tsx'
import { Bell } from './notifications/bell.tsx'
import { Help } from './help.tsx'
import { useMenu } from './menu.ts'
import { ReviewBell } from './review-bell.tsx'
import { UserMenu } from './user-menu.tsx'
import styles from './header.module.css'

interface HeaderProps {
  /** What the first button says it does. */
  readonly menuLabel: string
  readonly menuOpen: boolean
  readonly onMenu: () => void
}

/** Where one is, for whom one works, and the few things that are everywhere at hand. */
export function Header({ menuLabel, menuOpen, onMenu }: HeaderProps) {
  return (
    <header className={styles.head}>
      <IconButton label={menuLabel} aria-expanded={menuOpen} onClick={onMenu}>
        <PanelLeft size={16} strokeWidth={1.75} />
      </IconButton>
      <Crumbs />
      <div className={styles.tools}>
        <CustomerSwitcher />
        <span className={styles.rule} />
        <ReviewBell />
        <Bell />
        <Help />
        <Administration />
        <UserMenu />
      </div>
    </header>
  )
}

function Administration() {
  const words = useWords('app')
  const translate = useTranslate()
  const pages = useMenu().filter((route) => route.category === 'administration')
  const inside = useOptionalSession()?.customer !== null
  if (pages.length === 0 || !inside) return null
  return (
    <Menu
      label={words('header.administration')}
      placement="bottom-end"
      width={240}
      trigger={(props) => (
        <IconButton label={words('header.administration')} {...props}>
          <Settings size={16} strokeWidth={1.75} />
        </IconButton>
      )}
    >
      <MenuGroup label={words('header.administration')}>
        {pages.map(({ path, title, icon }) => {
          const Icon = icon && icons[icon]
          return (
            <MenuItem key={path} to={path} icon={Icon ? <Icon size={14} strokeWidth={1.75} aria-hidden /> : undefined}>
              {translate(title)}
            </MenuItem>
          )
        })}
      </MenuGroup>
    </Menu>
  )
}
