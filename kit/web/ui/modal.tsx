import { lazy, Suspense, type ReactNode } from 'react'

const ModalWindow = lazy(() => import('./modal-window.tsx').then((module) => ({ default: module.ModalWindow })))

export interface ModalProps {
  readonly title: string
  readonly onClose: () => void
  /** 440, 640 or 900 pixels wide. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** Buttons at the bottom, the main one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A dialog over the page, loaded when first shown; render it only while it is open. */
export const Modal = (props: ModalProps) => (
  <Suspense>
    <ModalWindow {...props} />
  </Suspense>
)
