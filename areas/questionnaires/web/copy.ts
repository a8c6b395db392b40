import type { forkQuestionnaire } from '#areas/questionnaires/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { throttled } from '#kit/web/resource/throttle.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'

interface Original {
  readonly id: number
  readonly name: string | null
}

async function copy({ id, name }: Original, done?: (copied: number) => void): Promise<void> {
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
}

async function renew({ id }: Original, own: { readonly id: number; readonly called: string }, done: (copy: number) => void): Promise<void> {
  const title = translate('questionnaires.shared.renew', { identifier: own.called })
  const question = { title, message: translate('questionnaires.shared.renew_text'), confirm: translate('kit.yes'), cancel: translate('kit.no') }
  if (!(await confirm(question))) return
  try {
    const { message, object } = await api.call<typeof forkQuestionnaire>('POST /questionnaire/fork', { body: { id, into: own.id } })
    toast.success(message ?? '')
    await renewed()
    done(object.id)
  } catch (reason) {
    toast.error(failureText(reason))
  }
}

/** Asks, then takes what is shared into the next version of the copy that is there, as a draft (QST-14). */
export const renewQuestionnaire = throttled(
  1000,
  (original: Original, own: { readonly id: number; readonly called: string }, done: (copy: number) => void) => void renew(original, own, done),
)

/** Asks, then copies a questionnaire with what it asks, one's own or a shared one; `done` is told the copy (TBL-22, CAT-03). */
export const copyQuestionnaire = throttled(1000, (original: Original, done?: (copied: number) => void) => void copy(original, done))
