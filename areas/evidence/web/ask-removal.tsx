import { failureText } from '#kit/web/api/client.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { ask, confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { Evidence } from './presentation.tsx'
import { readUsageOf, EvidenceUsageBox } from './evidence-usage.tsx'

/** Says what stands on an evidence before it is deleted; while an action shows it, only that. */
export async function askRemoval({ id, identifier, name }: Evidence): Promise<boolean> {
  try {
    const usage = await readUsageOf(id)
    const message = `${identifier} ${name ?? ''}`
    const details = <EvidenceUsageBox id={id} shown={usage} removable plain />
    if (usage.actions.count === 0)
      return await confirm({ title: translate('kit.confirm.delete_one'), message, details, confirm: translate('kit.actions.delete'), danger: true })
    await ask({ title: translate('evidence.panel.in_use'), message, details, answers: [{ value: 'close', label: translate('kit.actions.close') }] })
  } catch (reason) {
    toast.error(failureText(reason))
  }
  return false
}
