import { Download } from 'lucide-react'
import type { exportAnswers } from '#areas/campaigns/contract/result-calls.ts'
import { reportFormats } from '#kit/contract/report.ts'
import { api } from '#kit/web/api/client.ts'
import { fetchExport } from '#kit/web/api/fetch-export.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { makeReport } from '#kit/web/reports/make-report.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'

/** Has every answer written to an Excel file by a job, and downloads it. */
const exportAll = (id: number, perimeter: number | undefined): Promise<void> =>
  fetchExport(() =>
    api.call<typeof exportAnswers>('POST /campaign/{id}/answers_export', {
      params: { id },
      body: perimeter === undefined ? {} : { perimeter },
    }),
  )

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
