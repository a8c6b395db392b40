import { useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import type { PendingQuestion } from './confirm.ts'
import styles from './dialog.module.css'

/** A question over everything else; the browser keeps the focus in it and gives it back. */
export function ConfirmDialog({ question }: { readonly question: PendingQuestion }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    return () => element?.close()
  }, [])
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
      <h2 className={styles.title} id={`${id}-title`}>
        {question.title}
      </h2>
      {question.message ? (
        <p className={styles.text} id={`${id}-text`}>
          {question.message}
        </p>
      ) : null}
      <div className={styles.buttons}>
        {question.answers.map((answer) => (
          <Button key={answer.value} variant={answer.variant ?? 'default'} onClick={() => question.answer(answer.value)}>
            {answer.label}
          </Button>
        ))}
      </div>
    </dialog>
  )
}
