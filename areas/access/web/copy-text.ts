import { translate } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** Copies a text and says so; also says when the browser does not let the page, as it does on connections that are not secure. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(translate('access.strong.copied'))
  } catch {
    toast.warning(translate('access.strong.not_copied'))
  }
}
