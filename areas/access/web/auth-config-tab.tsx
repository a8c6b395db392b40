import { useQuery } from '@tanstack/react-query'
import { Check, Copy, PlugZap } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import {
  authConfig,
  type confirmDomain,
  type serviceValues,
  type ServiceValues,
  type setClientSecret,
  type testAuthConfig,
} from '#areas/access/contract/auth-config.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { PasswordInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { copyText } from './copy-text.ts'
import styles from './auth-config.module.css'

type ConfigRow = RowOf<typeof authConfig>

/** Does something to a configuration on the server and says how it went. */
async function run(work: () => Promise<{ message?: string }>): Promise<boolean> {
  try {
    const { message = '' } = await work()
    toast.success(message)
    await renewed()
    return true
  } catch (reason) {
    toast.error(failureText(reason))
    return false
  }
}

/** What surrounds a configuration: the values to copy, the secret, the domains, and whether the provider answers. */
export function AuthConfigTab({ row }: { readonly row: ConfigRow }) {
  const t = useWords('access')
  return (
    <Stack gap={24} className={styles.tab}>
      <Stack as="section" gap={10}>
        <Text as="h3" size={13} line={20} weight={600}>
          {t('auth_config.service')}
        </Text>
        <p>{t('auth_config.service_text')}</p>
        <Values row={row} />
        {row.edit_right ? <Test row={row} /> : null}
      </Stack>
      {row.type === 'OIDC' ? <Secret row={row} /> : null}
      <Domains row={row} />
    </Stack>
  )
}

const shownFor = { SAML: ['entity_id', 'acs_url', 'metadata_url', 'start_url'], OIDC: ['redirect_uri', 'start_url'] } as const satisfies Record<
  string,
  readonly (keyof ServiceValues)[]
>

function Values({ row }: { readonly row: ConfigRow }) {
  const t = useWords('access')
  const values = useQuery({
    queryKey: [authConfig.name, 'service', row.id],
    queryFn: () => api.call<typeof serviceValues>('GET /auth_config/{id}/service', { params: { id: row.id } }),
  })
  if (values.error) return <ErrorState reason={values.error} onRetry={() => void values.refetch()} />
  if (!values.data) return <SkeletonRows count={3} />
  const { object } = values.data
  return (
    <Stack as="dl" gap={10} className={styles.values}>
      {shownFor[row.type ?? 'SAML'].map((name) => (
        <div key={name}>
          <Text as="dt" tone="soft" size={12}>
            {t(`auth_config.${name}`)}
          </Text>
          <Row as="dd" align="center" spread="between" gap={8}>
            <Text as="code" breaks size={12}>
              {object[name]}
            </Text>
            <IconButton label={t('auth_config.copy_of', { what: t(`auth_config.${name}`) })} onClick={() => void copyText(object[name])}>
              <Copy size={14} aria-hidden />
            </IconButton>
          </Row>
          {name === 'start_url' ? (
            <Row as="dd" align="center" spread="between" gap={8} className={styles.hint}>
              {t('auth_config.start_text')}
            </Row>
          ) : null}
        </div>
      ))}
    </Stack>
  )
}

function Test({ row }: { readonly row: ConfigRow }) {
  const t = useWords('access')
  const [busy, setBusy] = useState(false)
  const [entity, setEntity] = useState<string>()
  const test = async () => {
    setBusy(true)
    setEntity(undefined)
    await run(async () => {
      const answer = await api.call<typeof testAuthConfig>('POST /auth_config/{id}/test', { params: { id: row.id } })
      setEntity(answer.object.entity_id)
      return answer
    })
    setBusy(false)
  }
  return (
    <Row wrap align="center" gap={8} breaks>
      <Button icon={<PlugZap size={14} aria-hidden />} loading={busy} onClick={() => void test()}>
        {t('auth_config.test')}
      </Button>
      <span role="status">{entity ? t('auth_config.test_entity', { entity }) : null}</span>
    </Row>
  )
}

function Secret({ row }: { readonly row: ConfigRow }) {
  const t = useWords('access')
  const [secret, setSecret] = useState('')
  const [busy, setBusy] = useState(false)
  const keep = async (client_secret: string | null) => {
    setBusy(true)
    if (await run(() => api.call<typeof setClientSecret>('PUT /auth_config/{id}/secret', { params: { id: row.id }, body: { client_secret } }))) setSecret('')
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (secret) void keep(secret)
  }
  return (
    <Stack as="section" gap={10}>
      <Text as="h3" size={13} line={20} weight={600}>
        {t('auth_config.secret')}
      </Text>
      <p>{t(row.client_secret_set ? 'auth_config.secret_set' : 'auth_config.secret_unset')}</p>
      {row.edit_right ? (
        <Stack as="form" gap={10} onSubmit={submit}>
          <PasswordInput
            label={t('auth_config.secret_new')}
            autoComplete="off"
            maxLength={1024}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Row wrap align="center" gap={8} breaks>
            <Button type="submit" variant="primary" disabled={!secret} loading={busy}>
              {t('auth_config.secret_keep')}
            </Button>
            {row.client_secret_set ? (
              <Button disabled={busy} onClick={() => void keep(null)}>
                {t('auth_config.secret_forget')}
              </Button>
            ) : null}
          </Row>
        </Stack>
      ) : null}
    </Stack>
  )
}

function Domains({ row }: { readonly row: ConfigRow }) {
  const t = useWords('access')
  const staff = useSession().admin_type === 'ROOT'
  const confirmed = new Set(row.confirmed_domains)
  const change = (domain: string, to: boolean) =>
    run(() => api.call<typeof confirmDomain>('PUT /auth_config/{id}/domain', { params: { id: row.id }, body: { domain, confirmed: to } }))
  return (
    <Stack as="section" gap={10}>
      <Text as="h3" size={13} line={20} weight={600}>
        {t('auth_config.domains')}
      </Text>
      <p>{t('auth_config.domains_text')}</p>
      {staff ? null : <p className={styles.hint}>{t('auth_config.domains_wait')}</p>}
      {row.domains.length === 0 ? <p className={styles.hint}>{t('auth_config.domains_none')}</p> : null}
      <Stack as="ul" gap={8} className={styles.domains}>
        {row.domains.map(({ id, domain }) => {
          const name = (domain ?? '').toLowerCase()
          const done = confirmed.has(name)
          return (
            <Row as="li" wrap align="center" gap={10} key={id}>
              <span>{domain}</span>
              <StatusBadge tone={done ? 'success' : 'warning'} glyph={done ? 'check' : 'pause'}>
                {t(done ? 'auth_config.confirmed' : 'auth_config.unconfirmed')}
              </StatusBadge>
              {staff && row.edit_right ? (
                <Button
                  size="sm"
                  aria-label={t(done ? 'auth_config.withdraw_of' : 'auth_config.confirm_of', { domain: name })}
                  icon={done ? undefined : <Check size={14} aria-hidden />}
                  onClick={() => void change(name, !done)}
                >
                  {t(done ? 'auth_config.withdraw' : 'auth_config.confirm')}
                </Button>
              ) : null}
            </Row>
          )
        })}
      </Stack>
    </Stack>
  )
}
