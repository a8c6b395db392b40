import { useLocation } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { useMemo } from 'react'
import { scale, scaleTypes, type ScaleType } from '#areas/scales/contract/scale.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { RowAction } from '#kit/web/table/columns.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { Details } from './details.tsx'
import { newScale } from './new-scale.ts'
import './presentation.tsx'

type Scale = RowOf<typeof scale>

const panel = { Details, comments: false }

/** The scales of one kind, which the address names. */
export function Page() {
  const last = useLocation({ select: ({ pathname }) => pathname.split('/').findLast(Boolean) })
  const type: ScaleType = scaleTypes.find((each) => each === last) ?? 'priority'
  const t = useWords('scales')
  const fixed = useMemo(() => [{ name: 'type', selected_options: [type] }], [type])
  const initial = useMemo(() => newScale(type), [type])
  const rowActions = useMemo(
    (): readonly RowAction<Scale>[] => [
      {
        name: 'make_default',
        label: t('editor.make_default'),
        icon: Star,
        show: (row) => row.edit_right && !row.is_default,
        run: (row) =>
          void updateRow(scale, row, { is_default: true }).then(
            () => toast.success(t('editor.made_default')),
            (reason: unknown) => toast.error(failureText(reason)),
          ),
      },
    ],
    [t],
  )
  return <ListPage key={type} entity={scale} list={`scale_${type}`} fixed={fixed} initial={initial} panel={panel} rowActions={rowActions} />
}
