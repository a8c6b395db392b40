import { X } from 'lucide-react'
import { createContext, use, useId, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from './button.tsx'
import { askToDiscard } from './confirm.ts'
import { FloatingTarget } from './floating-target.ts'
import styles from './dialog.module.css'
import { typedIn } from './typed-in.ts'
import { useDialog } from './use-dialog.ts'

export interface ModalProps {
  readonly title: string
  /** Absent: only its own buttons lead out of it, neither Escape nor a cross. */
  readonly onClose?: (() => void) | undefined
  /** It holds what was not typed and would be lost with it, such as files. */
  readonly dirty?: boolean
  /** What is typed in it is kept already, or `onClose` asks itself. */
  readonly unasked?: boolean
  /** 440, 640, 900 or 1016 pixels wide. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** On a phone as high and wide as it is; `bottom`: as wide, and as high as what it holds, up from its lower edge. */
  readonly sheet?: boolean | 'bottom'
  /** Buttons at the bottom, the main one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

const widths = { sm: '440px', md: '640px', lg: '900px', xl: '1016px' }

const Leaving = createContext<() => void>(() => {})

/** Leaves the dialog that it stands in, as Escape and the cross do. */
export function CancelButton({ label }: { readonly label?: string }) {
  const words = useWords('kit')
  return <Button onClick={use(Leaving)}>{label ?? words('actions.cancel')}</Button>
}

/**
 * A dialog over the page; render it only while it is open. It begins in its first field, or in what is marked `data-autofocus`, and gives the focus back to
 * what opened it. Over what was typed it asks before it is closed, by Escape, its cross or a `CancelButton`.
 */
export function Modal({ title, onClose, dirty = false, unasked = false, size = 'md', sheet = false, footer, children }: ModalProps) {
  const words = useWords('kit')
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const [typed] = useState(typedIn)
  const leave = async () => {
    if (onClose && (unasked || !(dirty || typed.any()) || (await askToDiscard()))) onClose()
  }
  const close = () => void leave()
  useDialog(ref, close)
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
      onFocus={({ target }) => typed.entered(target)}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        // A file chooser inside the dialog also sends `cancel`.
        if (event.target !== ref.current) return
        event.preventDefault()
        close()
      }}
    >
      <div className={styles.header}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {onClose ? (
          <IconButton label={words('actions.close')} onClick={close}>
            <X size={16} strokeWidth={1.75} />
          </IconButton>
        ) : null}
      </div>
      <FloatingTarget value={dialog}>
        <Leaving value={close}>
          <div className={styles.scroll}>{children}</div>
          {footer ? <div className={styles.footer}>{footer}</div> : null}
        </Leaving>
      </FloatingTarget>
    </dialog>
  )
}
