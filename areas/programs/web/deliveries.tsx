import { Send } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row as Line, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { deliveryDays, deliveryStates, type Delivery } from '#areas/programs/contract/webhook-calls.ts'
import { DeliveryState, useTook } from './delivery-state.tsx'
import { OneDelivery } from './delivery.tsx'
import { told } from './told.ts'
import { useEventNames } from './webhook-dialog.tsx'
import { testHook, useDeliveries } from './webhooks-api.ts'
import css from './webhooks.module.css'

interface DeliveriesProps {
  readonly id: number
  readonly name: string
  /** Who answers for it. */
  readonly maker: string
}

/** Messages of a webhook, the last first; the one that is opened takes their place. */
export function Deliveries({ id, name, maker }: DeliveriesProps) {
  const [open, setOpen] = useState<number>()
  return open === undefined ? <List id={id} name={name} onOpen={setOpen} /> : <OneDelivery id={open} maker={maker} onBack={() => setOpen(undefined)} />
}

type Chosen = Delivery['state'] | 'ALL'

function List({ id, name, onOpen }: { readonly id: number; readonly name: string; readonly onOpen: (id: number) => void }) {
  const t = useWords('programs')
  const format = useFormat()
  const nameOf = useEventNames()
  const [state, setState] = useState<Chosen>('ALL')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(id, state === 'ALL' ? undefined : state)
  const rows = data?.pages.flatMap(({ objects }) => objects) ?? []
  const total = data?.pages[0]?.total ?? 0
  const took = useTook()
  const test = () => void told(testHook(id))
  return (
    <Stack gap={10}>
      <Line spread="between" gap={8} align="center" wrap>
        <Text size={12} tone="quiet">
          {t('webhooks.deliveries_of', { name, days: deliveryDays })}
        </Text>
        <Button size="sm" icon={<Send size={14} aria-hidden />} onClick={test}>
          {t('webhooks.send_test')}
        </Button>
      </Line>
      <Tabs
        label={t('webhooks.state')}
        value={state}
        onChange={setState}
        tabs={(['ALL', ...deliveryStates] as const).map((value) => ({
          value,
          label: value === 'ALL' ? t('webhooks.every_state') : t(`webhooks.states.${value}`),
          ...(value === state && data && { count: format.number(total) }),
        }))}
      >
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonRows count={6} /> : null}
        {data && rows.length === 0 ? (
          state === 'ALL' ? (
            <EmptyState title={t('webhooks.no_deliveries')} text={t('webhooks.no_deliveries_text')} />
          ) : (
            <EmptyState title={t('webhooks.none_of_state')} />
          )
        ) : null}
        {rows.length > 0 ? (
          <table className={css.messages} aria-label={t('webhooks.deliveries')}>
            <thead>
              <tr>
                <th scope="col">{t('webhooks.columns.event')}</th>
                <th scope="col">{t('webhooks.columns.state')}</th>
                <th scope="col" className={css.figure}>
                  {t('webhooks.columns.answer')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.id}>
                  <td>
                    <button type="button" className={css.open} onClick={() => onOpen(one.id)}>
                      <Text weight={500}>{nameOf(one.event)}</Text> <Text tone="quiet">{one.object?.name ?? ''}</Text>
                    </button>
                    <Text as="p" size={12} tone="quiet" figures>
                      {format.dateTime(one.made_at)}
                    </Text>
                  </td>
                  <td>
                    <DeliveryState delivery={one} />
                  </td>
                  <td className={css.figure}>
                    <Text as="p" figures>
                      {one.status ?? ''}
                    </Text>
                    <Text as="p" size={12} tone="quiet" figures>
                      {took(one.took)}
                    </Text>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {hasNextPage ? (
          <Line spread="middle" padY={10}>
            <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('webhooks.older')}
            </Button>
          </Line>
        ) : null}
      </Tabs>
    </Stack>
  )
}
