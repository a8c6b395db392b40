import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import type { StatusLook } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import type { ScimEntry } from '#areas/scim/contract/calls.ts'
import { rolesIn } from './role-names.ts'
import { useEntries } from './scim-api.ts'
import css from './scim.module.css'

const looks: Readonly<Record<ScimEntry['state'], StatusLook>> = {
  DONE: { tone: 'success', glyph: 'check' },
  TRIED: { tone: 'neutral', glyph: 'dashed' },
  WAITING: { tone: 'warning', glyph: 'dots' },
  REFUSED: { tone: 'bad', glyph: 'cross' },
}

/** What came by the connection and what it did, in words; what changed nothing is not there. */
export function Log({ id }: { readonly id: number }) {
  const t = useWords('scim')
  const format = useFormat()
  const [shown, setShown] = useState<'all' | 'refused'>('all')
  const entries = useEntries(id, shown === 'refused')
  const rows = entries.data?.pages.flatMap(({ objects }) => objects)
  return (
    <Block
      title={t('log.title')}
      aside={
        <Segmented
          label={t('log.filter')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: t('log.all') },
            { value: 'refused', label: t('log.only') },
          ]}
        />
      }
    >
      {entries.error ? <ErrorState reason={entries.error} onRetry={() => void entries.refetch()} /> : null}
      {!rows && !entries.error ? <SkeletonRows count={6} /> : null}
      {rows?.length === 0 ? (
        <Text as="p" tone="quiet">
          {t(shown === 'refused' ? 'log.empty_refused' : 'log.empty')}
        </Text>
      ) : null}
      <ul>
        {rows?.map((entry) => (
          <Row as="li" className={css.entry} key={entry.id} edge="soft-above" padY={6}>
            <Text size={12} tone="quiet" figures>
              {format.dateTime(entry.at)}
            </Text>
            <code className={css.wide}>{`${entry.method} ${entry.target}`}</code>
            <span className={css.wide}>{sentences(entry, t).join(' · ')}</span>
            <StatusBadge {...looks[entry.state]}>
              {entry.times > 1 ? `${t(`log.states.${entry.state}`)}, ${t('log.times', { count: entry.times })}` : t(`log.states.${entry.state}`)}
            </StatusBadge>
          </Row>
        ))}
      </ul>
      {entries.hasNextPage ? (
        <Button loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          {t('log.more')}
        </Button>
      ) : null}
    </Block>
  )
}

/** Of an entry's steps shown by themselves. */
const most = 3

/** What an entry did, the first of it in words. */
function sentences({ steps, count }: ScimEntry, t: WordsOf<'scim'>): string[] {
  const said = steps
    .slice(0, most)
    .map(({ kind, name = '', email = '', group = '', detail = '', count: n = 0, ...more }) =>
      t(`log.kinds.${kind}`, { name, email, group, detail, count: n, roles: rolesIn(more, t) }),
    )
  const left = count - said.length
  return left > 0 ? [...said, t('log.and_others', { count: left })] : said
}
