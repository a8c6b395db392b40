import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Evaluation } from './use-evaluation.ts'

const FileDialog = lazy(async () => ({ default: (await import('./file-dialog.tsx')).FileDialog }))

/** Answering in a spreadsheet: out as it stands, and in again. */
export function FileMenu({ evaluation }: { readonly evaluation: Evaluation }) {
  const t = useWords('campaigns')
  const [importing, setImporting] = useState(false)
  const { model, store, state } = evaluation
  const download = async () => {
    // What was typed a moment ago stands in the file.
    await store.settled()
    await api.download(`/evaluation/${model.content.id}/answers_file`).catch((reason: unknown) => toast.error(failureText(reason)))
  }
  const open = () => {
    void store.settled().then(() => (store.get().drafts.size > 0 ? toast.error(t('answer.sheet.unsaved')) : setImporting(true)))
  }
  return (
    <>
      <Menu
        width={270}
        label={t('answer.sheet.menu')}
        trigger={(props) => (
          <IconButton label={t('answer.sheet.menu')} {...props}>
            <FileSpreadsheet size={16} strokeWidth={1.75} />
          </IconButton>
        )}
      >
        <MenuItem onSelect={() => void download()}>{t('answer.sheet.download')}</MenuItem>
        {state.head.may_answer ? <MenuItem onSelect={open}>{t('answer.sheet.import')}</MenuItem> : null}
      </Menu>
      <Suspense>{importing ? <FileDialog evaluation={evaluation} onClose={() => setImporting(false)} /> : null}</Suspense>
    </>
  )
}
