import { Share2 } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { solution } from '#areas/catalog/contract/solution.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { AnswersTab } from './answers-tab.tsx'
import { LazyShareDialog, useIsCatalog } from './index.ts'

type Solution = RowOf<typeof solution>

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Measures' models: what can be done, before any perimeter has decided about it (CAT-05). */
export function Page() {
  const t = useWords('catalog')
  const panel = useMemo(() => ({ tabs: [{ value: 'answers', label: t('answers.title'), Content: AnswersTab }] }), [t])
  const shares = useIsCatalog()
  const maySee = useRight('shared_catalog.read')
  const [sharing, setSharing] = useState<Solution>()
  const rowActions = useMemo(
    (): readonly RowAction<Solution>[] =>
      shares ? [{ name: 'share', label: t('sharing.title'), icon: Share2, show: (row) => row.edit_right, run: setSharing }] : [],
    [shares, t],
  )
  const tools = maySee ? (
    <ButtonLink to={path('/admin/catalog/policies', { view: 'solution' })} icon={<Share2 size={14} aria-hidden />}>
      {t('sharing.from')}
    </ButtonLink>
  ) : null
  return (
    <>
      <ListPage entity={solution} defaults={defaults} panel={panel} rowActions={rowActions} tools={tools} />
      {sharing ? (
        <Suspense fallback={null}>
          <LazyShareDialog entity="solution" row={sharing} onClose={() => setSharing(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
