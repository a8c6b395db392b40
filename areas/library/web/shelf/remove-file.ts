import type { removeFromShelf } from '#areas/library/contract/shelf.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { askShelf } from './use-shelf.ts'

/** Takes a file that the organisation uploaded off its shelf, once it is agreed to; true when it went. */
export async function removeFile(id: number, name: string): Promise<boolean> {
  const agreed = await confirm({
    title: translate('library.shelf.remove_ask', { name }),
    message: translate('library.shelf.remove_text'),
    confirm: translate('library.shelf.remove'),
    danger: true,
  })
  if (!agreed) return false
  try {
    await api.call<typeof removeFromShelf>('DELETE /shelf/{id}', { params: { id } })
    toast.success(translate('library.shelf.removed', { name }))
  } catch (reason) {
    toast.error(failureText(reason))
    return false
  } finally {
    await askShelf()
  }
  return true
}
