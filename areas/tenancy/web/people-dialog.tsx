import { useInfiniteQuery } from '@tanstack/react-query'
import type { Customer, CustomerPerson, listPeople } from '#areas/tenancy/contract/customer.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'

export interface PeopleAsked {
  readonly customer: Pick<Customer, 'id' | 'name'>
  /** Of those who came in lately alone. */
  readonly active: boolean
}

/** A number of users, which opens exactly those. */
export function PeopleFigure({ count, label, onOpen }: { readonly count: number; readonly label: string; readonly onOpen: () => void }) {
  const format = useFormat()
  return (
    <Button variant="link" size="sm" aria-label={label} onClick={onOpen}>
      {format.number(count)}
    </Button>
  )
}

/** The users that a number of the list counts. */
export function PeopleDialog({ asked: { customer, active }, onClose }: { readonly asked: PeopleAsked; readonly onClose: () => void }) {
  const t = useWords('tenancy')
  const list = useInfiniteQuery({
    queryKey: ['customer', 'people', customer.id, active],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call<typeof listPeople>('GET /customer/{id}/people', { params: { id: customer.id }, query: { active: active ? '1' : '0', page: pageParam }, signal }),
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { objects }) => sum + objects.length, 0) < last.total && last.objects.length > 0 ? pages.length + 1 : undefined,
  })
  const people = list.data?.pages.flatMap(({ objects }) => objects)
  return (
    <Modal title={t(active ? 'customer.people_active' : 'customer.people_of', { name: customer.name })} size="md" onClose={onClose}>
      {list.error ? (
        <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
      ) : !people ? (
        <SkeletonRows count={5} />
      ) : people.length === 0 ? (
        <EmptyState title={t('customer.people_none')} />
      ) : (
        <Stack gap={8}>
          <Stack as="ul" gap={8} tabIndex={0} aria-label={t('customer.people_of_count', { name: customer.name, count: list.data?.pages[0]?.total ?? 0 })}>
            {people.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </Stack>
          {list.hasNextPage ? (
            <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('customer.people_more')}
            </Button>
          ) : null}
        </Stack>
      )}
    </Modal>
  )
}

function Person({ person: { name, email, last_sign_in_at: last } }: { readonly person: CustomerPerson }) {
  const t = useWords('tenancy')
  const format = useFormat()
  return (
    <Row as="li" gap={8} align="baseline" wrap>
      <Text weight={500}>{name}</Text>
      <Text size={13} tone="quiet">
        {[email, last ? t('customer.people_last', { day: format.date(last) }) : t('customer.people_never')].join(' · ')}
      </Text>
    </Row>
  )
}
