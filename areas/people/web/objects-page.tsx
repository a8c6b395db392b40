import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { PageToolbar, Page as Sheet, Spring } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { AssignedList } from './assigned-list.tsx'
import { HandOverDialog, keyOf, useAssigned, type Whose } from './hand-over.tsx'

/** What a user or a group answers for, to be given to others, all of it or some (ADM-07 … ADM-09). */
export function ObjectsPage({ whose }: { readonly whose: Whose }) {
  const t = useWords('people')
  // Whoever belongs to the provider holds nothing there: objects are those of an organisation.
  return useSession().customer ? <Objects whose={whose} /> : <EmptyState title={t('assigned.outside')} text={t('assigned.outside_text')} />
}

function Objects({ whose }: { readonly whose: Whose }) {
  const t = useWords('people')
  const format = useFormat()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [giving, setGiving] = useState(false)
  const query = useAssigned(whose)
  if (query.error) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonRows count={12} />
  const { objects, limit } = query.data
  if (objects.length === 0)
    return (
      <EmptyState
        title={t(whose.holder === 'member' ? 'assigned.none' : 'assigned.none_of_group')}
        text={t(whose.holder === 'member' ? 'assigned.none_text' : 'assigned.none_of_group_text')}
      />
    )
  // All are chosen until some are left out: whoever comes here hands everything over.
  const chosen = objects.filter((one) => !left.has(keyOf(one)))
  const choose = (keys: readonly string[], on: boolean) =>
    setLeft((before) => {
      const next = new Set(before)
      for (const key of keys)
        if (on) next.delete(key)
        else next.add(key)
      return next
    })
  const done = () => {
    setGiving(false)
    setLeft(new Set())
  }
  return (
    <Sheet>
      <PageToolbar>
        <Checkbox
          label={t('assigned.all', { count: objects.length })}
          checked={chosen.length === objects.length}
          onChange={({ target }) => choose(objects.map(keyOf), target.checked)}
        />
        {objects.length >= limit ? <Text tone="soft">{t('assigned.first', { count: format.number(limit) })}</Text> : null}
        <Spring />
        <Button variant="primary" icon={<ArrowRightLeft size={14} strokeWidth={1.75} />} disabled={chosen.length === 0} onClick={() => setGiving(true)}>
          {t('assigned.give_some', { count: chosen.length })}
        </Button>
      </PageToolbar>
      <Box padX={16} padY={8} overflow="scrolled-down">
        <AssignedList under="page" objects={objects} chosen={new Set(chosen.map(keyOf))} onChoose={choose} />
      </Box>
      {giving ? <HandOverDialog whose={whose} objects={chosen} onClose={() => setGiving(false)} onDone={done} /> : null}
    </Sheet>
  )
}
