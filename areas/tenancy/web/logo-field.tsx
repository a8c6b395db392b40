import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { maxOrganisationLogoBytes, type removeOrganisationLogo } from '#areas/tenancy/contract/organisation-settings.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { refreshSession } from '#kit/web/api/refresh-session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import css from './tenancy.module.css'

interface LogoFieldProps {
  /** Where it is shown from; null: none. */
  readonly logo: string | null
  readonly editable?: boolean
  /** Told once it is another, or gone. */
  readonly onChange: () => void
}

/** The logo of the organisation: taken and shown at once, since a picture is not part of any form (FIL-19). */
export function LogoField({ logo, editable = true, onChange }: LogoFieldProps) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<string>, undo?: () => void) => {
    setBusy(true)
    try {
      const message = await work()
      toast.success(message, undo ? { action: { label: kit('actions.undo'), run: undo } } : {})
      await refreshSession()
      onChange()
    } catch (reason) {
      toast.error((reason instanceof ApiError && reason.errors['file']?.[0]) || failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File, confirmation?: string) =>
    run(async () => {
      const { message = '' } = await api.upload<{ message?: string; object: unknown }>('/organisation/logo', file)
      return confirmation ?? message
    })
  const remove = async (shown: string) => {
    // Kept here for as long as its removal can be undone: the server forgets it at once.
    const previous = await api.read(shown.replace(/^\/api/, '')).catch(() => null)
    await run(
      async () => {
        await api.call<typeof removeOrganisationLogo>('DELETE /organisation/logo')
        return t('settings.logo_removed')
      },
      previous ? () => void upload(new File([previous], 'logo', { type: previous.type }), t('settings.logo_back')) : undefined,
    )
  }
  return (
    <Stack gap={12}>
      {logo ? (
        <Row gap={8} align="center" wrap>
          <img className={css.thumb} src={logo} alt={t('settings.logo')} />
          {editable ? (
            <Button icon={<Trash2 size={14} aria-hidden />} loading={busy} onClick={() => void remove(logo)}>
              {t('settings.remove_logo')}
            </Button>
          ) : null}
        </Row>
      ) : null}
      {editable ? (
        <FileDrop
          accept=".png,.jpg,.jpeg,.webp"
          wrongType={t('errors.picture')}
          maxBytes={maxOrganisationLogoBytes}
          single
          disabled={busy}
          onFiles={([file]) => {
            if (file) void upload(file)
          }}
        />
      ) : null}
      {!logo && !editable ? <p className={css.note}>{t('settings.no_logo')}</p> : null}
    </Stack>
  )
}
