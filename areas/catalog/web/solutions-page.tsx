import { useMemo } from 'react'
import { solution } from '#areas/catalog/contract/solution.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { AnswersTab } from './answers-tab.tsx'
import { useSharing } from './use-sharing.tsx'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Measures' models: what can be done, before any perimeter has decided about it (CAT-05). */
export function Page() {
  const t = useWords('catalog')
  const panel = useMemo(() => ({ tabs: [{ value: 'answers', label: t('answers.title'), Content: AnswersTab }] }), [t])
  const { rowActions, tools, dialog } = useSharing<RowOf<typeof solution>>('solution')
  return (
    <>
      <ListPage entity={solution} defaults={defaults} panel={panel} rowActions={rowActions} tools={tools} />
      {dialog}
    </>
  )
}
