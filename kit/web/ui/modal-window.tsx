import { Modal } from '@mantine/core'
import { useWords } from '../i18n/words.ts'
import type { ModalProps } from './modal.tsx'
import './modal-window.css'
import styles from './modal-window.module.css'

const widths = { sm: 440, md: 640, lg: 900 }

/** The window behind `Modal`; scrolling is not locked because the lock would inject a style that the content policy forbids. */
export function ModalWindow({ title, onClose, size = 'md', footer, children }: ModalProps) {
  const words = useWords('kit')
  return (
    <Modal opened onClose={onClose} title={title} size={widths[size]} radius={12} lockScroll={false} centered closeButtonProps={{ 'aria-label': words('actions.close') }} transitionProps={{ duration: 180 }} classNames={{ header: styles.header, title: styles.title, body: styles.body, content: styles.content, overlay: styles.overlay }}>
      <div className={styles.scroll}>{children}</div>
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </Modal>
  )
}
