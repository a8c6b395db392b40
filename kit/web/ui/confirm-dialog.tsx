import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import { beginsOn, type PendingQuestion } from './confirm.ts'
import styles from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

/** A question over everything else; the browser keeps the focus in it and gives it back. */
export function ConfirmDialog({ question }: { readonly question: PendingQuestion }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const begins = beginsOn(question)
  useDialog(dialog, () => question.answer(null))
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={question.message ? `${id}-text` : undefined}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault()
        question.answer(null)
      }}
    >
      <h2 tabIndex={-1} className={styles.title} id={`${id}-title`}>
        {question.title}
      </h2>
      {question.message ? (
        <p className={styles.text} id={`${id}-text`}>
          {question.message}
        </p>
      ) : null}
      {question.details ? <div className={styles.details}>{question.details}</div> : null}
      <div className={styles.buttons}>
        {question.answers.map((answer) => (
          <Button
            key={answer.value}
            data-autofocus={answer.value === begins || undefined}
            variant={answer.variant ?? 'default'}
            onClick={() => question.answer(answer.value)}
          >
            {answer.label}
          </Button>
        ))}
      </div>
    </dialog>
  )
}
