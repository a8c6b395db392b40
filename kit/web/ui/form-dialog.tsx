import { useId, useState, type FormEvent } from 'react'
import { failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from './button.tsx'
import styles from './form-dialog.module.css'
import { Modal, type ModalProps } from './modal.tsx'
import { toast } from './toast.ts'
import { useSubmit } from './use-submit.ts'

interface FormDialogProps extends Pick<ModalProps, 'title' | 'size' | 'children'> {
  /** What its main button does. */
  readonly action: string
  readonly danger?: boolean
  /** Whether it has what it needs to be sent. */
  readonly complete?: boolean
  /** Fields beside which their own errors stand. */
  readonly beside?: readonly string[]
  /** Sends what stands in it, and answers what is to be told; what it throws is told at the top of the dialog, which stays. */
  readonly send: () => Promise<string | undefined>
  readonly onClose: () => void
  /** In place of `onClose` once it was sent. */
  readonly onDone?: () => void
}

/** A few fields that are sent together by one button: what went wrong stands above them, and what the page shows is read again. */
export function FormDialog({
  title,
  size = 'sm',
  action,
  danger = false,
  complete = true,
  beside,
  send,
  onClose,
  onDone = onClose,
  children,
}: FormDialogProps) {
  const kit = useWords('kit')
  const form = useId()
  const [failure, setFailure] = useState<string>()
  const [submit, busy] = useSubmit(async () => {
    setFailure(undefined)
    try {
      const message = await send()
      if (message) toast.success(message)
      onDone()
    } catch (reason) {
      setFailure(failureDetails(reason, beside))
    } finally {
      await renewed()
    }
  })
  return (
    <Modal
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} disabled={!complete} loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (complete) submit()
        }}
      >
        {failure ? (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        ) : null}
        {children}
      </form>
    </Modal>
  )
}
