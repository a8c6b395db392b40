import { useId, useState, type FormEvent } from 'react'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { PasswordInput, TextInput } from '#kit/web/ui/text-input.tsx'
import styles from './access.module.css'

export interface Proof {
  readonly password?: string
  readonly authentication_code?: string
}

interface ProofDialogProps {
  readonly title: string
  /** What it leads to, where that is not plain from the title. */
  readonly text?: string
  /** What its button says, where that is not the title. */
  readonly verb?: string
  /** What the account can prove itself with. */
  readonly code: boolean
  readonly danger?: boolean
  /** Does what was asked for; a refusal is shown here. */
  readonly run: (proof: Proof) => Promise<void>
  readonly onClose: () => void
}

/** Asks the holder of the account to prove that it is them, by a code or the password, before something that matters. */
export function ProofDialog({ title, text, verb = title, code, danger = false, run, onClose }: ProofDialogProps) {
  const t = useWords('access')
  const kit = useWords('kit')
  const form = useId()
  const [byCode, setByCode] = useState(code)
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!value) {
      setError(kit('errors.mandatory'))
      return
    }
    setBusy(true)
    try {
      await run(byCode ? { authentication_code: value } : { password: value })
      onClose()
    } catch (reason) {
      setError(failureText(reason))
      setValue('')
    } finally {
      setBusy(false)
    }
  }
  const change = (next: string) => {
    setValue(next)
    setError(undefined)
  }
  const shared = { error, required: true, value, 'data-autofocus': true, autoFocus: true }
  return (
    <Modal
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          {code ? (
            <Button variant="link" onClick={() => (setByCode(!byCode), change(''))}>
              {t(byCode ? 'proof.by_password' : 'proof.by_code')}
            </Button>
          ) : null}
          <CancelButton />
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} loading={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.stack} noValidate onSubmit={(event) => void submit(event)}>
        {text ? <p>{text}</p> : null}
        {byCode ? (
          <TextInput
            key="code"
            {...shared}
            label={t('proof.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={(event) => change(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
          />
        ) : (
          <PasswordInput
            key="password"
            {...shared}
            label={t('proof.password')}
            autoComplete="current-password"
            maxLength={128}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
      </form>
    </Modal>
  )
}
