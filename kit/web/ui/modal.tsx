import { X } from 'lucide-react'
import { useEffect, useId, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from './button.tsx'
import { FloatingTarget } from './floating-target.ts'
import styles from './dialog.module.css'

export interface ModalProps {
  readonly title: string
  /** Absent: only its own buttons lead out of it, neither Escape nor a cross. */
  readonly onClose?: (() => void) | undefined
  /** 440, 640 or 900 pixels wide. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** Buttons at the bottom, the main one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

const widths = { sm: '440px', md: '640px', lg: '900px' }

/** Escape first closes the list or calendar that is open on the focused control, and only then the dialog. */
const keepsOpen = (onClose: ModalProps['onClose']) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && (!onClose || document.activeElement?.getAttribute('aria-expanded') === 'true')) event.preventDefault()
}

/** A dialog over the page; render it only while it is open. The browser keeps the focus in it, first on what is marked `data-autofocus`, and gives it back. */
export function Modal({ title, onClose, size = 'md', footer, children }: ModalProps) {
  const words = useWords('kit')
  const id = useId()
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)

  useEffect(() => {
    dialog?.showModal()
    // By itself the browser chooses the cross.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => dialog?.close()
  }, [dialog])

  return (
    <dialog
      ref={setDialog}
      className={styles.dialog}
      data-framed
      style={{ '--width': widths[size] } as CSSProperties}
      aria-labelledby={id}
      onKeyDownCapture={keepsOpen(onClose)}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        // A file chooser inside the dialog also sends `cancel`.
        if (event.target !== dialog) return
        event.preventDefault()
        onClose?.()
      }}
    >
      <div className={styles.header}>
        <h2 id={id}>{title}</h2>
        {onClose ? (
          <IconButton label={words('actions.close')} onClick={onClose}>
            <X size={16} strokeWidth={1.75} />
          </IconButton>
        ) : null}
      </div>
      <FloatingTarget value={dialog}>
        <div className={styles.scroll}>{children}</div>
        {footer ? <div className={styles.footer}>{footer}</div> : null}
      </FloatingTarget>
    </dialog>
  )
}
