import type { RowOf } from '#kit/contract/entity.ts'
import { api } from '#kit/web/api/client.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import type { worker } from '#areas/connectors/contract/worker.ts'
import type { makeWorker, renewWorker, revokeWorker } from '#areas/connectors/contract/workers.ts'
import { told } from './told.ts'

export type Worker = RowOf<typeof worker>

export const lasts = ({ state }: Worker) => state !== 'REVOKED'
export const makeOne = (name: string) => api.call<typeof makeWorker>('POST /worker', { body: { name }, once: false })
export const renewOne = ({ id }: Worker) => told(api.call<typeof renewWorker>('POST /worker/{id}/renew', { params: { id }, body: {} }))

export async function revokeOne({ id, name }: Worker, t: WordsOf<'connectors'>): Promise<void> {
  const asked = {
    title: t('workers.revoke_question'),
    message: t('workers.revoke_text'),
    names: [name ?? ''],
    count: 1,
    confirm: t('workers.revoke'),
    danger: true,
  }
  if (await confirm(asked)) await told(api.call<typeof revokeWorker>('POST /worker/{id}/revoke', { params: { id }, body: {} }))
}
