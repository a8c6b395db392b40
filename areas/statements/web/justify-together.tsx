import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { StatementLine } from '#areas/statements/contract/statement.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Spring } from '#kit/web/ui/page.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { justify } from './statement-api.ts'
import css from './statement.module.css'

interface JustifyProps {
  readonly application: number
  /** The lines that are selected. */
  readonly lines: readonly StatementLine[]
  readonly onDone: () => Promise<unknown>
  readonly onClear: () => void
}

/** What can be done with the requirements that are selected: one reason for all of them. */
export function JustifyTogether({ application, lines, onDone, onClear }: JustifyProps) {
  const t = useWords('statements')
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [replace, setReplace] = useState(false)
  const [busy, setBusy] = useState(false)
  const known = lines.filter(({ justification }) => justification !== null).length
  const run = async () => {
    setBusy(true)
    try {
      const { message = '' } = await justify(
        application,
        lines.map(({ lineage_id }) => lineage_id),
        text.trim(),
        replace,
      )
      await onDone()
      toast.success(message)
      setOpen(false)
      onClear()
    } catch (reason) {
      toast.error(failureText(reason))
    }
    setBusy(false)
  }
  return (
    <Row align="center" gap={10} rigid className={css.bulk}>
      <b role="status">{t('bulk.selected', { count: lines.length })}</b>
      <Button size="sm" icon={<PencilLine size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('bulk.open')}
      </Button>
      <Spring />
      <Button size="sm" variant="subtle" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
      {open ? (
        <Modal
          title={t('bulk.title', { count: lines.length })}
          size="sm"
          onClose={() => setOpen(false)}
          footer={
            <Button variant="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void run()}>
              {t('bulk.run')}
            </Button>
          }
        >
          <Stack gap={12}>
            <TextArea label={t('bulk.reason')} autoFocus maxLength={4000} rows={4} value={text} onChange={(event) => setText(event.currentTarget.value)} />
            {known > 0 ? (
              <Checkbox label={t('bulk.replace', { count: known })} checked={replace} onChange={(event) => setReplace(event.currentTarget.checked)} />
            ) : null}
          </Stack>
        </Modal>
      ) : null}
    </Row>
  )
}
