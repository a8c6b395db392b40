import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { memberSource, wired, type EvaluationSource } from '#areas/campaigns/web/answer/source.ts'
import type { saveAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import type { sendProof } from '#areas/campaigns/contract/outside-calls.ts'
import { api } from '#kit/web/api/client.ts'

/** Nothing tells a guest that somebody else has answered: they look anew this often, in milliseconds. */
const lookAgain = 30_000

/** An evaluation as people from outside answer it: nothing stands beside what is asked, and files are theirs. */
export function outsideSource(id: number, context: string | null): EvaluationSource {
  const { read, changes, submit, confirm, openAction, key } = memberSource(id, context)
  return {
    key,
    read,
    changes,
    submit,
    ...(confirm && { confirm }),
    ...(openAction && { openAction }),
    save: (item, values, version) => api.call<typeof saveAnswer>('PUT /evaluation/{id}/answer', { params: { id }, body: wired(item, values, version, true) }),
    upload: async (file) => {
      const sent = await api.upload<ObjectAnswer<FileReference>>('/file', file)
      const { object } = await api.call<typeof sendProof>('POST /evaluation/{id}/outside/evidence', { params: { id }, body: { file: sent.object.id } })
      return { ...object, name: object.name ?? file.name, identifier: object.identifier ?? null }
    },
    listen: (changed) => {
      const timer = setInterval(changed, lookAgain)
      return () => clearInterval(timer)
    },
  }
}
