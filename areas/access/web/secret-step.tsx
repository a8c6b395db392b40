import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useState, type FormEvent } from 'react'
import type { checkSecret } from '#areas/access/contract/strong-authentication.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { copyText } from './copy-text.ts'
import styles from './access.module.css'

interface SecretStepProps {
  readonly secret: string
  readonly address: string
  /** Called with the recovery codes once a code was right. */
  readonly onVerified: (codes: readonly string[]) => void
}

/** The secret as a picture and as text, and the first code that proves it arrived. */
export function SecretStep({ secret, address, onVerified }: SecretStepProps) {
  const t = useWords('access')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const verify = async (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{6}$/.test(code)) {
      setError(t('strong.code_form'))
      return
    }
    setBusy(true)
    try {
      const { message = '', recovery_codes: codes } = await api.call<typeof checkSecret>('PUT /user/check_secret', { body: { authentication_code: code } })
      toast.success(message)
      onVerified(codes)
    } catch (reason) {
      setError(failureText(reason))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Grid gap={20} align="start" className={styles.secret}>
      <div className={styles.qr}>
        <QRCodeSVG value={address} size={200} level="L" title={t('strong.qr')} />
      </div>
      <form className={styles.stack} noValidate onSubmit={(event) => void verify(event)}>
        <p>{t('strong.scan')}</p>
        <Row gap={8} align="center" wrap>
          <Text as="code" breaks size={12} className={styles.key}>
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Text>
          <Button size="sm" icon={<Copy size={14} aria-hidden />} onClick={() => void copyText(secret)}>
            {t('strong.copy_secret')}
          </Button>
        </Row>
        <TextInput
          label={t('strong.code')}
          error={error}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))
            setError(undefined)
          }}
        />
        <div>
          <Button type="submit" variant="primary" loading={busy}>
            {t('strong.verify')}
          </Button>
        </div>
      </form>
    </Grid>
  )
}
