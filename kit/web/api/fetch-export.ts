import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { api, failureText } from './client.ts'

interface ExportJob {
  readonly status: 'pending' | 'done' | 'failed'
  readonly file_id: number | null
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** A file is asked about every second, for five minutes at most. */
const polls = 300

/** Asks for a file that a job writes, and downloads it once it is made (TBL-43). */
export async function fetchExport(ask: () => Promise<{ readonly message?: string; readonly object: { readonly job_id: string | number } }>): Promise<void> {
  try {
    const asked = await ask()
    toast.info(asked.message ?? translate('kit.file.export_soon'))
    for (let poll = 0; poll < polls; poll++) {
      const { object } = await api.get<ObjectAnswer<ExportJob>>(`/export/${asked.object.job_id}`)
      if (object.status === 'failed') break
      if (object.status === 'done' && object.file_id !== null) {
        await api.download(`/file/${object.file_id}/download`)
        toast.success(translate('kit.file.export_ready'))
        return
      }
      await wait(1000)
    }
    toast.error(translate('kit.file.export_failed'))
  } catch (reason) {
    toast.error(failureText(reason))
  }
}
