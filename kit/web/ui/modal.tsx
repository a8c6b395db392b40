import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from './button.tsx'
import { FloatingTarget } from './floating-target.ts'
import styles from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

export interface ModalProps {
  readonly title: string
  /** Absent: only its own buttons lead out of it, neither Escape nor a cross. */
  readonly onClose?: (() => void) | undefined
  /** 440, 640, 900 or 1016 pixels wide. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** On a phone as high and wide as it is; `bottom`: as wide, and as high as what it holds, up from its lower edge. */
  readonly sheet?: boolean | 'bottom'
  /** Buttons at the bottom, the main one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

const widths = { sm: '440px', md: '640px', lg: '900px', xl: '1016px' }

/** A dialog over the page; render it only while it is open. It begins in its first field, or in what is marked `data-autofocus`, and gives the focus back to what opened it. */
export function Modal({ title, onClose, size = 'md', sheet = false, footer, children }: ModalProps) {
  const words = useWords('kit')
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  useDialog(ref, () => onClose?.())
  // What floats in it needs the element itself.
  useLayoutEffect(() => setDialog(ref.current), [])

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-framed
      data-sheet={sheet === true || undefined}
      data-bottom={sheet === 'bottom' || undefined}
      style={{ '--width': widths[size] } as CSSProperties}
      aria-labelledby={id}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        // A file chooser inside the dialog also sends `cancel`.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose?.()
      }}
    >
      <div className={styles.header}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
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
