export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly message: string
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  /** Milliseconds on screen. */
  readonly duration: number
}

interface ToastOptions {
  /** One thing that can be done about it, such as undoing; the message then stays for ten seconds. */
  readonly action?: Toast['action']
  /** Milliseconds on screen, where its kind is not what decides. */
  readonly duration?: number
}

// SHL-33; its default of 5 s is for a message without a kind, which there is none of.
const durations: Record<ToastKind, number> = { success: 2000, error: 6000, warning: 3000, info: 3000 }
const atMost = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const show =
  (kind: ToastKind) =>
  (message: string, { action, duration }: ToastOptions = {}) => {
    const toast: Toast = { id: ++lastId, kind, message, action, duration: duration ?? (action ? 10_000 : durations[kind]) }
    // Saying the same thing twice helps nobody.
    const others = toasts.filter((shown) => shown.message !== message || shown.kind !== kind)
    replace([...others, toast].slice(-atMost))
  }

/** Short messages at the bottom of the window, callable from anywhere. */
export const toast = { success: show('success'), error: show('error'), warning: show('warning'), info: show('info') }

/** What is on screen, for the host alone. */
export const toastStore = {
  get: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  dismiss: (id: number) => replace(toasts.filter((shown) => shown.id !== id)),
}
