import { Copy, Download } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { copyText } from './copy-text.ts'
import styles from './access.module.css'

/** Shows recovery codes the one time they are known; no key pressed by mistake closes it. */
export function RecoveryCodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const t = useWords('access')
  const text = `${codes.join('\n')}\n`
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = t('recovery.file')
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <Modal
      title={t('recovery.title')}
      size="sm"
      footer={
        <>
          <Button data-autofocus icon={<Copy size={14} aria-hidden />} onClick={() => void copyText(text)}>
            {t('strong.copy')}
          </Button>
          <Button icon={<Download size={14} aria-hidden />} onClick={save}>
            {t('recovery.save')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('recovery.kept')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{t('recovery.text')}</p>
        <Grid as="ul" padY={12} padX={16} edge="all" corner={8} fill="subtle" className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Grid>
      </div>
    </Modal>
  )
}
