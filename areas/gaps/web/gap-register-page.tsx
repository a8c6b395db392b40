import { FileInput, ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'
import { findingFiles, gapFinding } from '#areas/gaps/contract/gap-finding.ts'
import { gapRegister } from '#areas/gaps/contract/gap-register.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { GapList } from './gap-list.tsx'
import { ChapterBar, RegisterHead } from './register-head.tsx'
import { heldBy, RegisterPage, type OpenRegister } from '#kit/web/resource/register-page.tsx'

const ImportDialog = lazy(async () => ({ default: (await import('#kit/web/resource/import-dialog.tsx')).ImportDialog }))
const ChaptersDialog = lazy(async () => ({ default: (await import('./chapters-dialog.tsx')).ChaptersDialog }))

/** One register: what it is and how far, its chapters, and its gaps in every view. */
export const Page = () => <RegisterPage entity={gapRegister}>{(register) => <Held key={register.id} register={register} />}</RegisterPage>

const accepted = findingFiles.map((ending) => `.${ending}`).join(',')

function Held({ register: { id, name } }: { readonly register: OpenRegister }) {
  const t = useWords('gaps')
  const mayManage = useRight('gap.manage')
  const { data } = useRecord(gapRegister, id)
  const [dialog, setDialog] = useState<'chapters' | 'import'>()
  const held = useMemo(() => heldBy({ id, name }), [id, name])
  const writes = mayManage && data?.edit_right === true
  const close = () => setDialog(undefined)
  return (
    <>
      <GapList
        list="register_gaps"
        importing={false}
        {...held}
        tools={
          writes ? (
            <>
              <Button icon={<ListTree size={14} aria-hidden />} onClick={() => setDialog('chapters')}>
                {t('register.chapters')}
              </Button>
              <Button icon={<FileInput size={14} aria-hidden />} onClick={() => setDialog('import')}>
                {t('register.import')}
              </Button>
            </>
          ) : undefined
        }
      >
        <RegisterHead id={id} />
        <ChapterBar id={id} />
      </GapList>
      <Suspense fallback={null}>
        {dialog === 'chapters' ? <ChaptersDialog register={id} onClose={close} /> : null}
        {dialog === 'import' ? (
          <ImportDialog
            entity={gapFinding}
            at={{ import: `/gap_register/${id}/gap_finding`, template: '/gap_register/gap_finding_template' }}
            title={t('register.import')}
            accept={accepted}
            several
            parts
            hint={t('register.import_hint')}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  )
}
