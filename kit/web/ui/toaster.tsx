import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from './button.tsx'
import { toastStore, type Toast } from './toast.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './toaster.module.css'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

function Message({ toast }: { readonly toast: Toast }) {
  const words = useWords('kit')
  const [held, setHeld] = useState(false)
  const Icon = icons[toast.kind]
  // The keyboard goes on where it was before it came to a message that is answered.
  const before = useRef<HTMLElement | null>(null)
  const dismiss = () => {
    const within = before.current?.isConnected ? before.current : document.querySelector('main')
    toastStore.dismiss(toast.id)
    within?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toastStore.dismiss(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [held, toast])
  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <p className={styles.text}>
        <VisuallyHidden>{words(`toast.${toast.kind}`)} </VisuallyHidden>
        {toast.message}
      </p>
      {toast.action ? (
        <Button
          variant="link"
          size="sm"
          onClick={() => {
            toast.action?.run()
            dismiss()
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton label={words('toast.dismiss')} size="sm" onClick={dismiss}>
        <X size={14} />
      </IconButton>
    </div>
  )
}

/** Where toasts appear; stands once in the application. They wait while pointed at or focused. */
export function Toaster() {
  const words = useWords('kit')
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  const region = useRef<HTMLDivElement>(null)

  // Entering the top layer anew puts a message above a dialog that opened after the last one.
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (toasts.length > 0) element.showPopover()
  }, [toasts])

  return (
    <div ref={region} popover="manual" role="region" aria-label={words('toast.region')} className={styles.region}>
      <div role="status" className={styles.list}>
        {toasts.map((toast) => (
          <Message key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  )
}
