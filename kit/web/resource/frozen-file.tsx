import { FileLock2, FileType2 } from 'lucide-react'
import { useState } from 'react'
import type { ReportFormat } from '#kit/contract/report.ts'
import type { DecisionRequest } from '#kit/contract/decision-request.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { makeReport } from '#kit/web/reports/make-report.ts'
import { Button } from '#kit/web/ui/button.tsx'
import css from './frozen-file.module.css'

interface FrozenFileProps {
  readonly decision: Pick<DecisionRequest, 'id' | 'fingerprint'>
  /** `/<entity>/<id>/<name>_report`. */
  readonly path: string
}

/** The frozen copy as a file of either format, and the fingerprint by which it is held against the audit. */
export function FrozenFile({ decision: { id, fingerprint }, path }: FrozenFileProps) {
  const t = useWords('kit')
  const [making, setMaking] = useState<ReportFormat>()
  const make = async (format: ReportFormat) => {
    setMaking(format)
    await makeReport(path, format, { request: id })
    setMaking(undefined)
  }
  const other = (format: ReportFormat) => making !== undefined && making !== format
  return (
    <div className={css.file}>
      <Button size="sm" icon={<FileLock2 size={14} aria-hidden />} loading={making === 'pdf'} disabled={other('pdf')} onClick={() => void make('pdf')}>
        {t('record.decision.file')}
      </Button>
      <Button size="sm" icon={<FileType2 size={14} aria-hidden />} loading={making === 'docx'} disabled={other('docx')} onClick={() => void make('docx')}>
        {t('record.decision.file_word')}
      </Button>
      <Fingerprint value={fingerprint} />
    </div>
  )
}

/** The SHA-256 of what was kept, shortened; whole under the pointer. */
export function Fingerprint({ value }: { readonly value: string }) {
  const t = useWords('kit')
  return (
    <span>
      {t('record.decision.fingerprint')} <code title={value}>{shortened(value)}</code>
    </span>
  )
}

/** As people compare it: its beginning and its end. */
const shortened = (fingerprint: string) => `${fingerprint.slice(0, 4)} ${fingerprint.slice(4, 8)} … ${fingerprint.slice(-4)}`
