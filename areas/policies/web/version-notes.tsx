import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { policyVersion } from '#areas/policies/contract/policy-version.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import type { Version } from './policy-rows.ts'
import css from './version-view.module.css'

const NotesDialog = lazy(async () => ({ default: (await import('./notes-dialog.tsx')).NotesDialog }))

/** What is said about a version as a whole, such as what is new in it; written while it is a draft. */
export function VersionNotes({ version, editable }: { readonly version: Version; readonly editable: boolean }) {
  const t = useWords('policies')
  const words = useEntityWords(policyVersion)
  const [editing, setEditing] = useState(false)
  const { data: row } = useRecord(policyVersion, version.id)
  if (!row || (!row.notes && !editable)) return null
  return (
    <Row as="section" align="start" gap={12} padY={8} padX={16} edge="soft-below" tone="soft" className={css.notes} aria-label={words.field('notes')}>
      <div tabIndex={row.notes ? 0 : -1}>{row.notes ? <Markdown text={row.notes} /> : t('notes.none')}</div>
      {editable ? (
        <Button size="sm" variant="subtle" icon={<NotebookPen size={14} aria-hidden />} onClick={() => setEditing(true)}>
          {t('notes.edit')}
        </Button>
      ) : null}
      {editing ? (
        <Suspense fallback={null}>
          <NotesDialog row={row} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </Row>
  )
}
