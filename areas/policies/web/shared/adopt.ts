import type { adoptModels, ModelKind, renewModel } from '#areas/catalog/contract/shared.ts'
import type { forkPolicy } from '#areas/policies/contract/calls.ts'
import type { renewPolicy } from '#areas/policies/contract/shared.ts'
import { api } from '#kit/web/api/client.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { throttled } from '#kit/web/resource/throttle.ts'
import { path } from '#kit/web/route.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { attempt } from '#areas/policies/web/attempt.ts'
import type { SharedKind } from './use-shared.ts'

/** Copies something shared, without asking; throws what the server refuses. */
export const copyShared = (kind: SharedKind, id: number) =>
  api.call<typeof forkPolicy>(kind === 'policy' ? 'POST /policy/fork' : (`POST /${kind}/fork` as 'POST /policy/fork'), { body: { id } })

/** Asks, then copies something shared into the own catalogue; `done` is told the copy. Throttled as copies are (TBL-22, TBL-23). */
export const adopt = throttled(1000, (kind: SharedKind, { id, name }: { readonly id: number; readonly name: string | null }, done: (copy: number) => void) => {
  void (async () => {
    const question = { title: translate('kit.confirm.fork'), message: name ?? '', confirm: translate('kit.yes'), cancel: translate('kit.no') }
    if (!(await confirm(question))) return
    const answer = await attempt(() => copyShared(kind, id))
    if (answer) done(answer.object.id)
  })()
})

/** Opens a draft of a copied policy with what its original says now. */
export async function renew(id: number, done: () => void): Promise<void> {
  const answer = await attempt(() => api.call<typeof renewPolicy>('POST /policy/{id}/renew', { params: { id } }))
  if (answer) done()
}

/** Copies a shared model with what belongs to it, after asking; what is there already is taken up again. */
export const adoptModel = throttled(
  1000,
  (entity: ModelKind, { id, name }: { readonly id: number; readonly name: string | null }, done: (copy: number) => void) => {
    void (async () => {
      const question = { title: translate('kit.confirm.fork'), message: name ?? '', confirm: translate('kit.yes'), cancel: translate('kit.no') }
      if (!(await confirm(question))) return
      const answer = await attempt(() => api.call<typeof adoptModels>('POST /shared/{entity}/adopt', { params: { entity }, body: { ids: [id] } }))
      const copy = answer?.objects.find((one) => one.asked)?.own
      if (copy) done(copy.id)
    })()
  },
)

/** Makes the own copy of a shared model say what the original says now. */
export const renewOwn = (entity: ModelKind, id: number) =>
  attempt(() => api.call<typeof renewModel>('POST /shared/{entity}/renew', { params: { entity }, body: { id } }))

const ownLists = {
  remediation_model: '/admin/catalog/actions',
  runtask_model: '/admin/catalog/runtasks',
  metric_model: '/admin/catalog/metrics',
  indicator_model: '/admin/catalog/indicators',
  solution: '/admin/catalog/measures',
  threat: '/admin/catalog/threats',
  supporting_asset_model: '/admin/risk_analysis_catalog/supporting-asset',
  business_value_model: '/admin/risk_analysis_catalog/business-value',
  risk_model: '/admin/risk_analysis_catalog/risks',
  mapping_set: '/admin/catalog/mapping_sets',
} as const
/** Where a policy that has just been copied is applied, and where anything copied stands. */
export const appliedNext = (id: number) => path('/org/policies/$id', { id }, { view: 'apply' })
export const ownPage = (kind: SharedKind, id: number) => (kind === 'policy' ? path('/org/policies/$id', { id }) : path(ownLists[kind], { id }))
