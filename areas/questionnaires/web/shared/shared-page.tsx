import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import type { listSharedQuestionnaires } from '#areas/questionnaires/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { SearchBox } from '#kit/web/resource/search-box.tsx'
import { path } from '#kit/web/route.ts'
import { matchesSearch } from '#kit/web/table/client-rows.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Page as Sheet, PageToolbar } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import css from './shared.module.css'

/** Questionnaires that the provider and the instance share: played before they are copied (CAT-10, QST-04). */
export function Page() {
  const t = useWords('questionnaires')
  const [search, setSearch] = useState('')
  const list = useQuery({
    queryKey: ['questionnaire', 'shared'],
    queryFn: ({ signal }) => api.call<typeof listSharedQuestionnaires>('GET /questionnaire/shared', { signal }),
    select: ({ objects }) => objects,
  })
  if (list.isError) return <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data?.filter(({ identifier, name, description }) => matchesSearch([identifier, name, description], search))
  return (
    <Sheet>
      <PageToolbar>
        <p className={css.lead}>{t('shared.lead')}</p>
        <SearchBox label={t('shared.search')} value={search} onChange={setSearch} />
      </PageToolbar>
      {rows === undefined ? <SkeletonRows /> : null}
      {list.data?.length === 0 ? <EmptyState title={t('shared.none')} text={t('shared.none_text')} /> : null}
      {list.data && list.data.length > 0 && rows?.length === 0 ? <EmptyState title={t('shared.no_match')} /> : null}
      <Grid as="ul" gap={12} overflow="scrolled-down" className={css.cards}>
        {rows?.map((row) => (
          <li key={row.id}>
            <Link to={path('/admin/catalog/questionnaires/$id', { id: row.id })} className={css.card}>
              <span className={css.identifier}>{row.identifier}</span>
              <h2>{row.name}</h2>
              <p>{row.description}</p>
              <footer>
                <span>{t(`entities.questionnaire.choices.usage.${row.usage}`)}</span>
                <span>{t('shared.questions', { count: row.questions })}</span>
                {row.own ? (
                  <Row as="span" inline align="center" gap={5}>
                    <Share2 size={13} aria-hidden />
                    {t(row.changed ? 'shared.changed' : 'shared.own', { identifier: row.own.identifier ?? row.own.name ?? '' })}
                  </Row>
                ) : null}
              </footer>
            </Link>
          </li>
        ))}
      </Grid>
    </Sheet>
  )
}
