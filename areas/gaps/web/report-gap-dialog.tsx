import { useState } from 'react'
import type { reportGap } from '#areas/gaps/contract/gap-calls.ts'
import type { FileReference, Reference } from '#kit/contract/field.ts'
import { levelName } from '#kit/contract/level.ts'
import { api } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { useIncidentFrame } from '#areas/incidents/web/index.ts'

/** What somebody found, where, and how bad it looks; who manages gaps there confirms it. */
export function ReportGapDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('gaps')
  const language = useLanguage()
  const levels = useLevels('priority')
  const own = useIncidentFrame().data?.perimeter
  const [what, setWhat] = useState('')
  const [chosen, setChosen] = useState<Reference | null>()
  const [search, setSearch] = useState('')
  const [severity, setSeverity] = useState<string | null>(null)
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [uploading, setUploading] = useState(false)
  const { options, more, busy, failed } = useOptions('perimeter', search, true)
  // One's own site stands there until another is chosen.
  const place = chosen === undefined ? (own ? { id: own.id, name: own.name ?? '' } : null) : chosen
  const offered = place && !options.some(({ id }) => id === place.id) ? [place, ...options] : options
  const send = async () => {
    const body = { what: what.trim(), perimeter: place?.id ?? null, files: files.map(({ id }) => id), ...(severity !== null && { severity: Number(severity) }) }
    return (await api.call<typeof reportGap>('POST /gap/report', { body })).message
  }
  return (
    <FormDialog
      title={t('gap.report')}
      action={t('gap.report_do')}
      complete={what.trim() !== '' && !uploading}
      dirty={files.length > 0}
      send={send}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('gap.report_text')}</p>
          <TextArea
            label={t('gap.report_what')}
            required
            maxLength={5000}
            error={errorOf('what')}
            value={what}
            onChange={({ target }) => setWhat(target.value)}
          />
          <Select
            label={t('entities.gap.fields.perimeter')}
            error={errorOf('perimeter')}
            value={place ? String(place.id) : null}
            options={offered.map((option) => namedOption(option.id, option.name))}
            more={more}
            loading={busy}
            failed={failed}
            clearable
            onSearch={setSearch}
            onChange={(value) => setChosen(offered.find(({ id }) => String(id) === value) ?? null)}
          />
          <Select
            label={t('entities.gap.fields.severity')}
            error={errorOf('severity')}
            value={severity}
            options={levels.map((level) => ({ value: String(level.value), label: levelName(level, language) }))}
            clearable
            onChange={setSeverity}
          />
          <AttachedFiles label={t('entities.gap.fields.attachments')} files={files} max={5} onEdit={setFiles} onBusy={setUploading} />
        </>
      )}
    </FormDialog>
  )
}
