import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { failureText } from '#kit/web/api/client.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import type { ShownDashboard } from '#areas/reporting/contract/calls.ts'
import type { SharedLink } from '#areas/reporting/contract/share.ts'
import { makeLink, takeBack, useLinks } from '#areas/reporting/web/reporting-api.ts'
import css from './share.module.css'

interface ShareProps {
  readonly dashboard: ShownDashboard
  readonly number: number
  readonly onClose: () => void
}

/** Makes a link for people without an account, shows it once, and lists those that there are. */
export function ShareDialog({ dashboard, number, onClose }: ShareProps) {
  const t = useWords('reporting')
  const [made, setMade] = useState<string>()
  const { data: links } = useLinks(dashboard.id)
  return (
    <Modal title={t('share.title', { name: dashboard.name })} size="md" sheet onClose={onClose} footer={<CancelButton label={t('share.done')} />}>
      <Text as="p" tone="soft" below={12}>
        {t('share.what', { number })}
      </Text>
      {!dashboard.share_right ? (
        <Text as="p" tone="quiet">
          {t('errors.share_reach')}
        </Text>
      ) : made === undefined ? (
        <LinkForm id={dashboard.id} onMade={setMade} />
      ) : (
        <Made url={made} />
      )}
      <Text as="h3" size={13} weight={600} above={20} below={6}>
        {t('share.links')}
      </Text>
      {links && links.length > 0 ? (
        <ul className={css.links}>
          {links.map((link) => (
            <LinkLine key={link.id} link={link} />
          ))}
        </ul>
      ) : (
        <Text as="p" tone="quiet">
          {t('share.none')}
        </Text>
      )}
    </Modal>
  )
}

function LinkForm({ id, onMade }: { readonly id: number; readonly onMade: (url: string) => void }) {
  const t = useWords('reporting')
  const [name, setName] = useState('')
  const [until, setUntil] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [networks, setNetworks] = useState('')
  const { errorOf, remainder, form, busy, save } = useSaving({ above: true })
  const submit = () =>
    save(async () => {
      const { message, object } = await makeLink(id, {
        name: name.trim() || null,
        code: code.trim() || null,
        networks: networks.split(/[\s,;]+/).filter(Boolean),
        ...(until === null ? {} : { expires_at: until }),
      })
      onMade(object.url)
      return message
    })
  const failure = remainder()
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap={12}>
        {failure === undefined ? null : (
          <Text as="p" role="alert" tone="bad">
            {failure}
          </Text>
        )}
        <TextInput
          label={t('share.name')}
          help={t('share.name_help')}
          value={name}
          maxLength={128}
          onChange={(event) => setName(event.target.value)}
          error={errorOf('name')}
        />
        <DateInput label={t('share.until')} error={errorOf('expires_at')} min={dayOf()} clearable value={until} onChange={setUntil} />
        <TextInput
          label={t('share.code')}
          help={t('share.code_help')}
          value={code}
          maxLength={32}
          autoComplete="off"
          onChange={(event) => setCode(event.target.value)}
          error={errorOf('code')}
        />
        <TextArea
          label={t('share.networks')}
          help={t('share.networks_help')}
          rows={2}
          value={networks}
          onChange={(event) => setNetworks(event.target.value)}
          error={errorOf('networks')}
        />
        <Row spread="last">
          <Button type="submit" variant="primary" loading={busy}>
            {t('share.create')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

/** The address, told once, to copy or to hand over as a picture. */
function Made({ url }: { readonly url: string }) {
  const t = useWords('reporting')
  const copy = () => void navigator.clipboard.writeText(url).then(() => toast.success(t('share.copied')))
  return (
    <Stack gap={12} className={css.made}>
      <Text as="p" role="status" weight={550}>
        {t('share.created')}
      </Text>
      <Row gap={8} align="center">
        <input readOnly className={css.url} aria-label={t('share.copy')} value={url} onFocus={(event) => event.target.select()} />
        <Button variant="primary" icon={<Copy size={14} aria-hidden />} onClick={copy}>
          {t('share.copy')}
        </Button>
      </Row>
      <div className={css.code}>
        <QRCodeSVG value={url} size={152} marginSize={2} title={t('share.qr')} />
      </div>
    </Stack>
  )
}

function LinkLine({ link }: { readonly link: SharedLink }) {
  const t = useWords('reporting')
  const format = useFormat()
  const revoke = async () => {
    if (!(await confirm({ title: t('share.revoke_question'), message: t('share.revoke_text'), confirm: t('share.revoke'), danger: true }))) return
    await takeBack(link.id).then(toast.success, (reason: unknown) => toast.error(failureText(reason)))
  }
  const facts = [
    t('viewer.version', { number: link.version }),
    t('share.until_day', { day: format.date(link.expires_at) }),
    ...(link.has_code ? [t('share.with_code')] : []),
    ...(link.networks.length > 0 ? [t('share.of_networks', { count: link.networks.length })] : []),
    t('share.openings', { count: link.openings }),
    ...(link.last_at ? [t('share.last', { at: format.dateTime(link.last_at) })] : []),
  ]
  return (
    <Row as="li" align="center" gap={8} edge="soft-below" padY={8}>
      <div className={css.link}>
        <Text as="p" weight={550}>
          {link.name ?? link.created_by ?? '–'}{' '}
          {link.state === 'OPEN' ? null : (
            <Text size={12} tone="bad">
              {t(`share.states.${link.state}`)}
            </Text>
          )}
        </Text>
        <Text as="p" size={12} tone="quiet">
          {facts.join(' · ')}
        </Text>
      </div>
      {link.state === 'OPEN' ? (
        <Button size="sm" variant="danger" onClick={() => void revoke()}>
          {t('share.revoke')}
        </Button>
      ) : null}
    </Row>
  )
}
