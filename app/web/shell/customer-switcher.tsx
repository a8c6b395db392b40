import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Building2, ChevronsUpDown } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api } from '#kit/web/api/client.ts'
import { useOptionalSession, type Customer, type SessionUser } from '#kit/web/api/session.ts'
import { enterCustomer } from '#kit/web/enter-customer.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import styles from './header.module.css'

/** The session carries this many; when there may be more, a search asks the server (SHL-09). */
const listed = 12

/** Whether somebody may go back to the pages that stand outside of every organisation (ACC-45); the server says so too. */
const mayLeave = ({ customer, tied, impersonator, admin_type: staff, instance_user: ofInstance }: SessionUser): boolean =>
  customer !== null && !tied && impersonator === null && (staff !== null || ofInstance)

/** For which organisation one works; only a name when there is nowhere else to go. */
export function CustomerSwitcher() {
  const words = useWords('app')
  const kit = useWords('kit')
  const user = useOptionalSession()
  const [typed, setTyped] = useState('')
  if (!user) return null
  const { customer, customers } = user
  const name = customer?.name ?? words('header.no_customer')
  const mark = customer ? (
    <CustomerMark name={name} color={customer.color} logo={customer.logo} size={customer.logo ? 22 : 18} />
  ) : (
    <Building2 size={16} strokeWidth={1.75} aria-hidden />
  )
  if (customers.every((one) => one.id === customer?.id) && !mayLeave(user)) {
    return customer ? (
      <span className={styles.customer}>
        {mark}
        <span className={styles.name}>{name}</span>
      </span>
    ) : null
  }
  const search = (
    <div className={styles.search}>
      <TextInput
        type="search"
        aria-label={words('header.customer_search')}
        placeholder={words('header.customer_search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  )
  return (
    <Menu
      label={words('header.switch_customer')}
      placement="bottom-end"
      width={240}
      head={customers.length >= listed ? search : undefined}
      onOpenChange={() => setTyped('')}
      trigger={(props) => (
        <button type="button" className={styles.customer} aria-label={kit('labelled', { label: words('header.switch_customer'), value: name })} {...props}>
          {mark}
          <span className={styles.name}>{name}</span>
          <ChevronsUpDown size={13} aria-hidden />
        </button>
      )}
    >
      <Choices user={user} typed={typed} />
    </Menu>
  )
}

function Choices({ user, typed }: { readonly user: SessionUser; readonly typed: string }) {
  const words = useWords('app')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['customer', 'switch', search],
    queryFn: ({ signal }) => api.get<{ objects: readonly Customer[] }>('/user/customers', { query: { search, limit: listed }, signal }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })
  const customers = search.length > 1 ? (found.data?.objects ?? []) : user.customers

  return (
    <>
      <MenuGroup label={words('header.switch_customer')}>
        {customers.map((customer) => (
          <MenuItem
            key={customer.id}
            icon={<CustomerMark name={customer.name} color={customer.color} />}
            checked={customer.id === user.customer?.id}
            onSelect={() => void enterCustomer(customer.id)}
          >
            {customer.name}
          </MenuItem>
        ))}
        {customers.length === 0 && !found.isFetching ? (
          <p role="presentation" className={styles.nobody}>
            {words('palette.found', { count: 0 })}
          </p>
        ) : null}
      </MenuGroup>
      {mayLeave(user) ? (
        <MenuGroup>
          <MenuItem icon={<Building2 size={14} aria-hidden />} onSelect={() => void enterCustomer(null)}>
            {words('header.leave_customer')}
          </MenuItem>
        </MenuGroup>
      ) : null}
    </>
  )
}
