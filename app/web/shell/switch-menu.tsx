import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, LogOut } from 'lucide-react'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { api } from '#kit/web/api/client.ts'
import type { Customer, SessionUser } from '#kit/web/api/session.ts'
import { enterCustomer } from '#kit/web/enter-customer.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import styles from './header.module.css'

/** The session carries this many; when there may be more, a search asks the server (SHL-09). */
const listed = 12

interface SwitchMenuProps {
  readonly user: SessionUser
  /** For which organisation one works now. */
  readonly name: string
  /** What is shown belongs to somebody else than the reader's own organisation. */
  readonly isOthers: boolean
  /** Whether the pages outside of every organisation are open. */
  readonly mayLeave: boolean
  readonly children: ReactNode
}

/** The other organisations of somebody who has several, and the way out of all of them. */
export function SwitchMenu({ user, name, isOthers, mayLeave, children }: SwitchMenuProps) {
  const words = useWords('app')
  const kit = useWords('kit')
  const [typed, setTyped] = useState('')
  const search = (
    <Box padY={4} padX={4}>
      <TextInput
        type="search"
        aria-label={words('header.customer_search')}
        placeholder={words('header.customer_search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Box>
  )
  return (
    <Menu
      label={words('header.switch_customer')}
      placement="bottom-end"
      width={240}
      head={user.customers.length >= listed ? search : undefined}
      onOpenChange={() => setTyped('')}
      trigger={(props) => (
        <Row
          type="button"
          as="button"
          align="center"
          gap={8}
          edge="all"
          corner={6}
          fill="surface"
          weight={500}
          className={styles.customer}
          data-others={isOthers || undefined}
          aria-label={kit('labelled', { label: words('header.switch_customer'), value: isOthers ? words('header.data_of', { name }) : name })}
          {...props}
        >
          {children}
          <ChevronsUpDown size={13} aria-hidden />
        </Row>
      )}
    >
      <Choices user={user} typed={typed} mayLeave={mayLeave} />
    </Menu>
  )
}

function Choices({ user, typed, mayLeave }: { readonly user: SessionUser; readonly typed: string; readonly mayLeave: boolean }) {
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
          <Text role="presentation" as="p" padY={4} padX={8} tone="soft" size={13}>
            {words('palette.found', { count: 0 })}
          </Text>
        ) : null}
      </MenuGroup>
      {mayLeave ? (
        <MenuGroup>
          <MenuItem icon={<LogOut size={14} aria-hidden />} onSelect={() => void enterCustomer(null)}>
            {words('header.leave_customer', { name: user.customer?.name ?? '' })}
          </MenuItem>
        </MenuGroup>
      ) : null}
    </>
  )
}
