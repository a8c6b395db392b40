import { useState } from 'react'
import { maxFileBytes, type readQuestionnaireFile } from '#areas/questionnaires/contract/calls.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './builder.module.css'

interface ImportDialogProps {
  readonly id: number
  readonly onClose: () => void
  /** Gets what the file says; the draft saves it as any change. */
  readonly onTake: (structure: Structure) => void
}

/** A file is read first and told line by line; nothing changes until it is taken. */
export function ImportDialog({ id, onClose, onTake }: ImportDialogProps) {
  const t = useWords('questionnaires')
  const [read, setRead] = useState<AnswerOf<typeof readQuestionnaireFile>['object']>()
  const [busy, setBusy] = useState(false)
  const load = async ([file]: File[]) => {
    if (!file) return
    setBusy(true)
    try {
      const { object } = await api.upload<AnswerOf<typeof readQuestionnaireFile>>(`/questionnaire/${id}/read_file`, file)
      setRead(object)
    } catch (reason) {
      toast.error(failureDetails(reason))
    } finally {
      setBusy(false)
    }
  }
  const structure = read?.problems.length === 0 ? read.structure : null
  return (
    <Modal
      title={t('import.title')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabled={!structure}
            loading={busy}
            onClick={() => {
              if (structure) onTake(structure)
              onClose()
            }}
          >
            {t('import.take')}
          </Button>
        </>
      }
    >
      <Text as="p" size={12} tone="quiet" breaks>
        {t('import.lead')}
      </Text>
      <FileDrop accept=".xlsx,.json" single maxBytes={maxFileBytes} disabled={busy} wrongType={t('import.wrong_type')} onFiles={(files) => void load(files)} />
      {read ? (
        <div role="status">
          <Text as="p" apart>
            {structure
              ? t('import.ready', { sections: read.sections, questions: read.questions, conditions: read.conditions })
              : t('import.refused', { count: read.problems.length })}
          </Text>
          <Box as="ul" above={8} overflow="scrolled-down" tone="bad" size={12} className={css.problems}>
            {read.problems.map(({ sheet, line, message }) => (
              <li key={`${sheet} ${line} ${message}`}>
                {sheet && line ? <b>{t('import.line', { sheet, line })} </b> : sheet ? <b>{sheet} </b> : null}
                {message}
              </li>
            ))}
          </Box>
        </div>
      ) : null}
    </Modal>
  )
}
