import { Link2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { only } from '#kit/contract/figure.ts'
import { filtersOf } from '#kit/web/figure-link.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { ActionList } from './action-list.tsx'
import { PlanHeading } from './plan-heading.tsx'
import type { Action } from './presentation.tsx'
import { TieDialog } from './tie-dialog.tsx'

/** The actions of a plan that concern no measure yet, to be tied to one (ACT-29). */
export function Page() {
  const t = useWords('actions')
  const { id } = useParams<'/actions/$id/mapping'>()
  const fixed = useMemo(() => [only('program', Number(id)), ...filtersOf(actionFigures.without_measure)], [id])
  const [tied, setTied] = useState<Action>()
  const more = useMemo(
    (): readonly RowAction<Action>[] => [
      { name: 'tie', label: t('mapping.tie'), icon: Link2, quick: true, show: (row) => row.edit_right_regular && row.type === 'SIMPLE', run: setTied },
    ],
    [t],
  )
  return (
    <>
      <ActionList key={id} list="unmapped_actions" fixed={fixed} more={more}>
        <PlanHeading id={id}>
          <p>{t('mapping.help')}</p>
        </PlanHeading>
      </ActionList>
      {tied ? <TieDialog row={tied} onClose={() => setTied(undefined)} /> : null}
    </>
  )
}
