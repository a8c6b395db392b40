import { Check, ClipboardCheck, X } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { occurrence } from '#areas/runbooks/contract/occurrence.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { ListPageProps } from '#kit/web/resource/list-props.ts'
import { lentPart } from '#kit/web/lent-part.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { Verb } from '#kit/web/resource/verbs.tsx'
import type { RowAction } from '#kit/web/table/columns.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useWorkList } from '#kit/web/work/use-work-list.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Occurrence } from './occurrence-api.ts'
import { occurrenceTransitions } from './presentation.tsx'

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))
const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog.tsx')).DecideDialog }))

const ValuesTab = lazy(async () => ({ default: (await import('./value-fields.tsx')).ValuesTab }))

type Step = 'answer' | 'approve' | 'reject'
const icons = { answer: ClipboardCheck, approve: Check, reject: X }

const isAnswerable = ({ status, edit_right, period_start }: Occurrence) =>
  edit_right && (status === 'TO_DO' || status === 'REJECTED') && (period_start ?? '') <= dayOf()

const may: Record<Step, (row: Occurrence) => boolean> = {
  answer: isAnswerable,
  approve: ({ decide_right }) => decide_right,
  reject: ({ decide_right }) => decide_right,
}

interface OccurrenceListProps extends Partial<Omit<ListPageProps<typeof occurrence>, 'entity' | 'panel' | 'tabs'>> {
  readonly children?: ReactNode
}

/** Occurrences with what may be done about each: answering, and deciding about what was answered. */
export function OccurrenceList({ views, ...page }: OccurrenceListProps) {
  const t = useWords('runbooks')
  const { tabs, rowActions: moves, verbs: moving, bulkActions, dialogs } = useWorkList(occurrence, occurrenceTransitions)
  const [asked, setAsked] = useState<{ readonly step: Step; readonly row: Occurrence }>()
  const steps = useMemo(
    () =>
      (Object.keys(may) as Step[]).map((name): RowAction<Occurrence> & { readonly icon: typeof Check } => ({
        name,
        label: t(`answering.${name}`),
        icon: icons[name],
        show: may[name],
        run: (row) => setAsked({ step: name, row }),
      })),
    [t],
  )
  const panel = useMemo(
    (): PanelParts<Occurrence> => ({
      tabs: [
        { value: 'values', label: t('values.title'), show: ({ metrics }) => (metrics ?? 0) > 0, Content: ValuesTab },
        { value: 'ticket', label: t('entities.occurrence.fields.external_status'), show: ({ external_status: status }) => status !== null, Content: TicketTab },
      ],
      verbs: (row) => [
        ...steps
          .filter(({ show }) => show?.(row))
          .map(({ name, label, icon, run }): Verb => ({ name, label, icon, primary: name !== 'reject', run: () => run(row) })),
        ...moving(row).map((verb) => ({ ...verb, primary: false })),
      ],
    }),
    [steps, moving, t],
  )
  const close = () => setAsked(undefined)
  return (
    <>
      <ListPage {...page} entity={occurrence} tabs={tabs} {...(views && { views })} rowActions={[...steps, ...moves]} panel={panel} bulkActions={bulkActions} />
      {dialogs}
      {asked ? (
        <Suspense>
          {asked.step === 'answer' ? <AnswerDialog row={asked.row} onClose={close} /> : <DecideDialog row={asked.row} decision={asked.step} onClose={close} />}
        </Suspense>
      ) : null}
    </>
  )
}

const Ticket = lentPart<{ readonly kind: 'occurrence'; readonly id: number; readonly name: string; readonly identifier: null }>('ticket')
const nothing = () => {}

const TicketTab = ({ row }: { readonly row: Occurrence }) => (
  <Suspense fallback={null}>
    <Ticket kind="occurrence" id={row.id} name={row.name ?? ''} identifier={null} onDone={nothing} />
  </Suspense>
)
