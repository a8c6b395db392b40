import { Download } from 'lucide-react'
import type { exportAnswers } from '#areas/campaigns/contract/result-calls.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { reportFormats } from '#kit/contract/report.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { makeReport } from '#kit/web/reports/make-report.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'

interface Job {
  readonly status: 'pending' | 'done' | 'failed'
  readonly file_id: number | null
}
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** Asked about every second, for five minutes at most. */
const polls = 300

/** Has every answer written to an Excel file by a job, and downloads it. */
async function exportAll(id: number, perimeter: number | undefined): Promise<void> {
  try {
    const asked = await api.call<typeof exportAnswers>('POST /campaign/{id}/answers_export', {
      params: { id },
      body: perimeter === undefined ? {} : { perimeter },
    })
    if (asked.message) toast.info(asked.message)
    for (let poll = 0; poll < polls; poll++) {
      const { object } = await api.get<ObjectAnswer<Job>>(`/export/${asked.object.job_id}`)
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

/** Excel of every answer, Word and PDF of the results. */
export function ExportMenu({ campaign, perimeter }: { readonly campaign: number; readonly perimeter: number | undefined }) {
  const t = useWords('campaigns')
  const asked = perimeter === undefined ? {} : { perimeter }
  return (
    <Menu
      width={230}
      label={t('results.export.button')}
      trigger={(props) => (
        <Button icon={<Download size={14} aria-hidden />} {...props}>
          {t('results.export.button')}
        </Button>
      )}
    >
      <MenuItem onSelect={() => void exportAll(campaign, perimeter)}>{t('results.export.excel')}</MenuItem>
      {reportFormats.map((format) => (
        <MenuItem key={format} onSelect={() => void makeReport(`/campaign/${campaign}/campaign_results_report`, format, asked)}>
          {t(`results.export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
