import type { forkQuestionnaire } from '#areas/questionnaires/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { throttled } from '#kit/web/resource/throttle.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** Asks, then copies a questionnaire with what it asks, one's own or a shared one; `done` is told the copy (TBL-22, CAT-03). */
export const copyQuestionnaire = throttled(
  1000,
  async ({ id, name }: { readonly id: number; readonly name: string | null }, done?: (copy: number) => void): Promise<void> => {
    const question = { title: translate('kit.confirm.fork'), message: name ?? '', confirm: translate('kit.yes'), cancel: translate('kit.no') }
    if (!(await confirm(question))) return
    try {
      const { message, object } = await api.call<typeof forkQuestionnaire>('POST /questionnaire/fork', { body: { id } })
      toast.success(message ?? '')
      await renewed()
      done?.(object.id)
    } catch (reason) {
      toast.error(failureText(reason))
    }
  },
)
