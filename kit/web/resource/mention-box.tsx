import { useRef } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import type { Person } from './mention-text.ts'
import css from './record-tabs.module.css'
import { useMentions } from './use-mentions.tsx'

interface MentionBoxProps {
  readonly label: string
  readonly entity: string
  readonly id: RowId
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onChoose: (person: Person) => void
  readonly autoFocus?: boolean
}

/** A text in which an `@` offers those who may read the object. */
export function MentionBox({ label, autoFocus = false, ...mentions }: MentionBoxProps) {
  const t = useWords('kit')
  const box = useRef<HTMLTextAreaElement>(null)
  const { attributes, look, offers } = useMentions({ ...mentions, box })
  return (
    <div className={css.mention}>
      <TextArea
        ref={box}
        label={label}
        help={t('record.mention_hint')}
        maxLength={5000}
        value={mentions.text}
        autoFocus={autoFocus}
        {...attributes}
        onChange={(event) => {
          mentions.onChange(event.target.value)
          look(event.target)
        }}
      />
      {offers}
    </div>
  )
}
