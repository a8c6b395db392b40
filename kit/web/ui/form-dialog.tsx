import { useId, type FormEvent, type ReactNode } from 'react'
import { renewed } from '#kit/web/api/queries.ts'
import { Button } from './button.tsx'
import styles from './form-dialog.module.css'
import { CancelButton, Modal, type ModalProps } from './modal.tsx'
import { useSaving, type ErrorOf } from './use-saving.ts'

interface FormDialogProps extends Pick<ModalProps, 'title' | 'size' | 'dirty'> {
  /** What its main button does. */
  readonly action: string
  readonly danger?: boolean
  /** Whether it has what it needs to be sent. */
  readonly complete?: boolean
  /** Sends what stands in it, and answers what is to be told; what it throws is told at the top of the dialog, which stays. */
  readonly send: () => Promise<string | undefined>
  readonly onClose: () => void
  /** In place of `onClose` once it was sent. */
  readonly onDone?: () => void
  /** Its fields; those that ask what is wrong with them say it beside themselves. */
  readonly children: ReactNode | ((errorOf: ErrorOf) => ReactNode)
}

/** A few fields that are sent together by one button: what went wrong stands above them, and what the page shows is read again. */
export function FormDialog({
  title,
  size = 'sm',
  dirty = false,
  action,
  danger = false,
  complete = true,
  send,
  onClose,
  onDone = onClose,
  children,
}: FormDialogProps) {
  const form = useId()
  const { errorOf, remainder, form: element, busy, save } = useSaving({ above: true, after: renewed })
  const submit = () =>
    save(async () => {
      const message = await send()
      onDone()
      return message
    })
  const fields = typeof children === 'function' ? children(errorOf) : children
  const failure = remainder()
  return (
    <Modal
      title={title}
      size={size}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} disabled={!complete} loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (complete) void submit()
        }}
      >
        {failure ? (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        ) : null}
        {fields}
      </form>
    </Modal>
  )
}
