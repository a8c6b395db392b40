import { ChevronDown } from 'lucide-react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import styles from './header.module.css'

const UserMenuItems = lazy(async () => ({ default: (await import('./user-menu-items.tsx')).UserMenuItems }))

/** Who one is, and what is one's own. */
export function UserMenu() {
  const words = useWords('app')
  const user = useOptionalSession()
  if (!user) return null
  return (
    <Menu
      label={words('user.menu', { name: user.name })}
      placement="bottom-end"
      width={220}
      trigger={(props) => (
        <Row
          type="button"
          as="button"
          align="center"
          gap={4}
          padY={2}
          padX={4}
          corner={6}
          className={styles.user}
          aria-label={words('user.menu', { name: user.name })}
          {...props}
        >
          <Avatar name={user.name} initials={user.initials} size={26} />
          <ChevronDown size={13} aria-hidden />
        </Row>
      )}
    >
      <Suspense fallback={null}>
        <UserMenuItems user={user} />
      </Suspense>
    </Menu>
  )
}
