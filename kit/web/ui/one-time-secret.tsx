import { Check as CheckSign, Copy, Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Checkbox } from './check.tsx'
import { confirm } from './confirm.ts'
import { Row, Stack } from './layout.tsx'
import { Modal } from './modal.tsx'
import { Facts } from './page.tsx'
import { Text } from './text.tsx'
import { toast } from './toast.ts'
import css from './one-time-secret.module.css'

/** What is said about it, in the words of its area. */
export interface SecretTexts {
  readonly copy: string
  readonly copied: string
  readonly not_copied: string
  readonly done: string
  readonly leave: string
  readonly leave_question: string
  readonly leave_text: string
}

interface SecretProps {
  readonly title: string
  readonly text: string
  /** What the secret is called. */
  readonly label: string
  readonly secret: string
  /** What it is called in a file that is downloaded, and what the button for that says. */
  readonly file?: { readonly variable: string; readonly label: string }
  readonly facts: readonly (readonly [string, ReactNode])[]
  /** What to try it with. */
  readonly tried: string
  readonly command: string
  readonly stored: string
  readonly texts: SecretTexts
  readonly onClose: () => void
}

/** A secret, the one time that it is known: whoever leaves has said that it is kept, or is asked. */
export function OneTimeSecret({ title, text, label, secret, file, facts, tried, command, stored, texts, onClose }: SecretProps) {
  const [copied, setCopied] = useState(false)
  const [kept, setKept] = useState(false)
  const leave = async () => {
    if (kept || (await confirm({ title: texts.leave_question, message: texts.leave_text, confirm: texts.leave, danger: true }))) onClose()
  }
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => toast.warning(texts.not_copied),
    )
  return (
    <Modal
      title={title}
      unasked
      onClose={() => void leave()}
      footer={
        <>
          {file ? (
            <Button icon={<Download size={14} aria-hidden />} onClick={() => download(file.variable, secret)}>
              {file.label}
            </Button>
          ) : null}
          <Button variant="primary" disabled={!kept} onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Text as="p" tone="soft">
          {text}
        </Text>
        <Row gap={8} align="center" edge="all" corner={8} fill="subtle" padX={12} padY={8}>
          <code className={css.secret} aria-label={label}>
            {secret}
          </code>
          <Button data-autofocus icon={copied ? <CheckSign size={14} aria-hidden /> : <Copy size={14} aria-hidden />} onClick={() => void copy()}>
            {copied ? texts.copied : texts.copy}
          </Button>
        </Row>
        {facts.length > 0 ? <Facts facts={facts} /> : null}
        <Text as="h3" size={13} weight={600}>
          {tried}
        </Text>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <pre className={css.code} tabIndex={0}>
          {command}
        </pre>
        <Checkbox label={stored} checked={kept} onChange={(event) => setKept(event.target.checked)} />
      </Stack>
    </Modal>
  )
}

function download(variable: string, secret: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${variable}=${secret}\n`], { type: 'text/plain' }))
  link.download = 'vigie.env'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
