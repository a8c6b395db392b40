import { LayoutGrid } from 'lucide-react'
import { useMemo } from 'react'
import { useFromModel } from '#areas/catalog/web/index.ts'
import { indicator } from '#areas/indicators/contract/indicator.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { ListPage, type ViewContext } from '#kit/web/resource/list-page.tsx'
import type { ViewsOf } from '#kit/web/resource/list-props.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import type { Indicator } from './presentation.tsx'
import './presentation.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'

const CardsView = lazy(async () => ({ default: (await import('./cards-view.tsx')).CardsView }))
const ValuesTab = lazy(async () => ({ default: (await import('./values-tab.tsx')).ValuesTab }))

const Values = ({ row }: { readonly row: Indicator }) => (
  <Suspense fallback={<Skeleton height={420} />}>
    <ValuesTab key={row.id} row={row} />
  </Suspense>
)

const ofModel = {
  entity: 'indicator_model',
  right: 'indicator.write',
  fields: ['formula', 'periodicity', 'perimeter_aggregation', 'target_value'],
  // A model's unit is said in both languages, an indicator's is not.
  more: ({ nature, unit }: FormValues) => ({ type: nature, unit }),
} as const

/** The dashboard comes first; whoever chose the list keeps it. */
const defaults = { view: 'cards' } as const

/** What metrics add up to: as cards, as a table, and each with its values. */
export function IndicatorList() {
  const t = useWords('indicators')
  const panel = useMemo((): PanelParts<Indicator> => ({ wide: true, tabs: [{ value: 'values', label: t('tab'), first: true, Content: Values }] }), [t])
  const views = useMemo(
    () =>
      ({
        cards: {
          label: t('cards.title'),
          icon: LayoutGrid,
          render: ({ state, onOpen }: ViewContext) => (
            <Suspense fallback={<SkeletonRows />}>
              <CardsView state={state} onOpen={onOpen} />
            </Suspense>
          ),
        },
      }) satisfies ViewsOf<typeof indicator>,
    [t],
  )
  const { initial, tool, dialog } = useFromModel(ofModel)
  return (
    <>
      <ListPage entity={indicator} views={views} defaults={defaults} panel={panel} tools={tool} {...(initial && { initial })} />
      {dialog}
    </>
  )
}
