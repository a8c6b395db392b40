import { useState } from 'react'
import { maxAnswersFile, type AnswerLine, type readAnswersFile } from '#areas/campaigns/contract/answer-file.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './file-dialog.module.css'

interface FileDialogProps {
  readonly evaluation: Evaluation
  readonly onClose: () => void
}

/** A filled-in file is read and told line by line; taken, each answer goes the way of those that are typed. */
export function FileDialog({ evaluation: { model, store }, onClose }: FileDialogProps) {
  const t = useWords('campaigns')
  const [read, setRead] = useState<AnswerOf<typeof readAnswersFile>['object']>()
  const [busy, setBusy] = useState(false)
  const load = async ([file]: File[]) => {
    if (!file) return
    setBusy(true)
    try {
      setRead((await api.upload<AnswerOf<typeof readAnswersFile>>(`/evaluation/${model.content.id}/read_answers_file`, file)).object)
    } catch (reason) {
      toast.error(failureDetails(reason))
    } finally {
      setBusy(false)
    }
  }
  const answers = read?.lines.flatMap(({ answer }) => answer ?? []) ?? []
  const wrong = read?.lines.filter(({ state }) => state === 'WRONG').length ?? 0
  const take = () => {
    toast.info(t('answer.sheet.taken', { count: answers.length }))
    void store.take(answers.map(({ item, version, ...said }) => ({ item, version, said })))
    onClose()
  }
  return (
    <Modal
      size="lg"
      title={t('answer.sheet.import')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={answers.length === 0} loading={busy} onClick={take}>
            {t('answer.sheet.take', { count: answers.length })}
          </Button>
        </>
      }
    >
      <Grid gap={12}>
        {read ? null : (
          <Text as="p" tone="quiet">
            {t('answer.sheet.lead')}
          </Text>
        )}
        <FileDrop
          accept=".xlsx"
          single
          maxBytes={maxAnswersFile}
          disabled={busy}
          wrongType={t('answer.sheet.wrong_type')}
          onFiles={(files) => void load(files)}
        />
        {read ? (
          <Text role="status" as="p" weight={500} className={css.outcome} data-bad={read.problem !== null || wrong > 0 || undefined}>
            {read.problem ?? t('answer.sheet.found', { count: answers.length, wrong, unchanged: read.unchanged })}
          </Text>
        ) : null}
        {read && read.lines.length > 0 ? (
          <Box overflow="scrolled-across" className={css.scroll}>
            <Box as="table" full size={13}>
              <thead>
                <tr>
                  <th scope="col">{t('answer.sheet.line')}</th>
                  <th scope="col">{t('answer.sheet.columns.name')}</th>
                  <th scope="col">{t('answer.sheet.before')}</th>
                  <th scope="col">{t('answer.sheet.after')}</th>
                  <th scope="col">{t('answer.sheet.state')}</th>
                </tr>
              </thead>
              <tbody>
                {read.lines.map((line) => (
                  <Line key={line.line} line={line} />
                ))}
              </tbody>
            </Box>
          </Box>
        ) : null}
      </Grid>
    </Modal>
  )
}

function Line({ line: { line, state, name, before, after, messages } }: { readonly line: AnswerLine }) {
  const t = useWords('campaigns')
  return (
    <tr>
      <td>{line}</td>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td>{after}</td>
      <td data-state={state}>
        <b>{t(`answer.sheet.states.${state}`)}</b>
        {state === 'HIDDEN' ? <span>{t('answer.sheet.hidden')}</span> : null}
        {messages.map((message) => (
          <span key={message}>{message}</span>
        ))}
      </td>
    </tr>
  )
}
