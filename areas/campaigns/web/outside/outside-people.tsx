import { useQuery } from '@tanstack/react-query'
import { MailPlus, UserCheck, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { listOutside, OutsidePerson, resendOutside, takeIn, withdrawOutside } from '#areas/campaigns/contract/outside-calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import css from './outside.module.css'

interface OutsidePeopleProps {
  readonly evaluation: number
  /** Of the perimeter that answers. */
  readonly name: string
  readonly onClose: () => void
}

/** People from outside who are asked in one evaluation: invited, invited again, or asked no longer. */
export function OutsidePeople({ evaluation, name, onClose }: OutsidePeopleProps) {
  const t = useWords('campaigns')
  const [adding, setAdding] = useState(false)
  const people = useQuery({
    queryKey: ['evaluation', evaluation, 'outside'],
    queryFn: async ({ signal }) => (await api.call<typeof listOutside>('GET /evaluation/{id}/outside', { params: { id: evaluation }, signal })).objects,
  })
  if (adding) return <InviteDialog evaluations={[{ id: evaluation, name }]} onClose={() => setAdding(false)} />
  return (
    <Modal
      title={`${t('outside.people.title')} · ${name}`}
      size="md"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={() => setAdding(true)}>
          {t('outside.people.add')}
        </Button>
      }
    >
      <Stack gap={12} className={css.people}>
        <Text as="p" tone="quiet">
          {t('outside.people.text')}
        </Text>
        {people.isPending ? <SkeletonRows count={2} /> : null}
        {people.isError ? <ErrorState reason={people.error} title={t('outside.people.failed')} onRetry={() => void people.refetch()} /> : null}
        {people.data?.length === 0 ? <EmptyState title={t('outside.people.none')} /> : null}
        <Stack as="ul">
          {people.data?.map((person) => (
            <Person key={person.id} evaluation={evaluation} person={person} />
          ))}
        </Stack>
      </Stack>
    </Modal>
  )
}

function Person({ evaluation, person }: { readonly evaluation: number; readonly person: OutsidePerson }) {
  const t = useWords('campaigns')
  const { dateTime } = useFormat()
  const { name, email, last_login: came } = person
  const params = { id: evaluation, member: person.id }
  const run = async (work: () => Promise<{ readonly message?: string }>) => {
    try {
      const { message } = await work()
      if (message) toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await renewed()
    }
  }
  const takesIn = useRight('member.create')
  const takeUserIn = async () => {
    if (
      await confirm({
        title: t('outside.people.take_in', { name }),
        message: t('outside.people.take_in_sure', { name }),
        confirm: t('outside.people.do_take_in'),
      })
    )
      await run(() => api.call<typeof takeIn>('POST /evaluation/{id}/outside/{member}/user', { params }))
  }
  const withdraw = async () => {
    if (
      !(await confirm({
        title: t('outside.people.withdraw', { name }),
        message: t('outside.people.sure', { name }),
        confirm: t('outside.people.do_withdraw'),
        danger: true,
      }))
    )
      return
    await run(() => api.call<typeof withdrawOutside>('DELETE /evaluation/{id}/outside/{member}', { params }))
  }
  return (
    <li>
      <Stack as="span" grow narrows>
        <strong>{name}</strong>
        <Text tone="quiet">
          {email} · {t(person.evaluator ? 'outside.people.evaluator' : 'outside.people.helper')} ·{' '}
          {came ? t('outside.people.came', { date: dateTime(came) }) : t('outside.people.never')}
        </Text>
      </Stack>
      <IconButton
        label={t('outside.people.resend', { name })}
        onClick={() => void run(() => api.call<typeof resendOutside>('POST /evaluation/{id}/outside/{member}/invite', { params }))}
      >
        <MailPlus size={16} strokeWidth={1.75} />
      </IconButton>
      {takesIn ? (
        <IconButton label={t('outside.people.take_in', { name })} onClick={() => void takeUserIn()}>
          <UserCheck size={16} strokeWidth={1.75} />
        </IconButton>
      ) : null}
      <IconButton label={t('outside.people.withdraw', { name })} onClick={() => void withdraw()}>
        <UserMinus size={16} strokeWidth={1.75} />
      </IconButton>
    </li>
  )
}
