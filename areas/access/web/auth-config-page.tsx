import { useMemo } from 'react'
import { authConfig } from '#areas/access/contract/auth-config.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { AuthConfigTab } from './auth-config-tab.tsx'

export type AuthConfigRow = RowOf<typeof authConfig>

definePresentation(authConfig, { widths: { type: 140, sandbox: 110, domains: 220, certificate_expires_on: 200 } })

const warningDays = 30

/** How an identity provider's certificate stands: ended, about to end, or good. */
function certificateBadge(day: string, t: WordsOf<'access'>, format: Format) {
  const left = (Date.parse(day) - Date.now()) / 86_400_000
  const date = format.date(day)
  if (left < 0)
    return (
      <StatusBadge tone="bad" glyph="late">
        {t('auth_config.ended', { date })}
      </StatusBadge>
    )
  if (left < warningDays)
    return (
      <StatusBadge tone="warning" glyph="soon">
        {t('auth_config.ends_soon', { date })}
      </StatusBadge>
    )
  return (
    <StatusBadge tone="success" glyph="check">
      {t('auth_config.ends', { date })}
    </StatusBadge>
  )
}

const cellsOf = (t: WordsOf<'access'>, format: Format) => ({
  certificate_expires_on: ({ certificate_expires_on: day, type }: AuthConfigRow) => (day && type === 'SAML' ? certificateBadge(day, t, format) : null),
  domains: ({ domains, confirmed_domains: confirmed }: AuthConfigRow) => (
    <>
      {domains.map(({ id, domain }) => (
        <Tag key={id}>{confirmed?.includes((domain ?? '').toLowerCase()) ? `${domain} ✓` : domain}</Tag>
      ))}
    </>
  ),
})

/** The identity providers that vouch for people here (ADM-05). */
export function Page() {
  const t = useWords('access')
  const format = useFormat()
  const cells = useMemo(() => cellsOf(t, format), [t, format])
  const panel = useMemo(() => ({ comments: false, tabs: [{ value: 'service', label: t('auth_config.service'), Content: AuthConfigTab }] }), [t])
  return <ListPage entity={authConfig} cells={cells} panel={panel} />
}
