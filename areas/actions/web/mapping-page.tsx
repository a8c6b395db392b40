import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { ActionList } from './action-list.tsx'
import { PlanHeading } from './plan-heading.tsx'

/** The actions of a plan that concern no measure yet, to be tied to one (ACT-29). */
export function Page() {
  const t = useWords('actions')
  const { id } = useParams({ strict: false }) as { id: string }
  const fixed = useMemo(
    () => [
      { name: 'program', selected_options: [Number(id)] },
      { name: 'measure', selected_options: [null] },
    ],
    [id],
  )
  return (
    <ActionList key={id} list="unmapped_actions" fixed={fixed}>
      <PlanHeading id={id}>
        <p>{t('mapping.help')}</p>
      </PlanHeading>
    </ActionList>
  )
}
