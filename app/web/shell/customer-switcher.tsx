import { Building2 } from 'lucide-react'
import { useOptionalSession, type SessionUser } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import styles from './header.module.css'

// Most people have one organisation, and nothing to choose.
const SwitchMenu = lazy(async () => ({ default: (await import('./switch-menu.tsx')).SwitchMenu }))

/** Whether somebody may go back to the pages that stand outside of every organisation (ACC-45); the server says so too. */
const mayLeave = (user: SessionUser): boolean => user.customer !== null && !user.tied && user.impersonator === null && isStaff(user)

/** Whether somebody works for the provider, or for the instance: inside an organisation they see what is somebody else's. */
const isStaff = ({ admin_type: staff, instance_user: ofInstance }: SessionUser): boolean => staff !== null || ofInstance

/** For which organisation one works; only a name when there is nowhere else to go. */
export function CustomerSwitcher() {
  const words = useWords('app')
  const user = useOptionalSession()
  if (!user) return null
  const { customer, customers } = user
  const name = customer?.name ?? words('header.no_customer')
  const isOthers = customer !== null && isStaff(user)
  const shown = (
    <>
      {customer ? (
        <CustomerMark name={name} color={customer.color} logo={customer.logo} size={customer.logo ? 22 : 18} />
      ) : (
        <Building2 size={16} strokeWidth={1.75} aria-hidden />
      )}
      <span className={styles.name}>{isOthers ? words('header.data_of', { name }) : name}</span>
    </>
  )
  const plain = (
    <Row as="span" align="center" gap={8} edge="all" corner={6} fill="surface" weight={500} className={styles.customer} data-others={isOthers || undefined}>
      {shown}
    </Row>
  )
  if (customers.every((one) => one.id === customer?.id) && !mayLeave(user)) return customer ? plain : null
  return (
    <Suspense fallback={plain}>
      <SwitchMenu user={user} name={name} isOthers={isOthers} mayLeave={mayLeave(user)}>
        {shown}
      </SwitchMenu>
    </Suspense>
  )
}
