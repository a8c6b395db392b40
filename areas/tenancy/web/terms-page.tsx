import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { readTerms } from '#areas/tenancy/contract/terms.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './tenancy.module.css'

/** The terms of use that hold here, with those that held before (ACC-75). */
export function Page() {
  const t = useWords('tenancy')
  const format = useFormat()
  const { lang } = useSession()
  const [version, setVersion] = useState<number>()
  const asked = version === undefined ? {} : { version }
  const terms = useQuery({
    queryKey: ['terms', lang, version ?? 'newest'],
    queryFn: ({ signal }) => api.call<typeof readTerms>('GET /user/cgu', { query: asked, signal }),
  })
  const shown = terms.data?.object

  if (terms.error)
    return (
      <Sheet>
        <ErrorState reason={terms.error} onRetry={() => void terms.refetch()} />
      </Sheet>
    )
  if (!terms.data)
    return (
      <Sheet>
        <SkeletonRows />
      </Sheet>
    )
  if (!shown)
    return (
      <Sheet>
        <EmptyState title={t('terms.none')} text={t('terms.none_text')} />
      </Sheet>
    )
  const download = () => void api.download('/user/cgu/download', { query: asked }).catch((reason: unknown) => toast.error(failureText(reason)))
  const newest = shown.versions[0]?.version
  return (
    <Sheet>
      <PageToolbar>
        <PageHeading
          title={`${t('terms.title')} · ${t('terms.version', { version: String(shown.version) })}`}
          text={shown.accepted_at ? t('terms.accepted_on', { day: format.date(shown.accepted_at) }) : shown.accepted ? '' : t('terms.not_accepted')}
        />
        {shown.versions.length > 1 ? (
          <Select
            aria-label={t('terms.versions')}
            options={shown.versions.map((each) => ({
              value: String(each.version),
              label: `${t('terms.version_of', { version: String(each.version), day: format.date(each.published_at) })}${each.version === newest ? ` · ${t('terms.current')}` : ''}`,
            }))}
            value={String(shown.version)}
            onChange={(value) => setVersion(value === null ? undefined : Number(value))}
          />
        ) : null}
        <Button icon={<Download size={14} aria-hidden />} onClick={download}>
          {t('terms.download')}
        </Button>
      </PageToolbar>
      <article className={css.text} lang={shown.lang}>
        {shown.lang === lang ? null : (
          <p className={css.note} lang={lang}>
            {t('terms.other_language')}
          </p>
        )}
        <Markdown text={shown.text} />
      </article>
    </Sheet>
  )
}
