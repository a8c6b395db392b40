import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { askStandings } from './use-shelf.ts'

export const shelfTypes = '.yaml,.yml,.json,.xlsx,.zip'
/** As the server allows. */
const maxBytes = 100 * 1024 * 1024

/** Puts files on the shelf, one after the other; one that is refused keeps back no other. */
export async function uploadFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      if (!shelfTypes.split(',').some((ending) => file.name.toLowerCase().endsWith(ending))) throw new Error(translate('kit.errors.file_type'))
      if (file.size > maxBytes) throw new Error(translate('kit.errors.too_large'))
      await api.upload<ObjectAnswer<{ id: number }>>('/shelf/upload', file)
      toast.success(translate('library.shelf.uploaded'))
    } catch (reason) {
      const why = reason instanceof Error && reason.constructor === Error ? reason.message : failureText(reason)
      toast.error(translate('kit.labelled', { label: file.name, value: why }))
    }
  }
  void askStandings()
}

/** Asks for files, and puts those chosen on the shelf. */
export function chooseFiles(): void {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept: shelfTypes, multiple: true })
  input.addEventListener('change', () => void uploadFiles([...(input.files ?? [])]))
  input.click()
}
