import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import type { ConnectorDefinition, ConnectorJob } from '#areas/connectors/contract/calls.ts'
import css from './connectors.module.css'

/** What a definition says in the reader's language. */
export function useSaid(): (text: { readonly en: string; readonly fr: string }) => string {
  const { language } = useFormat()
  return (text) => text[language]
}

/** Two letters in place of a logo. */
export const Mark = ({ mark, large = false }: { readonly mark: string; readonly large?: boolean }) => (
  <span className={css.mark} data-large={large || undefined} aria-hidden>
    {mark}
  </span>
)

export function RunStatus({ status }: { readonly status: ConnectorJob['status'] }) {
  const t = useWords('connectors')
  return <StatusBadge {...lookOf(status, 'customer_connector.last_status')}>{t(`statuses.${status}`)}</StatusBadge>
}

const reasons = ['refused', 'unreachable', 'busy', 'unexpected', 'gone', 'too_large', 'cut_off', 'not_offered', 'worker', 'worker_away', 'quota'] as const

/** Why something failed, as a sentence without its end. */
export function useReason(): (error: string | null) => string {
  const t = useWords('connectors')
  return (error) => {
    const known = reasons.find((one) => one === error)
    return t(`reasons.${known ?? 'unexpected'}`)
  }
}

/** What a run brought, in the few words of a list. */
export function useBrought(): (counts: Readonly<Record<string, number>> | null) => string {
  const t = useWords('connectors')
  return (counts) => {
    const { values, different, findings, fresh, gone, known, kept, made, taken, sent } = counts ?? {}
    return [
      values === undefined ? '' : t('pages_of.values', { count: values, changed: different ?? 0 }),
      findings === undefined ? '' : t('pages_of.findings', { count: findings, fresh: fresh ?? 0, gone: gone ?? 0 }),
      known === undefined ? '' : t('pages_of.known', { count: kept ?? 0 }),
      made === undefined || taken === undefined ? '' : t('pages_of.told', { made, taken, sent: sent ?? 0 }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** How long what it brought still counts: the bar is the time that is left. */
export function Fresh({ good, until }: { readonly good: string | null; readonly until: string | null }) {
  const t = useWords('connectors')
  const format = useFormat()
  // As of when the page was opened: nobody looks at it for a day.
  const [now] = useState(() => Date.now())
  if (good === null || until === null) return <Text tone="quiet">{t('pages_of.never')}</Text>
  const [from, to] = [Date.parse(good), Date.parse(until)]
  const left = Math.max(0, Math.min(1, (to - now) / Math.max(1, to - from)))
  return (
    <>
      <span className={css.fresh} data-state={left === 0 ? 'over' : left < 0.2 ? 'near' : undefined} aria-hidden>
        <span style={{ width: `${Math.max(2, left * 100)}%` }} />
      </span>
      <Text size={12} tone={left === 0 ? 'bad' : 'quiet'} figures>
        {left === 0 ? t('pages_of.stale_since', { at: format.dateTime(until) }) : format.dateTime(until)}
      </Text>
    </>
  )
}

/** What it reads and why, and what it never does. */
export function Reads({ definition }: { readonly definition: ConnectorDefinition }) {
  const t = useWords('connectors')
  const said = useSaid()
  return (
    <section aria-label={t('pages_of.reads')}>
      <Text as="h3" size={13} weight={600} below={6}>
        {t('pages_of.reads')}
      </Text>
      <ul>
        {definition.reads.map(({ what, why }) => (
          <li key={what.en}>
            <Text as="p" weight={500}>
              {said(what)}
            </Text>
            <Text as="p" size={12} tone="quiet" below={8}>
              {said(why)}
            </Text>
          </li>
        ))}
        <li>
          <Text as="p" size={12} tone="soft" below={8}>
            {said(definition.never)}
          </Text>
        </li>
      </ul>
    </section>
  )
}
