import { Link } from '@tanstack/react-router'
import { CircleCheckBig, CircleSlash, ListPlus, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { measure } from '#areas/measures/contract/measure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { path } from '#kit/web/route.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { OwnView } from '#kit/web/resource/list-props.ts'
import type { PanelParts } from '#kit/web/resource/record-panel.tsx'
import type { RowAction } from '#kit/web/table/columns.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { BeneficiariesTab } from './beneficiaries-tab.tsx'
import { Details } from './details.tsx'
import { DiscardDialog, ResetDialog } from './decision-dialogs.tsx'
import { EfficiencyTab } from './efficiency-tab.tsx'
import { ImplementDialog, PlanDialog } from './fork-dialog.tsx'
import css from './measures.module.css'
import { MeasureStatus, type Measure } from './presentation.tsx'

interface MeasureListProps {
  readonly list: string
  readonly fixed?: readonly Filter[]
  readonly initial?: FormValues
  readonly views?: Readonly<Record<string, OwnView>>
  readonly children?: ReactNode
}

const dialogs = { implement: ImplementDialog, plan: PlanDialog, discard: DiscardDialog, reset: ResetDialog }
type Decision = keyof typeof dialogs
const icons = { implement: CircleCheckBig, plan: ListPlus, discard: CircleSlash, reset: RotateCcw }
const decisions: readonly Decision[] = ['implement', 'plan', 'discard', 'reset']

/** What may be decided about a measure as it stands (MEA-08). */
const applies = (row: Measure, decision: Decision) =>
  decision === 'reset' ? row.reset_right === true : row.edit_right && row.status !== 'IMPLEMENTED' && !(decision === 'discard' && row.decision === 'DISCARDED')

/** The measures of security bases with the decisions about them. */
export function MeasureList({ list, fixed, initial, views, children }: MeasureListProps) {
  const t = useWords('measures')
  const [asked, setAsked] = useState<{ decision: Decision; row: Measure }>()
  const rowActions = useMemo(
    () =>
      decisions.map((decision): RowAction<Measure> => ({
        name: decision,
        label: t(`do.${decision}`),
        icon: icons[decision],
        show: (row) => applies(row, decision),
        run: (row) => setAsked({ decision, row }),
      })),
    [t],
  )
  const panel = useMemo(
    (): PanelParts<Measure> => ({
      header: (row) => (
        <>
          <MeasureStatus row={row} />
          {row.edit_right ? null : <em className={css.refused}>{t('errors.no_edit')}</em>}
          {row.differences ? <Link to={path('/org/security_base/diff/$id', { id: row.id })}>{t('differences.open', { count: row.differences })}</Link> : null}
        </>
      ),
      Details,
      tabs: [
        { value: 'efficiency', label: t('tabs.efficiency'), Content: EfficiencyTab },
        {
          value: 'beneficiaries',
          label: t('tabs.beneficiaries'),
          count: (row) => row.beneficiaries?.length ?? 0,
          Content: BeneficiariesTab,
        },
      ],
      actions: (row) =>
        decisions
          .filter((decision) => applies(row, decision))
          .map((decision) => {
            const Icon = icons[decision]
            return (
              <IconButton key={decision} size="md" label={t(`do.${decision}`)} onClick={() => setAsked({ decision, row })}>
                <Icon size={15} strokeWidth={1.75} />
              </IconButton>
            )
          }),
    }),
    [t],
  )
  const Dialog = asked && dialogs[asked.decision]
  return (
    <>
      <ListPage
        entity={measure}
        list={list}
        rowActions={rowActions}
        panel={panel}
        {...(fixed ? { fixed } : {})}
        {...(initial ? { initial } : {})}
        {...(views ? { views } : {})}
      >
        {children}
      </ListPage>
      {Dialog ? <Dialog row={asked.row} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}
