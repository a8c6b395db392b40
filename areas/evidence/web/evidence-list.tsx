import { CalendarClock, CalendarPlus, CalendarX2, ChartColumn, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { evidence } from '#areas/evidence/contract/evidence.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { ViewContext, ViewsOf } from '#kit/web/resource/list-props.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Overview } from './overview.tsx'
import type { Evidence } from './presentation.tsx'
import { RecordHead } from './record-head.tsx'
import { Revisions } from './revisions.tsx'

const ExtendDialog = lazy(async () => ({ default: (await import('./extend-dialog.tsx')).ExtendDialog }))
const RevisionDialog = lazy(async () => ({ default: (await import('./revision-dialog.tsx')).RevisionDialog }))

const EvidenceStats = lazy(async () => ({ default: (await import('./evidence-stats.tsx')).EvidenceStats }))
const Expiry = lazy(async () => ({ default: (await import('./evidence-stats.tsx')).Expiry }))

const tabs = { by: 'state', counts: '/evidence/counts' } as const

/** What shows that something is so, by how long it still does. */
export function EvidenceList({ list }: { readonly list: string }) {
  const t = useWords('evidence')
  const [asked, setAsked] = useState<{ readonly row: Evidence; readonly what: 'add' | 'extend' | 'end' }>()
  const panel = useMemo(
    (): PanelParts<Evidence> => ({
      header: (row) => <RecordHead row={row} />,
      tabs: [
        { value: 'overview', label: t('tabs.overview'), first: true, past: true, Content: Overview },
        { value: 'revisions', label: t('tabs.revisions'), count: (row) => row.revision ?? 0, past: true, Content: Revisions },
      ],
      verbs: (row) =>
        row.edit_right
          ? [
              { name: 'add', label: t('panel.add'), icon: Upload, primary: true, letter: 'r', run: () => setAsked({ row, what: 'add' }) },
              { name: 'extend', label: t('panel.extend'), icon: CalendarPlus, letter: 'x', run: () => setAsked({ row, what: 'extend' }) },
              ...(row.state === 'EXPIRED'
                ? []
                : [{ name: 'end', label: t('panel.end'), icon: CalendarX2, run: () => setAsked({ row, what: 'end' as const }) }]),
            ]
          : [],
    }),
    [t],
  )
  const views = useMemo(
    () =>
      ({
        expiry: {
          label: t('stats.expiry'),
          icon: CalendarClock,
          past: true,
          render: (context: ViewContext) => (
            <Suspense fallback={<SkeletonRows />}>
              <Expiry {...context} />
            </Suspense>
          ),
        },
        stats: {
          label: t('stats.title'),
          icon: ChartColumn,
          past: true,
          render: (context: ViewContext) => (
            <Suspense fallback={<SkeletonRows />}>
              <EvidenceStats {...context} />
            </Suspense>
          ),
        },
      }) satisfies ViewsOf<typeof evidence>,
    [t],
  )
  const close = () => setAsked(undefined)
  return (
    <>
      <ListPage entity={evidence} list={list} tabs={tabs} views={views} panel={panel} />
      <Suspense>
        {asked?.what === 'extend' || asked?.what === 'end' ? <ExtendDialog row={asked.row} ending={asked.what === 'end'} onClose={close} /> : null}
        {asked?.what === 'add' ? <RevisionDialog row={asked.row} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
