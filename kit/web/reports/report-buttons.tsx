import { FileText, FileType2, Sheet } from 'lucide-react'
import { useState } from 'react'
import type { ReportFormat, ReportStage } from '#kit/contract/report.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { makeReport } from './make-report.ts'
import styles from './report-buttons.module.css'

interface ReportButtonsProps {
  /** `/<entity>/<id>/<name>_report`. */
  readonly path: string
  /** What is chosen of it. */
  readonly asked?: Readonly<Record<string, unknown>>
  /** Downloads the same as an Excel file. */
  readonly onExcel?: () => Promise<unknown>
}

/** Word, PDF and Excel of what is on screen, each in one click. */
export function ReportButtons({ path, asked, onExcel }: ReportButtonsProps) {
  const words = useWords('kit')
  const [making, setMaking] = useState<ReportFormat | 'xlsx'>()
  const [stage, setStage] = useState<ReportStage>()
  const run = async (format: ReportFormat | 'xlsx') => {
    setMaking(format)
    await (format === 'xlsx' ? onExcel?.() : makeReport(path, format, asked, setStage))
    setMaking(undefined)
    setStage(undefined)
  }
  const going = stage === 'waiting' || stage === 'reading' || stage === 'drawing' ? stage : undefined
  const icons = { docx: FileType2, pdf: FileText, xlsx: Sheet }
  const formats = onExcel ? (['docx', 'pdf', 'xlsx'] as const) : (['docx', 'pdf'] as const)
  return (
    <div className={styles.group} role="group" aria-label={words('report.export')}>
      {formats.map((format) => {
        const Icon = icons[format]
        return (
          <Button
            key={format}
            loading={making === format}
            disabled={making !== undefined}
            icon={<Icon size={14} aria-hidden />}
            onClick={() => void run(format)}
          >
            {words(`report.format.${format}`)}
          </Button>
        )
      })}
      <VisuallyHidden>
        <span role="status">{going ? words(`report.stage.${going}`) : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
