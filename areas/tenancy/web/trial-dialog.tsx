import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import {
  optionProperties,
  trialDays,
  type askAppointment,
  type changeTrial,
  type CustomerOption,
  type OptionType,
  type startTrial,
} from '#areas/tenancy/contract/trial.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { session, useSession, type SessionUser } from '#kit/web/api/session.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Modal } from '#kit/web/ui/modal.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { TrialBadge } from './trial-badge.tsx'
import css from './tenancy.module.css'

type State = CustomerOption['status'] | 'NONE' | 'BOUGHT'

/** Where an add-on stands for the organisation of the session. */
export function trialState(user: SessionUser, type: OptionType): { option: CustomerOption | undefined; state: State } {
  const option = user.customer?.options.find((each) => each.type === type)
  const on = user.properties[optionProperties[type]] === true
  return { option, state: on && option?.status !== 'ON_TRIAL' ? 'BOUGHT' : (option?.status ?? 'NONE') }
}

const looks = {
  NONE: { tone: 'neutral', glyph: 'circle' },
  ON_TRIAL: { tone: 'primary', glyph: 'half' },
  EXPIRED: { tone: 'bad', glyph: 'late' },
  DISMISSED: { tone: 'off', glyph: 'minus' },
  BOUGHT: { tone: 'success', glyph: 'check' },
} as const

/** Where an add-on stands, in words, with the days left. */
export function TrialStatus({ type }: { readonly type: OptionType }) {
  const t = useWords('tenancy')
  const { option, state } = trialState(useSession(), type)
  return (
    <Row as="span" gap={8} align="center" wrap>
      <StatusBadge {...looks[state]}>{t(`trial.statuses.${state}`)}</StatusBadge>
      {option && state !== 'BOUGHT' ? <TrialBadge option={option} /> : null}
    </Row>
  )
}

interface TrialDialogProps {
  readonly type: OptionType
  /** Whether this version has the pages that the trial opens. */
  readonly landed: boolean
  readonly onClose: () => void
}

/** What an add-on is, how its trial stands, and what may be done about it (SHL-22 … SHL-26). */
export function TrialDialog({ type, landed, onClose }: TrialDialogProps) {
  const t = useWords('tenancy')
  const user = useSession()
  const { option, state } = trialState(user, type)
  const [remind, setRemind] = useState(true)
  const [requesting, setRequesting] = useState(false)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const may = user.rights.includes('customer_option.write')
  const partner = user.instance_type === 'partner'
  const canStart =
    may &&
    landed &&
    !partner &&
    (state === 'NONE' || (state === 'DISMISSED' && (option?.count_down ?? 0) > 0) || (user.admin_type !== null && state !== 'BOUGHT' && state !== 'ON_TRIAL'))

  const run = async (work: () => Promise<{ message?: string }>) => {
    setBusy(true)
    try {
      const { message = '' } = await work()
      session.set((await api.get<{ user: SessionUser }>('/auth/check')).user)
      toast.success(message)
      onClose()
    } catch (reason) {
      toast.error(failureText(reason))
      setBusy(false)
    }
  }
  const start = () =>
    run(() =>
      option
        ? api.call<typeof changeTrial>('PUT /customer/customer_option/{id}', {
            params: { id: option.id },
            body: { date_start: dayOf(), type },
          })
        : api.call<typeof startTrial>('POST /customer/customer_option', { body: { type, send_reminder: remind } }),
    )
  const dismiss = async () => {
    if (!option || !(await confirm({ title: t('trial.dismiss_confirm'), confirm: t('trial.dismiss'), danger: true }))) return
    await run(() => api.call<typeof changeTrial>('PUT /customer/customer_option/{id}', { params: { id: option.id }, body: { dismissed: true, type } }))
  }
  const ask = () => run(() => api.call<typeof askAppointment>('POST /customer/appointment', { body: { type, comment } }))

  return (
    <Modal
      title={t(`trial.types.${type}`)}
      size="sm"
      onClose={onClose}
      footer={
        may ? (
          requesting ? (
            <Button variant="primary" loading={busy} onClick={() => void ask()}>
              {t('trial.send')}
            </Button>
          ) : (
            <>
              {option && (state === 'ON_TRIAL' || state === 'EXPIRED') ? (
                <Button disabled={busy} onClick={() => void dismiss()}>
                  {t('trial.dismiss')}
                </Button>
              ) : null}
              <Button icon={<CalendarClock size={14} aria-hidden />} disabled={busy} onClick={() => setRequesting(true)}>
                {t('trial.appointment')}
              </Button>
              {canStart ? (
                <Button variant="primary" loading={busy} onClick={() => void start()}>
                  {t(option ? 'trial.start_again' : 'trial.start')}
                </Button>
              ) : null}
            </>
          )
        ) : undefined
      }
    >
      <Stack gap={12} className={css.dialog}>
        <TrialStatus type={type} />
        <p>{t(`trial.texts.${type}`)}</p>
        {requesting ? (
          <TextArea label={t('trial.comment')} autoFocus maxLength={1000} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />
        ) : (
          <>
            {canStart ? <p>{t('trial.switches_on', { days: String(trialDays) })}</p> : null}
            {!landed && state !== 'BOUGHT' ? <p>{t('trial.not_landed')}</p> : null}
            {may && state === 'EXPIRED' && !canStart ? <p>{t('trial.over')}</p> : null}
            {may && partner && state !== 'BOUGHT' ? <p>{t('trial.partner')}</p> : null}
            {canStart && !option ? (
              <Checkbox label={t('trial.reminder')} checked={remind} onChange={(event) => setRemind(event.currentTarget.checked)} />
            ) : null}
            {may ? null : <p>{t('errors.contact_administrator')}</p>}
          </>
        )}
      </Stack>
    </Modal>
  )
}
