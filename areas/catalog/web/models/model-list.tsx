import { CirclePlus } from 'lucide-react'
import { useMemo, type ComponentProps } from 'react'
import type { Right } from '#kit/contract/right.ts'
import type { Entity, RowOf } from '#kit/contract/entity.ts'
import type { businessValueModel } from '#areas/catalog/contract/business-value-model.ts'
import type { indicatorModel } from '#areas/catalog/contract/indicator-model.ts'
import type { metricModel } from '#areas/catalog/contract/metric-model.ts'
import type { remediationModel } from '#areas/catalog/contract/remediation-model.ts'
import type { riskModel } from '#areas/catalog/contract/risk-model.ts'
import type { runtaskModel } from '#areas/catalog/contract/runtask-model.ts'
import type { supportingAssetModel } from '#areas/catalog/contract/supporting-asset-model.ts'
import type { threat } from '#areas/catalog/contract/threat.ts'
import { useSharing } from '#areas/catalog/web/use-sharing.tsx'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { type ListPath, path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }
type AnyModel =
  | typeof businessValueModel
  | typeof indicatorModel
  | typeof metricModel
  | typeof remediationModel
  | typeof riskModel
  | typeof runtaskModel
  | typeof supportingAssetModel
  | typeof threat

interface ModelListProps<E extends AnyModel> {
  readonly entity: E & Entity
  /** Where something is made of such a model, and the right to make it. */
  readonly made?: { readonly at: ListPath; readonly right: Right }
  /** What leads on from an empty list. */
  readonly way?: ComponentProps<typeof ListPage>['way']
}

/** The own models of a kind: added, changed, shared from a catalog, and used. */
export function ModelList<E extends AnyModel>({ entity, made, way }: ModelListProps<E>) {
  const t = useWords('catalog')
  const navigate = useNavigate()
  const mayMake = useRight(made?.right ?? 'none.none')
  const { rowActions, tools, dialog } = useSharing<RowOf<E>>(entity.name)
  const actions = useMemo(
    (): readonly RowAction<RowOf<E>>[] => [
      ...(made && mayMake
        ? [
            {
              name: 'use',
              label: t('models.use'),
              icon: CirclePlus,
              show: (row: RowOf<E>) => !row.archived,
              run: (row: RowOf<E>) => void navigate({ to: path(made.at, { model: row.id }) }),
            },
          ]
        : []),
      ...rowActions,
    ],
    [made, mayMake, rowActions, t, navigate],
  )
  return (
    <>
      <ListPage entity={entity} defaults={defaults} rowActions={actions} tools={tools} {...(way && { way })} />
      {dialog}
    </>
  )
}
