import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useStepName, type Project } from '#areas/projects/web/presentation.tsx'
import { interrupt, reopen } from './project-api.ts'
import css from './project.module.css'

interface RestProps {
  readonly row: Project
  readonly onClose: () => void
}

/** Nothing of the project changes until it is reopened (PRJ-13). */
export function InterruptDialog({ row, onClose }: RestProps) {
  const t = useWords('projects')
  const [reason, setReason] = useState('')
  return (
    <FormDialog title={t('rest.interrupt_title')} action={t('rest.interrupt')} send={() => interrupt(row, reason.trim() || null)} onClose={onClose}>
      <div className={css.dialog}>
        <p>{t('rest.interrupt_text')}</p>
        <TextInput label={t('rest.reason')} value={reason} maxLength={2000} onChange={(event) => setReason(event.currentTarget.value)} />
      </div>
    </FormDialog>
  )
}

export function ReopenDialog({ row, onClose }: RestProps) {
  const t = useWords('projects')
  const nameOf = useStepName()
  return (
    <FormDialog title={t('rest.reopen_title')} action={t('rest.reopen')} send={() => reopen(row)} onClose={onClose}>
      <div className={css.dialog}>
        <p>{row.status === 'CLOSED' ? t('rest.reopen_closed', { step: nameOf(row, row.closed_from ?? 'PRODUCTION') }) : t('rest.reopen_text')}</p>
      </div>
    </FormDialog>
  )
}
