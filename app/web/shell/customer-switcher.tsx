import { Building2 } from 'lucide-react'
import { useOptionalSession, type SessionUser } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import styles from './header.module.css'

// Most people have one organisation, and nothing to choose.
const SwitchMenu = lazy(async () => ({ default: (await import('./switch-menu.tsx')).SwitchMenu }))

/** Whether somebody may go back to the pages that stand outside of every organisation (ACC-45); the server says so too. */
const mayLeave = ({ customer, tied, impersonator, admin_type: staff, instance_user: ofInstance }: SessionUser): boolean =>
  customer !== null && !tied && impersonator === null && (staff !== null || ofInstance)

/** For which organisation one works; only a name when there is nowhere else to go. */
export function CustomerSwitcher() {
  const words = useWords('app')
  const user = useOptionalSession()
  if (!user) return null
  const { customer, customers } = user
  const name = customer?.name ?? words('header.no_customer')
  const shown = (
    <>
      {customer ? (
        <CustomerMark name={name} color={customer.color} logo={customer.logo} size={customer.logo ? 22 : 18} />
      ) : (
        <Building2 size={16} strokeWidth={1.75} aria-hidden />
      )}
      <span className={styles.name}>{name}</span>
    </>
  )
  const plain = <span className={styles.customer}>{shown}</span>
  if (customers.every((one) => one.id === customer?.id) && !mayLeave(user)) return customer ? plain : null
  return (
    <Suspense fallback={plain}>
      <SwitchMenu user={user} name={name} mayLeave={mayLeave(user)}>
        {shown}
      </SwitchMenu>
    </Suspense>
  )
}
