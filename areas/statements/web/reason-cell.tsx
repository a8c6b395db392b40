import { useRef, useState, type KeyboardEvent } from 'react'
import type { StatementLine } from '#areas/statements/contract/statement.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { nameOf } from './statement-api.ts'
import css from './statement.module.css'

interface ReasonProps {
  readonly line: StatementLine
  readonly mayWrite: boolean
  readonly editing: boolean
  readonly onEdit: (open: boolean) => void
  /** Resolves once it is written; `next` goes on to the next one that is missing. */
  readonly onSave: (text: string, next: boolean) => Promise<void>
}

/** Why a requirement is in or out, changed where it stands. */
export function ReasonCell({ line, mayWrite, editing, onEdit, onSave }: ReasonProps) {
  const t = useWords('statements')
  const text = line.justification?.text ?? ''
  const name = nameOf(line)
  if (line.state === 'OUT_OF_LEVEL' && text === '') return <span className={css.soft}>{t('justify.out')}</span>
  if (editing) return <Editor text={text} label={t('justify.label', { name })} onClose={() => onEdit(false)} onSave={onSave} />
  const shown = text === '' ? <Text tone="warn">{t('justify.missing')}</Text> : text
  if (!mayWrite)
    return (
      <Text tone="soft" size={12} className={css.reason}>
        {shown}
      </Text>
    )
  return (
    <Box type="button" as="button" tone="soft" size={12} className={css.reason} data-reason={line.lineage_id} data-editable onClick={() => onEdit(true)}>
      <VisuallyHidden>{t(text === '' ? 'justify.write' : 'justify.edit', { name })} </VisuallyHidden>
      {shown}
    </Box>
  )
}

function Editor({
  text,
  label,
  onClose,
  onSave,
}: { readonly text: string; readonly label: string; readonly onClose: () => void } & Pick<ReasonProps, 'onSave'>) {
  const t = useWords('statements')
  const [draft, setDraft] = useState(text)
  const [saving, setSaving] = useState(false)
  // What is undone or being written is not written once more when the field loses the focus.
  const settled = useRef(false)
  const save = async (next: boolean) => {
    const wanted = draft.trim()
    if (settled.current) return
    if (wanted === text && !next) return onClose()
    settled.current = true
    setSaving(true)
    try {
      await onSave(wanted, next)
    } catch (reason) {
      settled.current = false
      toast.error(failureText(reason))
    }
    setSaving(false)
  }
  useLayer('popup', true, () => {
    settled.current = true
    onClose()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save(true)
    }
  }
  return (
    <span className={css.editor}>
      <textarea
        ref={(field) => {
          if (field && document.activeElement !== field && !settled.current) field.focus()
        }}
        rows={3}
        maxLength={4000}
        aria-label={label}
        aria-busy={saving}
        readOnly={saving}
        placeholder={t('justify.placeholder')}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => void save(false)}
        onFocus={(event) => event.target.setSelectionRange(event.target.value.length, event.target.value.length)}
      />
      <Text as="small" tone="quiet" size={12}>
        {t('justify.hint')}
      </Text>
    </span>
  )
}
