import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { ReportFormat, ReportStage } from '#kit/contract/report.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'

interface ReportState {
  readonly stage: ReportStage
  readonly file_id: number | null
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** A report is asked about twice a second at first, for five minutes at most. */
const pauses = [...Array.from({ length: 20 }, () => 500), ...Array.from({ length: 290 }, () => 1000)]

/** Has a report made and downloads it; `told` hears how far it is. */
export async function makeReport(
  path: string,
  format: ReportFormat,
  asked: Readonly<Record<string, unknown>> = {},
  told: (stage: ReportStage) => void = () => {},
): Promise<void> {
  try {
    const begun = await api.post<ObjectAnswer<{ job_id: string }>>(path, { format, ...asked })
    toast.info(begun.message ?? translate('kit.report.soon'))
    for (const pause of pauses) {
      const { object } = await api.get<ObjectAnswer<ReportState>>(`/report/${begun.object.job_id}`)
      told(object.stage)
      if (object.stage === 'failed') break
      if (object.stage === 'done' && object.file_id !== null) {
        await api.download(`/file/${object.file_id}/download`)
        toast.success(translate('kit.report.ready'))
        return
      }
      await wait(pause)
    }
    toast.error(translate('kit.report.failed'))
  } catch (reason) {
    toast.error(failureText(reason))
  }
}
