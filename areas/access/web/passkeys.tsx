import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { addPasskey, Passkey, passkeyOptions, removePasskey, renamePasskey } from '#areas/access/contract/strong-authentication.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { loadCode } from '#kit/web/api/load-code.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { deviceName } from './device-name.ts'
import { ProofDialog, type Proof } from './proof-dialog.tsx'
import styles from './access.module.css'

interface PasskeysProps {
  readonly passkeys: readonly Passkey[]
  /** Whether the account can prove itself by a code. */
  readonly code: boolean
  readonly onChanged: () => Promise<unknown>
}

const supported = () => typeof PublicKeyCredential === 'function'

/** The passkeys of one's account; where the browser knows none, they can still be removed. */
export function Passkeys({ passkeys, code, onChanged }: PasskeysProps) {
  const t = useWords('access')
  const kit = useWords('kit')
  const { dateTime } = useFormat()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()

  const add = async (proof: Proof) => {
    const { object: options } = await api.call<typeof passkeyOptions>('POST /user/passkey/options', { body: proof })
    const { startRegistration } = await loadCode(() => import('@simplewebauthn/browser'))
    let response
    try {
      response = await startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] & object })
    } catch (reason) {
      // The person said no, or the device holds a key of this account already: the browser has said so itself.
      const refused = reason instanceof Error && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(reason.name)
      toast.warning(t(refused ? 'passkeys.cancelled' : 'passkeys.unusable'))
      return
    }
    const { message = '' } = await api.call<typeof addPasskey>('POST /user/passkey', {
      body: { name: deviceName(navigator.userAgent), response: { ...response, clientExtensionResults: { ...response.clientExtensionResults } } },
    })
    toast.success(message)
    await onChanged()
  }
  const remove = async (passkey: Passkey, proof: Proof) => {
    const { message = '' } = await api.call<typeof removePasskey>('POST /user/passkey/{id}/remove', { params: { id: passkey.id }, body: proof })
    toast.success(message)
    await onChanged()
  }
  return (
    <section className={styles.stack} aria-label={t('passkeys.title')}>
      <h3>{t('passkeys.title')}</h3>
      <Text as="p" tone="quiet">
        {t('passkeys.text')}
      </Text>
      {passkeys.length > 0 ? (
        <Stack as="ul" className={styles.list}>
          {passkeys.map((passkey) => (
            <Row as="li" align="center" gap={10} padY={6} edge="soft-below" key={passkey.id}>
              <Fingerprint size={18} strokeWidth={1.75} aria-hidden />
              <Text grow narrows className={styles.grow}>
                <Text as="strong" cut weight={500}>
                  {passkey.name}
                </Text>
                <Text tone="quiet" size={12} line={16}>
                  {t('passkeys.created', { date: dateTime(passkey.created_at) })}
                  {' · '}
                  {passkey.last_used_at ? t('passkeys.used', { date: dateTime(passkey.last_used_at) }) : t('passkeys.unused')}
                </Text>
              </Text>
              <IconButton label={t('passkeys.rename', { name: passkey.name })} onClick={() => setRenaming(passkey)}>
                <Pencil size={14} strokeWidth={1.75} />
              </IconButton>
              <IconButton label={t('passkeys.remove', { name: passkey.name })} onClick={() => setRemoving(passkey)}>
                <Trash2 size={14} strokeWidth={1.75} />
              </IconButton>
            </Row>
          ))}
        </Stack>
      ) : null}
      <div>
        <Button icon={<Fingerprint size={14} aria-hidden />} disabled={!supported()} onClick={() => setAdding(true)}>
          {t('passkeys.add')}
        </Button>
      </div>
      {adding ? <ProofDialog title={t('passkeys.add')} code={false} run={add} onClose={() => setAdding(false)} /> : null}
      {removing ? (
        <ProofDialog
          title={t('passkeys.remove', { name: removing.name })}
          text={t('passkeys.remove_text')}
          verb={kit('actions.remove')}
          code={code}
          danger
          run={(proof) => remove(removing, proof)}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
      {renaming ? <RenameDialog passkey={renaming} onChanged={onChanged} onClose={() => setRenaming(undefined)} /> : null}
    </section>
  )
}

interface RenameProps {
  readonly passkey: Passkey
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

function RenameDialog({ passkey, onChanged, onClose }: RenameProps) {
  const t = useWords('access')
  const kit = useWords('kit')
  const form = useId()
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string>()
  const [save, busy] = useSubmit(async () => {
    try {
      await api.call<typeof renamePasskey>('PUT /user/passkey/{id}', { params: { id: passkey.id }, body: { name } })
      await onChanged()
      onClose()
    } catch (reason) {
      setError(failureText(reason))
    }
  })
  return (
    <Modal
      title={t('passkeys.rename', { name: passkey.name })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!name.trim()} loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput
          label={t('passkeys.name')}
          required
          maxLength={64}
          error={error}
          value={name}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            setError(undefined)
          }}
        />
      </form>
    </Modal>
  )
}
