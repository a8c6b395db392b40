import { BadgeCheck, Link2, ListPlus } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { gap } from '#areas/gaps/contract/gap.ts'
import { gapRegister } from '#areas/gaps/contract/gap-register.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ListPageProps } from '#kit/web/resource/list-props.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useWorkList } from '#kit/web/work/use-work-list.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { GapHead } from './gap-head.tsx'
import { gapTransitions } from './presentation.tsx'

const ActionDialog = lazy(async () => ({ default: (await import('./gap-action-dialog.tsx')).GapActionDialog }))
const CheckDialog = lazy(async () => ({ default: (await import('./gap-check-dialog.tsx')).GapCheckDialog }))
const RisksDialog = lazy(async () => ({ default: (await import('./gap-risks-dialog.tsx')).GapRisksDialog }))

export type Gap = RowOf<typeof gap>

const groups = { entity: gapRegister }

interface GapListProps extends Partial<Omit<ListPageProps<typeof gap>, 'entity' | 'panel' | 'tabs'>> {
  readonly children?: ReactNode
}

/** Gaps as a list and a board: an action begins from one, and what was done about it is checked once it is closed. */
export function GapList(page: GapListProps) {
  const t = useWords('gaps')
  const mayAct = useRight('remediation.manage')
  const mayLink = useRight('risk.manage')
  const [asked, setAsked] = useState<{ readonly row: Gap; readonly what: 'act' | 'check' | 'risks' }>()
  const { tabs, board, rowActions, bulkActions, verbs, dialogs } = useWorkList(gap, gapTransitions)
  const panel = useMemo(
    (): PanelParts<Gap> => ({
      follow: true,
      header: (row) => <GapHead row={row} />,
      verbs: (row) => [
        ...verbs(row),
        ...(mayAct && row.edit_right && row.status !== 'CLOSE'
          ? [{ name: 'act', label: t('gap.add_action'), icon: ListPlus, run: () => setAsked({ row, what: 'act' as const }) }]
          : []),
        ...(mayLink ? [{ name: 'risks', label: t('gap.risks'), icon: Link2, run: () => setAsked({ row, what: 'risks' as const }) }] : []),
        ...(row.edit_right && row.status === 'CLOSE' && row.resolution_status === 'RESOLVED'
          ? [{ name: 'check', label: t('gap.check'), icon: BadgeCheck, run: () => setAsked({ row, what: 'check' as const }) }]
          : []),
      ],
    }),
    [t, mayAct, mayLink, verbs],
  )
  const close = () => setAsked(undefined)
  return (
    <>
      <ListPage entity={gap} {...page} tabs={tabs} views={{ board }} rowActions={rowActions} bulkActions={bulkActions} panel={panel} groups={groups} />
      {dialogs}
      <Suspense>
        {asked?.what === 'act' ? <ActionDialog row={asked.row} onClose={close} /> : null}
        {asked?.what === 'risks' ? <RisksDialog row={asked.row} onClose={close} /> : null}
        {asked?.what === 'check' ? <CheckDialog row={asked.row} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
