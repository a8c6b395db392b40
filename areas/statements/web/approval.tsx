import { useState } from 'react'
import { countLines, type Statement } from '#areas/statements/contract/statement.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { ask, decide, withdraw } from './statement-api.ts'
import css from './statement.module.css'

interface ApprovalProps {
  readonly statement: Statement
  /** Reads the statement anew once something was decided. */
  readonly onDone: () => Promise<unknown>
  /** Goes to the first reason that is missing. */
  readonly onWrite: () => void
}

/** The next verb that leads to an approved statement, as the one primary button, with what else may be done about it. */
export function Approval({ statement, onDone, onWrite }: ApprovalProps) {
  const t = useWords('statements')
  const [dialog, setDialog] = useState<'ask' | 'approve' | 'reject'>()
  const [busy, setBusy] = useState(false)
  const { lines, request, may } = statement
  const run = async (verb: () => Promise<{ readonly message?: string }>) => {
    setBusy(true)
    try {
      const { message } = await verb()
      if (message) toast.success(message)
      setDialog(undefined)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await onDone()
    setBusy(false)
  }
  const { id } = statement.application
  const missing = countLines(lines, 'TO_JUSTIFY') > 0
  const changed = countLines(lines, 'CHANGED') > 0
  const dialogs = dialog ? <Dialog kind={dialog} statement={statement} busy={busy} onClose={() => setDialog(undefined)} onRun={run} /> : null
  if (request) {
    return (
      <>
        {may.ask ? (
          <Button loading={busy && !dialog} onClick={() => void run(() => withdraw(id))}>
            {t('do.withdraw')}
          </Button>
        ) : null}
        {may.decide ? <Button onClick={() => setDialog('reject')}>{t('do.reject')}</Button> : null}
        {(may.decide || may.alone) && !request.stale ? (
          <Button variant="primary" onClick={() => setDialog('approve')}>
            {t('do.approve')}
          </Button>
        ) : null}
        {dialogs}
      </>
    )
  }
  return (
    <>
      {missing && may.write ? (
        <Button variant="primary" onClick={onWrite}>
          {t('do.write')}
        </Button>
      ) : null}
      {!missing && changed && may.ask && lines.length > 0 ? (
        <Button variant="primary" onClick={() => setDialog('ask')}>
          {t('do.ask')}
        </Button>
      ) : null}
      {dialogs}
    </>
  )
}

interface DialogProps {
  readonly kind: 'ask' | 'approve' | 'reject'
  readonly statement: Statement
  readonly busy: boolean
  readonly onClose: () => void
  readonly onRun: (verb: () => Promise<{ readonly message?: string }>) => Promise<void>
}

function Dialog({ kind, statement, busy, onClose, onRun }: DialogProps) {
  const t = useWords('statements')
  const format = useFormat()
  const [text, setText] = useState('')
  const { lines, request, versions, may } = statement
  const alone = may.alone && !may.decide
  const { id } = statement.application
  const version = String((versions[0]?.number ?? 0) + 1)
  const count = format.number(lines.length)
  const open = countLines(lines, 'TO_PROVE')
  const moves = {
    ask: () => ask(id, text),
    approve: () => decide(id, request?.id ?? 0, 'APPROVED', null, alone),
    reject: () => decide(id, request?.id ?? 0, 'REJECTED', text.trim()),
  }
  return (
    <Modal
      size="sm"
      title={kind === 'approve' ? t('approve.title', { version }) : t(`${kind}.title`)}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            variant={kind === 'reject' ? 'danger' : 'primary'}
            loading={busy}
            disabled={kind === 'reject' && text.trim() === ''}
            {...(kind === 'approve' && { 'data-autofocus': true })}
            onClick={() => void onRun(moves[kind])}
          >
            {t(`do.${kind}`)}
          </Button>
        </>
      }
    >
      <Grid gap={12} className={css.dialog}>
        {kind === 'ask' ? <p>{t(alone ? 'alone.ask' : 'ask.text', { count })}</p> : null}
        {kind === 'approve' ? <p>{t('approve.text', { count })}</p> : null}
        {kind === 'approve' && alone ? (
          <Text as="p" apart tone="warn">
            {t('alone.approve')}
          </Text>
        ) : null}
        {kind === 'approve' && request?.comment ? <blockquote>{request.comment}</blockquote> : null}
        {kind === 'reject' || open === 0 ? null : (
          <Text as="p" apart tone="warn">
            {t('ask.unproven', { count: open })}
          </Text>
        )}
        {kind === 'approve' ? null : (
          <TextArea
            label={t(kind === 'ask' ? 'ask.comment' : 'reject.reason')}
            required={kind === 'reject'}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Grid>
    </Modal>
  )
}
