import { useId, useRef, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from './button.tsx'
import { beginsOn, type PendingQuestion } from './confirm.ts'
import styles from './dialog.module.css'
import { TextInput } from './text-input.tsx'
import { useDialog } from './use-dialog.ts'

const namesShown = 7

/** A question over everything else; the browser keeps the focus in it and gives it back. */
export function ConfirmDialog({ question }: { readonly question: PendingQuestion }) {
  const words = useWords('kit')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const { names = [], typed: wanted } = question
  const begins = beginsOn(question)
  const last = question.answers.at(-1)
  const held = wanted !== undefined && typed.trim() !== String(wanted)
  useDialog(dialog, () => question.answer(null))
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={question.message || names.length > 0 ? `${id}-text` : undefined}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault()
        question.answer(null)
      }}
    >
      <h2 tabIndex={-1} className={styles.title} id={`${id}-title`}>
        {question.title}
      </h2>
      <div id={`${id}-text`}>
        {names.length > 0 ? (
          <ul className={styles.names}>
            {names.slice(0, namesShown).map((name, at) => (
              // Two may bear one name.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>{name}</li>
            ))}
            {names.length > namesShown ? <li>{words('confirm.more', { count: String(names.length - namesShown) })}</li> : null}
          </ul>
        ) : null}
        {question.message ? <p className={styles.text}>{question.message}</p> : null}
      </div>
      {question.details ? <div className={styles.details}>{question.details}</div> : null}
      {wanted === undefined ? null : (
        <div className={styles.details}>
          <TextInput
            label={words('confirm.type', { count: String(wanted) })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      <div className={styles.buttons}>
        {question.answers.map((answer) => (
          <Button
            key={answer.value}
            data-autofocus={answer.value === begins || undefined}
            variant={answer.variant ?? 'default'}
            disabled={held && answer === last}
            onClick={() => question.answer(answer.value)}
          >
            {answer.label}
          </Button>
        ))}
      </div>
    </dialog>
  )
}
