import { Check as CheckSign, Copy } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { workerPath } from '#areas/connectors/contract/workers.ts'
import css from './workers.module.css'
import { makeOne } from './workers-api.ts'

/** A worker that was just set up. */
export interface Made {
  readonly name: string
  readonly token: string
}

export function NewWorkerDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (made: Made) => void }) {
  const t = useWords('connectors')
  const [name, setName] = useState('')
  const send = async () => {
    const { message, object } = await makeOne(name.trim())
    onMade({ name: name.trim(), token: object.token })
    return message
  }
  return (
    <FormDialog title={t('entities.worker.new')} action={t('workers.make')} complete={name.trim().length >= 2} send={send} onClose={onClose} onDone={() => {}}>
      {(errorOf) => (
        <>
          <p>{t('workers.rule')}</p>
          <TextInput
            label={t('entities.worker.fields.name')}
            help={t('workers.name_hint')}
            required
            value={name}
            maxLength={128}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The token, the one time that it is known, and how the worker is run: whoever leaves has said that it is kept, or is asked. */
export function WorkerTokenDialog({ made: { name, token }, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const t = useWords('connectors')
  const [copied, setCopied] = useState(false)
  const [kept, setKept] = useState(false)
  const leave = async () => {
    if (kept || (await confirm({ title: t('workers.leave_question'), message: t('workers.leave_text'), confirm: t('workers.leave'), danger: true }))) onClose()
  }
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => setCopied(true),
      () => toast.warning(t('workers.not_copied')),
    )
  return (
    <Modal
      title={t('workers.token_title', { name })}
      unasked
      onClose={() => void leave()}
      footer={
        <Button variant="primary" disabled={!kept} onClick={onClose}>
          {t('workers.done')}
        </Button>
      }
    >
      <Stack gap={12}>
        <Text as="p" tone="soft">
          {t('workers.token_text')}
        </Text>
        <Row gap={8} align="center" edge="all" corner={8} fill="subtle" padX={12} padY={8}>
          <code className={css.token} aria-label={t('workers.token')}>
            {token}
          </code>
          <Button data-autofocus icon={copied ? <CheckSign size={14} aria-hidden /> : <Copy size={14} aria-hidden />} onClick={() => void copy()}>
            {copied ? t('workers.copied') : t('workers.copy')}
          </Button>
        </Row>
        <Facts facts={[[t('workers.address'), location.origin]]} />
        <Text as="h3" size={13} weight={600}>
          {t('workers.run_it')}
        </Text>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <pre className={css.code} tabIndex={0}>
          {[
            'read -rs VIGIE_WORKER_TOKEN; export VIGIE_WORKER_TOKEN',
            `export VIGIE_URL=${location.origin}`,
            'export VIGIE_ALLOWED=directory.internal,10.1.0.0/16',
            'curl -fH "Authorization: Bearer $VIGIE_WORKER_TOKEN" \\',
            `  -o vigie-worker.mjs $VIGIE_URL${workerPath}/program`,
            'node vigie-worker.mjs',
          ].join('\n')}
        </pre>
        <Checkbox label={t('workers.stored')} checked={kept} onChange={(event) => setKept(event.target.checked)} />
      </Stack>
    </Modal>
  )
}
