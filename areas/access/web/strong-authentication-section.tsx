import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  generateSecret,
  getStrongAuthentication,
  newRecoveryCodes,
  resetSecret,
  StrongAuthentication,
} from '#areas/access/contract/strong-authentication.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { refreshSession } from '#kit/web/api/refresh-session.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Switch } from '#kit/web/ui/check.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { ReadValue } from '#kit/web/ui/reading.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProofDialog, type Proof } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecretStep } from './secret-step.tsx'
import styles from './access.module.css'

const queryKey = ['strong_authentication']
type Wish = 'deactivate' | 'reset' | 'codes'

/** Strong authentication on one's profile: on or off, its secret until it is verified, recovery codes and passkeys (ACC-76 … ACC-88). */
export function StrongAuthenticationSection() {
  const t = useWords('access')
  const state = useQuery({
    queryKey,
    queryFn: async () => {
      const state = await readState()
      if (!state.mfa_activated || state.mfa_enabled || state.secret) return state
      // Where it is enforced, signing in has activated it without a secret; another tab may have asked for one at the same time.
      await api.call<typeof generateSecret>('PUT /user/generate_secret', { body: { mfa_activated: true } }).catch(() => {})
      return readState()
    },
  })
  return (
    <Block title={t('strong.title')}>
      {state.isPending ? <SkeletonRows /> : null}
      {state.isError ? <ErrorState onRetry={() => void state.refetch()} /> : null}
      {state.data ? <Settings state={state.data} /> : null}
    </Block>
  )
}

const readState = async () => (await api.call<typeof getStrongAuthentication>('GET /user/strong_authentication')).object
const reread = () => queryClient.invalidateQueries({ queryKey })

function Settings({ state }: { readonly state: StrongAuthentication }) {
  const t = useWords('access')
  const kit = useWords('kit')
  const { member_id: member } = useSession()
  const [wish, setWish] = useState<Wish>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { mfa_mode: mode, mfa_activated: activated, mfa_enabled: enabled } = state

  const toggle = async (on: boolean, proof: Proof = {}) => {
    const { message = '' } = await api.call<typeof generateSecret>('PUT /user/generate_secret', { body: { mfa_activated: on, ...proof } })
    toast.info(message)
    await reread()
    await refreshSession()
  }
  const reset = async (proof: Proof = {}) => {
    const { message = '' } = await api.call<typeof resetSecret>('PUT /user/reset_secret', { body: { id: member ?? 0, ...proof } })
    toast.success(message)
    await reread()
    await refreshSession()
  }
  const renew = async (proof: Proof) => {
    const { message = '', recovery_codes: fresh } = await api.call<typeof newRecoveryCodes>('POST /user/recovery_codes', { body: proof })
    toast.success(message)
    setCodes(fresh)
  }
  const saying = (work: Promise<void>) => void work.catch((reason: unknown) => toast.error(failureText(reason)))
  const wishes: Record<Wish, (proof: Proof) => Promise<void>> = { deactivate: (proof) => toggle(false, proof), reset, codes: renew }
  return (
    <div className={styles.stack}>
      <Text as="p" tone="quiet">
        {t(`strong.mode.${mode}`)}
      </Text>
      <Row gap={8} align="center" wrap>
        {mode === 'ENFORCED' || (mode === 'DISABLED' && !activated) ? (
          <ReadValue label={t('strong.activate')}>{kit(activated ? 'yes' : 'no')}</ReadValue>
        ) : (
          <Switch
            label={t('strong.activate')}
            checked={activated}
            onChange={(event) => (!event.currentTarget.checked && enabled ? setWish('deactivate') : saying(toggle(event.currentTarget.checked)))}
          />
        )}
        {activated ? (
          <StatusBadge tone={enabled ? 'success' : 'warning'} glyph={enabled ? 'check' : 'pause'}>
            {t(enabled ? 'strong.enabled' : 'strong.unverified')}
          </StatusBadge>
        ) : null}
      </Row>
      {activated && !enabled && state.secret && state.qr_code ? (
        <SecretStep key={state.secret} secret={state.secret} address={state.qr_code} onVerified={setCodes} />
      ) : null}
      {activated ? (
        <Row gap={8} align="center" wrap>
          <Button onClick={() => (enabled ? setWish('reset') : saying(reset()))}>{t('strong.reset')}</Button>
          {enabled ? <Button onClick={() => setWish('codes')}>{t('recovery.renew')}</Button> : null}
          {enabled ? <Text tone="quiet">{t('recovery.left', { count: state.recovery_codes })}</Text> : null}
        </Row>
      ) : null}
      <Passkeys passkeys={state.passkeys} code={enabled} onChanged={reread} />
      {wish ? (
        <ProofDialog title={t(`strong.wish.${wish}`)} code={enabled} danger={wish === 'deactivate'} run={wishes[wish]} onClose={() => setWish(undefined)} />
      ) : null}
      {codes ? (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            // Only now: what must be done first is done, and another page takes this one's place.
            void reread().then(refreshSession)
          }}
        />
      ) : null}
    </div>
  )
}
