import { useQuery } from '@tanstack/react-query'
import { Check, ChevronRight, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { isAnswerable } from '#areas/campaigns/contract/evaluation.ts'
import type { AskedOutside, listAsked } from '#areas/campaigns/contract/outside-calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { OutsideFrame, OutsideHead } from './outside-frame.tsx'
import css from './outside.module.css'

/** All that somebody from outside finds: what is asked of them, first what they still owe. */
export function AskedPage({ onSignOut }: { readonly onSignOut: () => void }) {
  const t = useWords('campaigns')
  const { customer, name } = useSession()
  const asked = useQuery({
    queryKey: ['outside'],
    queryFn: async ({ signal }) => (await api.call<typeof listAsked>('GET /outside/evaluation', { signal })).objects,
  })
  const open = asked.data?.filter(({ status }) => isAnswerable(status)) ?? []
  const sent = asked.data?.filter(({ status }) => !isAnswerable(status)) ?? []
  return (
    <OutsideFrame>
      <OutsideHead onSignOut={onSignOut} />
      <Stack as="main" gap={16} full className={css.page} id="main">
        <h1>{t('outside.title')}</h1>
        <Text as="p" tone="quiet">
          {t('outside.of', { organisation: customer?.name ?? '' })} · {name}
        </Text>
        {asked.isPending ? <SkeletonRows count={3} /> : null}
        {asked.isError ? <ErrorState reason={asked.error} title={t('outside.failed')} onRetry={() => void asked.refetch()} /> : null}
        {asked.data?.length === 0 ? <EmptyState title={t('outside.none')} text={t('outside.none_text')} /> : null}
        <Section title={t('outside.to_answer')} rows={open} />
        <Section title={t('outside.sent')} rows={sent} />
        {asked.data && asked.data.length > 0 ? (
          <Text as="p" tone="quiet">
            {t('outside.ends')}
          </Text>
        ) : null}
      </Stack>
    </OutsideFrame>
  )
}

function Section({ title, rows }: { readonly title: string; readonly rows: readonly AskedOutside[] }) {
  const heading = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <Text as="h2" below={8} tone="soft" id={heading}>
        {title}
      </Text>
      <Stack as="ul" gap={8}>
        {rows.map((row) => (
          <li key={row.id}>
            <Asked row={row} />
          </li>
        ))}
      </Stack>
    </section>
  )
}

const inLanguage = (lang: string, en: string | null, fr: string | null) => (lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? ''

function Asked({ row }: { readonly row: AskedOutside }) {
  const t = useWords('campaigns')
  const lang = useLanguage()
  const { date, dateTime } = useFormat()
  const open = isAnswerable(row.status)
  const name = inLanguage(lang, row.campaign_en, row.campaign_fr)
  const begin = !open ? t('outside.read') : row.answered === 0 ? t('outside.begin') : t('outside.go_on')
  return (
    <Link to={path('/outside/$id', { id: row.id })} className={css.card}>
      <Stack as="span" grow gap={6} narrows tone="soft" className={css.words}>
        <Text as="strong" tone="plain" weight={600}>
          {name}
        </Text>
        <span>
          {inLanguage(lang, row.perimeter_en, row.perimeter_fr)}
          {open && row.due_date ? (
            <>
              {' · '}
              <Text as="b" tone="warn" weight={500} data-late={row.late || undefined}>
                {t(row.late ? 'outside.late' : 'outside.due', { date: date(row.due_date) })}
              </Text>
            </>
          ) : null}
          {!open && row.submitted_at ? ` · ${t('outside.sent_on', { date: dateTime(row.submitted_at) })}` : null}
        </span>
        {row.status === 'REJECTED' ? (
          <Row as="span" align="center" gap={6} tone="bad">
            <RotateCcw size={14} aria-hidden /> {t('outside.rejected')}
            {row.justification ? ` · ${row.justification}` : null}
          </Row>
        ) : null}
        {open ? (
          <>
            <progress value={row.answered} max={Math.max(1, row.asked)} aria-label={t('outside.progress', { answered: row.answered, asked: row.asked })} />
            <span>{t('outside.progress', { answered: row.answered, asked: row.asked })}</span>
          </>
        ) : (
          <Row as="span" align="center" gap={6} tone="ok">
            <Check size={14} aria-hidden /> {t(`outside.status.${row.status}`)}
          </Row>
        )}
        {row.contact ? <span>{t('outside.contact', { name: row.contact })}</span> : null}
      </Stack>
      <b>{begin}</b>
      <ChevronRight size={18} aria-hidden />
    </Link>
  )
}
